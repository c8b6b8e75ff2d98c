/** Readings of several devices and parameters: what is chosen stands in the address, the table and the files. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openScreen, type Programme, programme } from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.enterAs(server.admin);
  server.forget();
});
afterEach(cleanup);

const table = async () => within(await screen.findByRole("table", { name: /^Readings/ }));
const columns = async () =>
  (await (await table()).findAllByRole("columnheader")).map(({ textContent }) => textContent);
const tile = async (name: string) => {
  const list = within(await screen.findByRole("list", { name: "Now" }));
  return within((await list.findByRole("button", { name })).closest("li") as HTMLElement);
};

test("a parameter is added by the box of its tile, by one call for all lines, and the address keeps it", async () => {
  const { user, address } = await openScreen("/admin/air_monitoring?view=table");
  expect(await columns()).toHaveLength(2);
  const [, device = ""] = await columns();
  await user.click(
    (await tile("Air temperature")).getByRole("checkbox", {
      name: "Also in the chart: Air temperature",
    }),
  );
  await waitFor(() => expect(address()).toMatch(/parameter=co2,air_temperature/));
  await waitFor(async () => expect(await columns()).toHaveLength(3));
  expect((await columns())[2]).toMatch(/^Air temperature\s?°C$/);
  expect(device).not.toMatch(/temperature/);
  const asked = server.calls("GET /device/reading?");
  expect(new Set(asked).size).toBe(2);
  expect(asked.at(-1)).toMatch(/series=(\d+)\.co2%2C\1\.air_temperature/);
  // The last one stays.
  const co2 = await tile("Carbon dioxide, CO₂");
  await user.click(co2.getByRole("checkbox", { name: /^Also in the chart/ }));
  await waitFor(() => expect(address()).toMatch(/parameter=air_temperature(&|$)/));
  const left = (await tile("Air temperature")).getByRole("checkbox", { name: /^Also in/ });
  expect(left.hasAttribute("data-disabled")).toBe(true);
});

test("an address with more lines than a chart holds shows the first six, and no box adds another", async () => {
  await openScreen(
    "/admin/air_monitoring?view=table&device=1,4&parameter=co2,air_temperature,air_humidity,rain",
  );
  await waitFor(async () => expect((await columns()).length).toBeGreaterThan(4));
  const shown = (await columns()).length - 1;
  expect(shown).toBeLessThanOrEqual(6);
  const list = within(await screen.findByRole("list", { name: "Devices" }));
  const boxes = await list.findAllByRole("checkbox", { name: /^Compare/ });
  for (const box of boxes)
    if (box.getAttribute("aria-checked") === "false")
      expect(box.hasAttribute("data-disabled")).toBe(true);
});

test("the files are those of what is shown", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:x";
  });
  const { press } = await openScreen("/admin/air_monitoring?view=table&parameter=co2,air_humidity");
  await table();
  await press("Download CSV");
  await waitFor(() => expect(saved).toHaveLength(1));
  const [asked = ""] = server.calls("GET /device/reading/file?").slice(-1);
  const { body } = await server.admin.call<string>("GET", asked.replace("GET ", ""));
  const rows = (await table()).getAllByRole("row");
  const lines = body.trim().split("\r\n");
  // The table shows its first hundred lines.
  expect(rows).toHaveLength(Math.min(101, lines.length));
  const [value] = within(rows[1] as HTMLElement).getAllByRole("cell");
  expect(lines[1]).toContain(value?.textContent ?? "–");
  await screen.findByRole("button", { name: "Download XLSX" });
  vi.restoreAllMocks();
});
