/// <reference lib="dom" />
/** What a role may not do is not shown, and the call made past the screen is refused. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, signIn, visit } from "./browser.ts";
import { makePerson } from "./people.ts";
import { adminEmail, type Product, startProduct, until } from "./product.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await until("the demonstration's pictures are read", async () => {
    const { body } = await product.api(adminEmail, "GET", "/satellite-imagery?status=completed");
    return (body as { count: number }).count === 2 ? true : undefined;
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The main lists: the address, its call, and what opens one record. */
const lists: [screen: string, call: string, open: string][] = [
  ["/admin/gardens", "/garden", "/admin/gardens?open="],
  ["/admin/tree_task", "/plant-tree-task", "/admin/tree_task?open="],
  ["/admin/tree_type", "/plant-tree-type", "/admin/tree_type?open="],
  ["/admin/process", "/satellite-imagery", "/admin/process?open="],
  ["/admin/process?view=dates", "/capture", "/admin/process?view=dates&open="],
  ["/admin/image_processing_ai", "/whole-image", "/admin/image_processing_ai/:/1"],
  ["/admin/regions", "/region", "/admin/regions?open="],
  ["/admin/districts", "/district", "/admin/districts?open="],
  ["/admin/monitoring_devices", "/device", "/admin/monitoring_devices?open="],
  ["/admin/violation", "/violation", "/admin/violation?open="],
  ["/admin/ministry", "/ministry", "/admin/ministry?open="],
  ["/admin/ministry?view=employees", "/ministry-employee", "/admin/ministry?view=employees&open="],
  ["/admin/organization_type", "/organization-type", "/admin/organization_type?open="],
  ["/admin/orama_doc", "/document", "/admin/orama_doc?open="],
  ["/admin/users", "/user", "/admin/users?open="],
  ["/admin/roles", "/group", "/admin/roles?open="],
];

/** The words with which buttons that change something begin. */
const changing =
  /^(new|create|edit|change|update|delete|remove|import|upload|add|restart|stop|start|accept|reject|correct|cancel|send|hand|confirm|refer|dismiss|make|take|begin|select|draw|replace)\b/i;

/** Names of what can be pressed on the screen now. */
async function pressables(page: Page, address: string): Promise<string[]> {
  await page
    .locator("h1, h2")
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`${address} shows nothing: ${await page.locator("body").innerHTML()}`);
    });
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  return page.locator("main, [role=dialog]").evaluateAll((parts) =>
    parts.flatMap((part) =>
      [...part.querySelectorAll<HTMLElement>("button, a, [role=checkbox], input[type=checkbox]")]
        // Columns are ordered and tabs opened by everybody.
        .filter((one) => !one.closest("th, [role=tablist]") || one.matches("[role=checkbox]"))
        .map(
          (one) =>
            one.getAttribute("aria-label") ??
            one.textContent ??
            one.closest("label")?.textContent ??
            "",
        )
        .map((name) => name.trim()),
    ),
  );
}

async function enter(email: string) {
  const seen = await visit(browser, product, { width: 1440, height: 900 });
  await seen.page.goto(`${product.address}/auth`);
  await signIn(seen.page, email);
  await seen.page.waitForFunction(() => localStorage.getItem("access_token") !== null);
  // Where signing in leads is the end of it; an address opened meanwhile would be left again.
  await seen.page.locator("h2, main h1").first().waitFor();
  await product.api(email, "PATCH", "/user-profile", { language: "en" });
  await seen.page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  return seen;
}

async function firstId(call: string): Promise<number> {
  const { body } = await product.api(adminEmail, "GET", call);
  const [first] = (body as { results: { id: number }[] }).results;
  if (!first) throw new Error(`${call} is empty`);
  return first.id;
}

/** What begins with a changing word, at each list and at its first record. */
async function changingAt(page: Page): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [screen, call, open] of lists) {
    const names: string[] = [];
    const id = String(await firstId(call));
    for (const address of [screen, open.includes(":") ? open.replace(":", id) : open + id]) {
      await page.goto(product.address + address);
      names.push(...(await pressables(page, address)));
    }
    found.set(
      screen,
      names.filter((name) => changing.test(name)),
    );
  }
  return found;
}

test("who may do everything is offered it on every main list", async () => {
  const { page, context } = await enter(adminEmail);
  for (const [screen, names] of await changingAt(page))
    expect(names.length, `${screen}: ${names.join(", ")}`).toBeGreaterThan(0);
  await context.close();
});

test("who may only view is offered nothing that changes", async () => {
  const email = await makePerson(product, "Only view", (_, action) => action === "view");
  const { page, context } = await enter(email);
  for (const [screen, names] of await changingAt(page)) expect(names, screen).toEqual([]);
  await context.close();
});

test("the same calls made with their token are refused", async () => {
  const email = await makePerson(product, "Only view by call", (_, action) => action === "view");
  const { page, context } = await enter(email);
  await page.goto(`${product.address}/admin/gardens`);
  // A picture's record is made by its process and changed fragment by fragment; a date is reviewed.
  const notCreated = new Set(["/whole-image", "/capture"]);
  for (const [, call] of lists) {
    const id = await firstId(call);
    const calls: [string, string][] = [["DELETE", `${call}/${id}`]];
    if (!notCreated.has(call)) calls.push(["POST", call], ["PATCH", `${call}/${id}`]);
    if (call === "/capture") calls.splice(0, 1, ["POST", `${call}/${id}/review`]);
    if (call === "/satellite-imagery") {
      calls.splice(2, 1);
      for (const action of ["stop", "restart", "dates"])
        calls.push(["POST", `${call}/${id}/${action}`]);
    }
    for (const [method, path] of calls) {
      const status = await page.evaluate(
        async ([verb, address]) => {
          const answer = await fetch(`/api${address}`, {
            method: verb,
            headers: {
              authorization: `Bearer ${localStorage.getItem("access_token")}`,
              ...(verb === "DELETE" ? {} : { "content-type": "application/json" }),
            },
            body: verb === "DELETE" ? undefined : "{}",
          });
          return answer.status;
        },
        [method, path] as const,
      );
      expect(status, `${method} ${path}`).toBe(403);
    }
  }
  await context.close();
});
