/** The specification's numbers for notices and for the router. */
import { readFileSync } from "node:fs";
import { pageQuerySchema } from "@nihol/contract/paging";
import { limits } from "@nihol/contract/values/limits";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type Toast, toast, useToaster } from "react-hot-toast/headless";
import { afterEach, expect, test } from "vitest";

afterEach(() => toast.remove());

/** The notices as the panel's frame is given them, with their durations. */
function shown(): Toast[] {
  let toasts: Toast[] = [];
  renderToString(
    createElement(() => {
      toasts = useToaster().toasts;
      return null;
    }),
  );
  return toasts;
}

test("at most 20 notices stand at once", () => {
  for (let n = 0; n < 25; n += 1) toast(`Notice ${n}`);
  expect(shown()).toHaveLength(20);
});

test("success stays for 2 s, an error for 4 s", () => {
  toast.success("Saved");
  toast.error("Refused");
  const durations = Object.fromEntries(shown().map(({ type, duration }) => [type, duration]));
  expect(durations).toEqual({ success: 2000, error: 4000 });
});

test("a notice is blank, error, success, loading or custom, and each has its sign", () => {
  toast("Blank");
  toast.error("Refused");
  toast.success("Saved");
  toast.loading("Under way");
  toast.custom("Custom");
  const states = ["blank", "custom", "error", "loading", "success"];
  expect(
    shown()
      .map(({ type }) => type)
      .sort(),
  ).toEqual(states);
  const toaster = readFileSync(new URL("../src/ui/toaster.tsx", import.meta.url), "utf8");
  for (const state of states) expect(toaster).toMatch(new RegExp(`\\b${state}: `));
});

test("the router has the specification's delays and lifetime", () => {
  const router = readFileSync(new URL("../src/router.tsx", import.meta.url), "utf8");
  const numbers = Object.fromEntries(
    [...router.matchAll(/(default\w+): ([\d_]+),/g)].map(([, name, value]) => [
      name,
      Number(value?.replaceAll("_", "")),
    ]),
  );
  expect(numbers).toEqual({
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    defaultGcTime: 5 * 60 * 1000,
  });
});

test("lists offer 10, 25, 50 and 100 rows, and the server gives 200 at most", () => {
  expect(limits.pageSizes).toEqual([10, 25, 50, 100]);
  expect(limits.pageSizeMax).toBe(200);
  expect(pageQuerySchema.safeParse({ page_size: 200 }).success).toBe(true);
  expect(pageQuerySchema.safeParse({ page_size: 201 }).success).toBe(false);
});
