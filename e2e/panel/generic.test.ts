/// <reference lib="dom" />
/** Behaviour of every screen: language, theme, notices, the error screen, questions before anything is lost. */
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, signIn } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { follow } from "../support/settled.ts";
import { until } from "../support/until.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const admin = (path: string, width = 1440) =>
  enter(browser, product, adminEmail, path, { width, height: 900 });

const stored = (page: Page, key: string) => page.evaluate((one) => localStorage.getItem(one), key);

test("without a choice the language is ru; a choice is kept under i18nextLng and sent with each call", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.address}/auth`);
  await page.getByRole("button", { name: "Войти" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ru");
  for (const [language, own] of [
    ["tg", "Тоҷикӣ"],
    ["az", "Azərbaycanca"],
    ["en", "English"],
  ] as const) {
    await page.getByRole("button", { name: own }).click();
    await page.waitForFunction((one) => localStorage.getItem("i18nextLng") === one, language);
    await page.waitForFunction((one) => document.documentElement.lang === one, language);
  }
  const [call] = await Promise.all([page.waitForRequest("**/api/token"), signIn(page, adminEmail)]);
  expect(call.headers()["accept-language"]).toBe("en");
  expect(call.headers().authorization ?? "").toBe("");
  await page.waitForURL(/\/admin/);
  const [next] = await Promise.all([page.waitForRequest("**/api/user-profile"), page.reload()]);
  expect(next.headers()["accept-language"]).toBe("en");
  expect(next.headers().authorization).toBe(`Bearer ${await stored(page, "access_token")}`);
  await context.close();
});

test("a language that is chosen in one tab is spoken by the other too, and asked for", async () => {
  const { page, context } = await admin("/admin/regions");
  const other = await context.newPage();
  await other.goto(`${product.address}/admin/roles`);
  await other.getByRole("button", { name: /^en:/ }).click();
  await other.getByRole("menuitem", { name: "Azərbaycanca" }).click();
  await page.getByRole("heading", { name: "Bölgələr", level: 1 }).waitFor();
  const [call] = await Promise.all([
    page.waitForRequest(/\/api\/district/),
    page.getByRole("link", { name: "Rayonlar", exact: true }).click(),
  ]);
  expect(call.headers()["accept-language"]).toBe("az");
  expect(await stored(page, "i18nextLng")).toBe("az");
  await context.close();
});

test("an unknown stored language falls back to ru", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem("i18nextLng", "xx"));
  const page = await context.newPage();
  await page.goto(`${product.address}/auth`);
  await page.getByRole("button", { name: "Войти" }).waitFor();
  await context.close();
});

test("the theme is light, dark or the system's, and is kept", async () => {
  const { page, context } = await admin("/admin/roles");
  const groundIs = (dark: boolean) =>
    page.waitForFunction((wanted) => {
      const [red = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(
        Number,
      );
      return red < 128 === wanted;
    }, dark);
  for (const theme of ["Light", "Dark", "System"]) {
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitem", { name: theme }).click();
    expect(await stored(page, "theme")).toBe(theme.toLowerCase());
    await groundIs(theme === "Dark");
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await groundIs(true);
  await context.close();
});

test.each(["Regions", "Dashboard"])(
  "when the screen %s fails, the error screen shows and hides what happened",
  async (name) => {
    const { page, context } = await admin("/admin/roles");
    const frame = new Set(
      await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
    );
    // Breaks the files of the screen itself: they arrive, and throw.
    const broken = { contentType: "text/javascript", body: 'throw new Error("broken")' };
    await page.route("**/assets/*.js", (route) =>
      frame.has(route.request().url()) ? route.continue() : route.fulfill(broken),
    );
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name: "Something went wrong!" }).waitFor();
    await page.getByRole("button", { name: "Show Error" }).click();
    await page.locator("pre").waitFor();
    await page.getByRole("button", { name: "Hide Error" }).click();
    expect(await page.locator("pre").count()).toBe(0);
    await context.close();
  },
);

test("a value is copied to the clipboard, and a notice at the top right says so", async () => {
  const { page, context } = await admin("/admin/users?open=1");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: /^Copy/ }).first().click();
  const notice = page.getByRole("region", { name: "Notices" }).getByText("Copied to clipboard");
  await notice.waitFor();
  const box = await notice.boundingBox();
  expect(box?.x).toBeGreaterThan(1440 - 340);
  expect(box?.y).toBeLessThan(60);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("@");
  await notice.waitFor({ state: "hidden", timeout: 8000 });
  await context.close();
});

/** Where one record is opened, and the call that says whether it is still there. */
const deletable: [kind: string, open: string, call: string][] = [
  ["user", "/admin/users?open=", "/user"],
  ["region", "/admin/regions?open=", "/region"],
  ["district", "/admin/districts?open=", "/district"],
  ["garden", "/admin/gardens?open=", "/garden"],
  ["organization", "/admin/ministry?open=", "/ministry"],
  ["employee", "/admin/ministry?view=employees&open=", "/ministry-employee"],
  ["tree type", "/admin/tree_type?open=", "/plant-tree-type"],
  ["task", "/admin/tree_task?open=", "/plant-tree-task"],
  ["role", "/admin/roles?open=", "/group"],
  ["device", "/admin/monitoring_devices?open=", "/device"],
  ["organization type", "/admin/organization_type?open=", "/organization-type"],
  ["violation", "/admin/violation?open=", "/violation"],
  ["document", "/admin/orama_doc?open=", "/document"],
];

type Row = { id: number; can: { delete: boolean } };
async function aDeletable(call: string): Promise<Row> {
  const { body } = await product.api(adminEmail, "GET", `${call}?page_size=100`);
  const found = (body as { results: Row[] }).results.find(({ can }) => can.delete);
  if (!found) throw new Error(`${call} has nothing to delete`);
  return found;
}

/** The question on the screen; it names what it is about. Leaves it by "Cancel". */
async function askedAndLeft(page: Page, question: RegExp) {
  const dialog = page.getByRole("dialog", { name: question });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
}

test("each kind of record is asked about before it is deleted, and stays when the answer is no", async () => {
  const { page, context } = await admin("/auth");
  const deletes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") deletes.push(request.url());
  });
  // Every role of the demonstration has its people, and so stays.
  await product.api(adminEmail, "POST", "/group", { name: "Nobody's", permissions: {} });
  for (const [kind, open, call] of deletable) {
    const { id } = await aDeletable(call);
    await follow(page, open + id);
    const panel = page.getByRole("dialog");
    await panel.getByRole("button", { name: "Delete", exact: true }).first().click();
    await askedAndLeft(page, /\?$/);
    expect((await product.api(adminEmail, "GET", `${call}/${id}`)).status, kind).toBe(200);
  }
  expect(deletes).toEqual([]);
  await context.close();
});

test("a process, its image and a hash are asked about before they are deleted, and a restart too", async () => {
  const { page, context } = await admin("/admin/process?open=1");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/satellite-imagery"))
      writes.push(request.url());
  });
  await page.getByRole("button", { name: "Restart all" }).click();
  await askedAndLeft(page, /^Restart everything for .+\?$/);
  for (const item of ["Delete the process image", "Delete the process"]) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    await askedAndLeft(page, /^Delete .+\?$/);
  }
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Hash listing" }).click();
  await page.getByRole("button", { name: "Delete the image by its hash" }).first().click();
  await page.getByRole("dialog", { name: /^Delete the image/ }).waitFor();
  // The list that waits below is dimmed, as the screen is.
  const above = await page.locator("h2", { hasText: "Hash listing" }).evaluate((heading) => {
    const { x, y } = heading.getBoundingClientRect();
    const top = document.elementFromPoint(x + 3, y + 8);
    return top && getComputedStyle(top).backgroundColor;
  });
  expect(above).toMatch(/^(rgba|oklab|color)\(.+0\.4\)$/);
  await askedAndLeft(page, /^Delete the image .+, with its trees and process\?$/);
  expect(writes).toEqual([]);
  await context.close();
});

const forms = [
  "/admin/users?open=new",
  "/admin/roles?open=new",
  "/admin/regions?open=new",
  "/admin/districts?open=new",
  "/admin/gardens?open=new",
  "/admin/ministry?open=new",
  "/admin/organization_type?open=new",
  "/admin/tree_type?open=new",
  "/admin/tree_task?open=new",
  "/admin/monitoring_devices?open=new",
  "/admin/violation?open=new",
  "/admin/orama_doc?open=new",
  "/admin/roles?me=own",
  "/admin/roles?me=password",
];

/** A field for words: no date, number or choice. */
const words =
  'form input:is([type="text"], [type="password"], [type="email"], :not([type])):not([role="combobox"], [aria-hidden], [inputmode], [readonly], [placeholder="dd/mm/yyyy"]), form textarea';

test("typed text that is not saved is asked about before it is lost", async () => {
  const { page, context } = await admin("/admin/roles");
  for (const form of forms) {
    await follow(page, form);
    const isNumber = form.includes("tree_task");
    const dialog = page.getByRole("dialog");
    const field = isNumber ? dialog.getByLabel("Quantity 1") : dialog.locator(words).first();
    const typed = isNumber ? "12" : "Something typed";
    await field.fill(typed).catch(() => {
      throw new Error(`${form} has no field for words`);
    });
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.waitFor().catch(() => {
      throw new Error(`${form} does not ask`);
    });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await field.inputValue(), form).toBe(typed);
    // A step elsewhere asks too; over a dialog nothing else can be pressed.
    const menu = page.getByRole("navigation", { name: "Menu" });
    const isOver = form.includes("me=");
    if (isOver) await page.keyboard.press("Escape");
    else await menu.getByRole("link", { name: "Report by region" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await field.waitFor({ state: "hidden" });
    await page.waitForURL((url) => (isOver ? !url.search : /report_by_region/.test(url.pathname)));
  }
  await context.close();
});

test("a dialog with a form asks too", async () => {
  const { page, context } = await admin("/admin/violation?open=1");
  await page.getByRole("tab", { name: /comment/i }).click();
  await page
    .getByLabel(/comment/i)
    .last()
    .fill("Something typed");
  await page.getByRole("button", { name: "Close" }).first().click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await context.close();
});

test("the place of a device is picked on the map", async () => {
  const { page, context } = await admin("/admin/monitoring_devices?open=new");
  const latitude = page.getByRole("dialog").getByLabel("Latitude");
  expect(await latitude.inputValue()).toBe("");
  const map = page.getByRole("dialog").locator("[data-map-idle=true]");
  await map.waitFor();
  await map.locator("canvas").click({ position: { x: 120, y: 90 } });
  await until("the fields are filled", async () => (await latitude.inputValue()) || undefined, 20);
  expect(await page.getByRole("dialog").getByLabel("Longitude").inputValue()).toMatch(/\d/);
  await context.close();
});

test("a map that the browser refuses is tried again, then said to be missing, and comes when it is let", async () => {
  const { page, context } = await admin("/admin/violation");
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const refusals = () => Number(sessionStorage.getItem("refusals"));
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...kind: unknown[]
    ) {
      if (!String(kind[0]).startsWith("webgl") || refusals() <= 0)
        return getContext.apply(this, kind as Parameters<typeof getContext>);
      sessionStorage.setItem("refusals", String(refusals() - 1));
      return null;
    } as typeof getContext;
  });
  const refuse = (times: number) =>
    page.evaluate((n) => sessionStorage.setItem("refusals", String(n)), times);
  const drawn = page.locator('[data-map-idle="true"] canvas');
  await refuse(2);
  await page.goto(`${product.address}/admin/violation?open=1`);
  await drawn.waitFor();
  await refuse(1000);
  await page.reload();
  const alert = page.getByRole("alert").filter({ hasText: "The map can't be drawn" });
  await alert.waitFor();
  await expectAccessible(page, "no map");
  await refuse(0);
  await alert.getByRole("button", { name: "Try again" }).click();
  await drawn.waitFor();
  await context.close();
});

test("a file of another kind, or too large a one, is refused in the specification's words", async () => {
  const { page, context } = await admin("/admin/gardens?open=new");
  await page.getByRole("button", { name: "From a file" }).click();
  const input = page.locator('input[type="file"]').last();
  const buffer = Buffer.from("not a boundary");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer });
  await page.getByText(/^Invalid file type/).waitFor();
  // On the disk: sent to the browser in the call, it would take longer than the test.
  await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-large-"));
  const large = join(folder.path, "large.kml");
  await writeFile(large, Buffer.alloc(21 * 1024 ** 2, 32));
  await input.setInputFiles(large);
  await page.getByText("File size exceeds the allowed limit of 20MB").waitFor();
  await context.close();
});

test("the role picker says how many rights are selected", async () => {
  const { page, context } = await admin("/admin/roles?open=new");
  await page.getByText("0/63 selected").waitFor();
  await page.getByRole("dialog").getByRole("checkbox").nth(1).click();
  await page.getByText(/^[1-9]\d*\/63 selected$/).waitFor();
  await context.close();
});

test("signing out forgets the session here and on the server", async () => {
  const { page, context } = await admin("/admin/roles");
  const access = await stored(page, "access_token");
  const refreshAddress = `${product.address}/api/token/refresh`;
  const cookies = await context.cookies(refreshAddress);
  const refresh = cookies.find(({ name }) => name.startsWith("nihol_refresh"));
  expect(refresh?.httpOnly).toBe(true);
  await page.getByRole("button", { name: /profile and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/auth/);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await stored(page, "access_token")).toBeNull();
  const refreshed = await fetch(refreshAddress, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `${refresh?.name}=${refresh?.value}` },
    body: "{}",
  });
  expect(refreshed.status).toBe(401);
  const headers = { authorization: `Bearer ${access}` };
  expect((await fetch(`${product.address}/api/user-profile`, { headers })).status).toBe(401);
  await context.close();
});
