/// <reference lib="dom" />
/** Limits of a role: what it may not do is not shown, and the call made past the screen is refused. */
import type { Permissions } from "@nihol/contract/values/permissions";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { sharedProduct } from "../support/product.ts";
import { follow, settled, settledWords } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The main lists: the address, its call, and what opens one record. */
const lists: [screen: string, call: string, open: string][] = [
  ["/admin/gardens", "/garden", "/admin/gardens?open="],
  ["/admin/garden_notes", "/garden-note", "/admin/garden_notes?open="],
  ["/admin/tree_task", "/plant-tree-task", "/admin/tree_task?open="],
  ["/admin/verdicts", "/planting-verdict", "/admin/verdicts?open="],
  ["/admin/tree_type", "/plant-tree-type", "/admin/tree_type?open="],
  ["/admin/imagery_source", "/imagery-source", "/admin/imagery_source?open="],
  ["/admin/process", "/satellite-imagery", "/admin/process?open="],
  ["/admin/process?view=dates", "/capture", "/admin/process?view=dates&open="],
  ["/admin/image_processing_ai", "/whole-image", "/admin/image_processing_ai/:/1"],
  ["/admin/regions", "/region", "/admin/regions?open="],
  ["/admin/districts", "/district", "/admin/districts?open="],
  ["/admin/monitoring_devices", "/device", "/admin/monitoring_devices?open="],
  ["/admin/alert", "/alert", "/admin/alert?open="],
  ["/admin/alert?view=rules", "/alert-rule", "/admin/alert?view=rules&open="],
  ["/admin/violation", "/violation", "/admin/violation?open="],
  ["/admin/ministry", "/ministry", "/admin/ministry?open="],
  ["/admin/ministry?view=employees", "/ministry-employee", "/admin/ministry?view=employees&open="],
  ["/admin/organization_type", "/organization-type", "/admin/organization_type?open="],
  ["/admin/orama_doc", "/document", "/admin/orama_doc?open="],
  ["/admin/users", "/user", "/admin/users?open="],
  ["/admin/roles", "/group", "/admin/roles?open="],
];

/** The words with which buttons that change something begin; "It agrees" decides on a report. */
const changing =
  /^(new|create|edit|change|update|delete|remove|import|upload|add|restart|stop|start|accept|reject|correct|cancel|send|hand|confirm|refer|dismiss|make|take|begin|select|draw|replace|acknowledge|clear|switch|try|it)\b/i;

/** Opens an address; the names of what can be pressed there. */
async function pressables(page: Page, address: string): Promise<string[]> {
  await follow(page, address);
  await settledWords(page);
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

const wide = { width: 1440, height: 900 };

async function firstId(call: string): Promise<number> {
  const { body } = await product.api(adminEmail, "GET", call);
  const [first] = (body as { results: { id: number }[] }).results;
  if (!first) throw new Error(`${call} is empty`);
  return first.id;
}

/** Collects the names of controls that begin with a changing word, at each list and at its first record. */
async function changingAt(page: Page): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [screen, call, open] of lists) {
    const names: string[] = [];
    const id = String(await firstId(call));
    for (const address of [screen, open.includes(":") ? open.replace(":", id) : open + id]) {
      names.push(...(await pressables(page, address)));
    }
    found.set(
      screen,
      names.filter((name) => changing.test(name)),
    );
  }
  return found;
}

test("a person who may do everything is offered it on every main list", async () => {
  const { page, context } = await enter(browser, product, adminEmail, "/auth", wide);
  for (const [screen, names] of await changingAt(page))
    expect(names.length, `${screen}: ${names.join(", ")}`).toBeGreaterThan(0);
  await context.close();
});

test("a person who may only view is offered nothing that changes", async () => {
  const email = await makePerson(product, "Only view", (_, action) => action === "view");
  const { page, context } = await enter(browser, product, email, "/auth", wide);
  // Gardens and devices are also selected to be seen on one map or taken away as a file.
  const isForSeeing = (screen: string, name: string) =>
    ["/admin/gardens", "/admin/monitoring_devices"].includes(screen) && name.startsWith("Select");
  for (const [screen, names] of await changingAt(page))
    expect(
      names.filter((name) => !isForSeeing(screen, name)),
      screen,
    ).toEqual([]);
  await context.close();
});

test("the same calls made with their token are refused", async () => {
  const email = await makePerson(product, "Only view by call", (_, action) => action === "view");
  const { page, context } = await enter(browser, product, email, "/admin/gardens", wide);
  // An image's record is made by its process and changed fragment by fragment; a date is reviewed.
  const notCreated = new Set(["/whole-image", "/capture"]);
  for (const [, call] of lists) {
    const id = await firstId(call);
    const calls: [string, string][] = [["DELETE", `${call}/${id}`]];
    if (!notCreated.has(call)) calls.push(["POST", call], ["PATCH", `${call}/${id}`]);
    if (call === "/capture") calls.splice(0, 1, ["POST", `${call}/${id}/review`]);
    // An alert is raised by its rule.
    if (call === "/alert")
      calls.splice(
        0,
        3,
        ...["acknowledge", "clear", "assign", "comment"].map((action): [string, string] => [
          "POST",
          `${call}/${id}/${action}`,
        ]),
      );
    if (call === "/planting-verdict")
      calls.splice(0, 3, ["POST", `${call}/${id}/decision`], ["POST", `${call}/${id}/appeal`]);
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

test("a person of a ministry who holds every right is offered nothing of the whole programme", async () => {
  const email = await makePerson(product, "Of a ministry", () => true);
  const { body } = await product.api(adminEmail, "GET", `/user?search=${email}`);
  const [{ id }] = (body as { results: [{ id: number }] }).results;
  const ministry = await firstId("/ministry");
  expect((await product.api(adminEmail, "PATCH", `/user/${id}`, { ministry })).status).toBe(200);
  const { page, context } = await enter(browser, product, email, "/auth", wide);
  const offered = new Map<string, string[]>();
  for (const screen of ["regions", "districts", "ministry", "organization_type", "tree_type"]) {
    const names = await pressables(page, `/admin/${screen}`);
    offered.set(
      screen,
      names.filter((name) => /^(new|import)/i.test(name)),
    );
  }
  expect(new Set([...offered.values()].flat())).toEqual(new Set());
  await follow(page, "/admin/gardens");
  await page.getByRole("button", { name: "New garden" }).waitFor();
  await context.close();
});

test("the role picker gives along what a right needs, and offers no right without effect", async () => {
  const { page, context } = await enter(
    browser,
    product,
    adminEmail,
    "/admin/roles?open=new",
    wide,
  );
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await box("Planting tasks: Add").click();
  await page.getByText("4/63 selected").waitFor();
  for (const name of ["Planting tasks: View", "Gardens: View", "Tree types: View"])
    expect(await box(name).isChecked(), name).toBe(true);
  await page.getByText("“Gardens: View” for “Planting tasks: Add”").waitFor();
  expect(await box("Whole images: Add").count()).toBe(0);
  await page.getByRole("img", { name: "Whole images: Add: not used yet" }).waitFor();
  await box("Gardens: View").click();
  expect(await box("Planting tasks: Add").isChecked()).toBe(false);
  await context.close();
});

test("a form names the right that choosing from a list needs", async () => {
  const email = await makePerson(
    product,
    "Makes people",
    (resource, action) => resource === "user" && action !== "delete",
  );
  const { page, context } = await enter(browser, product, email, "/admin/users?open=new", wide);
  for (const right of ["Organizations: View", "Regions: View", "Districts: View"])
    await page.getByText(`your role lacks the right “${right}”`).waitFor();
  await page.getByLabel("Role").last().waitFor();
  await context.close();
});

const none = { view: false, add: false, change: false, delete: false };

test("a right that is taken away meanwhile is named, and the way leads back instead of to another try", async () => {
  const role = "Gardens for a while";
  const email = await makePerson(
    product,
    role,
    (resource, action) => ["garden", "planttreetype"].includes(resource) && action === "view",
  );
  const { page, context } = await enter(browser, product, email, "/admin/tree_type", wide);
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("link", { name: "Gardens", exact: true }).first().click();
  await page.waitForURL(/gardens/);
  await settled(page);
  const groups = await product.api(adminEmail, "GET", `/group?search=${role}`);
  const { results } = groups.body as { results: { id: number; permissions: Permissions }[] };
  const group = results.find(({ id }) => id === Math.max(...results.map((one) => one.id)));
  const less = { ...group?.permissions, garden: { ...none } };
  const changed = await product.api(adminEmail, "PATCH", `/group/${group?.id}`, {
    permissions: less,
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await page.getByRole("searchbox", { name: "Garden name" }).fill("oak");
  const alert = page.getByRole("alert").filter({ hasText: "Your role lacks the right" });
  await alert.getByText(/Gardens: View/).waitFor();
  expect(await alert.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await expectAccessible(page, "a list without the right");
  await alert.getByRole("button", { name: "Back" }).click();
  await page.waitForURL(/tree_type/);
  await context.close();
});
