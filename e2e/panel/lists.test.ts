/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Long lists by clicks and keys: columns, filters, files of exactly the rows, deleting many. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { follow, openScreen, settled } from "../support/settled.ts";
import { until } from "../support/until.ts";
import { pressWithCtrl } from "../support/with-ctrl.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
const made = 130;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const add = (n: number) =>
    product.api(adminEmail, "POST", "/garden", {
      name: { tg: `Боғ ${n}`, ru: `Сад ${n}`, en: n === 5 ? "=SUM(1;2)" : `Trial ${n}`, az: "" },
      region: n % 2 === 0 ? 1 : 2,
    });
  for (let n = 0; n < made; n++) expect((await add(n)).status).toBe(201);
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  expect(seen?.complaints).toEqual([]);
  await browser?.close();
  await product?.stop();
});

const count = async (query: string) =>
  ((await product.api(adminEmail, "GET", `/garden?${query}`)).body as { count: number }).count;

test("chosen columns and row height are kept by the browser", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/gardens`);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Organization" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Green trees" }).click();
  await page.getByRole("menuitem", { name: "Compact" }).click();
  await page.reload();
  await page.getByRole("columnheader", { name: "Green trees" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "Organization" }).count()).toBe(0);
  await expectAccessible(page, "gardens with chosen columns");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: "Reset" }).click();
  await page.getByRole("columnheader", { name: "Organization" }).waitFor();
});

test("filters say that they are on, and come off by their chips", async () => {
  const { page } = seen;
  await follow(page, `/admin/gardens?region=1&district=1`);
  const chips = page.getByRole("list", { name: "Filters that are on" });
  await chips.getByRole("button", { name: /Remove the filter: District/ }).click();
  await page.waitForURL((url) => !url.searchParams.has("district"));
  expect(await chips.getByRole("button", { name: /Remove the filter/ }).count()).toBe(1);
  await chips.getByRole("button", { name: "Clear all" }).click();
  await page.waitForURL((url) => !url.searchParams.has("region"));
  expect(await chips.count()).toBe(0);
});

test("a condition that leaves no row is taken off where nothing is shown", async () => {
  const { page } = seen;
  await follow(page, `/admin/gardens?search=zzz&region=1&ordering=-name`);
  await page.getByText("Nothing found for “zzz”").waitFor();
  await expectAccessible(page, "a list that nothing fits");
  await page.getByRole("button", { name: "Clear the search and filters" }).click();
  await page.locator("[data-row]").first().waitFor();
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ ordering: "-name" });
  expect(await page.getByRole("searchbox", { name: /garden/i }).inputValue()).toBe("");
});

test("on a laptop a list's search, filters and what is done with it stand in one line", async () => {
  const { page } = seen;
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const screen of ["users", "audit_log", "verdicts", "monitoring_devices", "violation"]) {
    await follow(page, `/admin/${screen}`);
    await page.locator("[data-row]").first().waitFor();
    const search = await page.getByRole("searchbox").last().boundingBox();
    const views = await page.getByRole("button", { name: "Saved views" }).boundingBox();
    expect([screen, Math.round((views?.y ?? 0) - (search?.y ?? 0))]).toEqual([screen, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("on a telephone rows are cards: no list is wider than the screen, and no column is lost", async () => {
  const { page } = seen;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const screen of ["tree_task", "users", "monitoring_devices"]) {
    await follow(page, `/admin/${screen}`);
    await page.locator("[data-row]").first().waitFor();
    await settled(page);
    const widths = await page
      .locator("main, div:has(> table)")
      .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth));
    expect(widths, screen).toEqual(widths.map(() => 0));
  }
  await follow(page, `/admin/tree_task`);
  const card = page.getByRole("row").first();
  await card.getByText("Due", { exact: true }).waitFor();
  // Two cards or three stand on a screen; what is not of the first need comes on demand.
  expect((await card.boundingBox())?.height).toBeLessThan(170);
  expect(await card.getByText("Planted", { exact: true }).count()).toBe(0);
  await card.getByRole("button", { name: /^More: / }).click();
  await card.getByText("Planted", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.has("open")).toBe(false);
  expect(await page.getByRole("columnheader").count()).toBe(0);
  await expectAccessible(page, "a list as cards");
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option", { name: "Due: descending" }).click();
  await page.waitForURL((url) => url.searchParams.get("ordering")?.startsWith("-") === true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("columnheader", { name: "Due" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Order" }).count()).toBe(0);
});

test("a finger on 390 px: targets of a thumb's width, my place by the device, the camera, and words for tapping", async () => {
  const size = { width: 390, height: 844, touch: true };
  const phone = await enter(browser, product, adminEmail, "/admin/gardens", size);
  const { page, context } = phone;
  const title = page.locator("[data-row]").first();
  await title.waitFor();
  const small = await page.locator("main button, main [data-row]").evaluateAll((targets) =>
    targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      return height >= 44 || width === 0 ? [] : [`${target.textContent} ${height}`];
    }),
  );
  expect(small).toEqual([]);
  const name = (await title.getAttribute("aria-label")) ?? "";
  await page.getByRole("checkbox", { name: `Select: ${name}` }).tap();
  await page.getByText(/^Selected 1\//).waitFor();
  await title.tap();
  await page.waitForURL((url) => url.searchParams.has("open"));

  await follow(page, "/admin/gardens?open=new");
  await page.getByText(/^Tap to place corners/).waitFor();

  await follow(page, "/admin/monitoring_devices?open=new");
  await page.getByText(/^Tap the map or drag the pin/).waitFor();
  await page.getByRole("button", { name: "My place" }).tap();
  await page.getByText(/^The browser does not give your place/).waitFor();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 38.53611, longitude: 68.77905, accuracy: 12 });
  await page.getByRole("button", { name: "My place" }).tap();
  await page.getByText("Your place is set, to within 12 m").waitFor();
  expect(await page.getByRole("textbox", { name: "Latitude" }).inputValue()).toBe("38.53611");
  expect(await page.getByRole("textbox", { name: "Longitude" }).inputValue()).toBe("68.77905");
  await expectAccessible(page, "a device at my place");

  await follow(page, "/admin/violation?open=new");
  await page.getByRole("button", { name: "My place" }).tap();
  await page.getByText("Your place is set, to within 12 m").waitFor();
  const point = page.getByRole("textbox", { name: "Coordinates" });
  expect(await point.inputValue()).toBe("38.536110, 68.779050");
  const camera = page.getByLabel("Take a photo");
  expect(await camera.getAttribute("capture")).toBe("environment");
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "green" } })
    .jpeg()
    .toBuffer();
  await camera.setInputFiles({ name: "ground.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await page.getByText("ground.jpg").waitFor();
  await page.getByLabel("Add files").waitFor({ state: "attached" });
  expect(phone.complaints).toEqual([]);
  await context.close();
});

test("the file has exactly the rows that the list shows, and no formula", async () => {
  const { page } = seen;
  await follow(page, `/admin/gardens?region=2&ordering=-name`);
  const rows = await count("region=2");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByText(`Rows in the file: ${rows}`).waitFor();
  for (const format of ["XLSX", "GeoJSON", "KML", "GeoPackage", "shapefile"])
    await page.getByRole("menuitem", { name: new RegExp(format) }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Gardens \d\d\.\d\d\.\d{4}\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  const lines = text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(rows + 1);
  expect(lines[0]).toContain("Name,Region");
  const onScreen = await page.locator("[data-row]").allInnerTexts();
  expect(lines.slice(1, onScreen.length + 1).map((line) => line.split(",")[0])).toEqual(
    onScreen.map((name) => (name.startsWith("=") ? `"'${name}"` : name)),
  );
  expect(text).toContain(`"'=SUM(1;2)"`);
});

test("a page of 200 rows draws only what is in sight and is walked by keys", async () => {
  const { page } = seen;
  await openScreen(page, `/admin/gardens?page_size=200`);
  const table = page.getByRole("table", { name: "Gardens" });
  await table.locator("[data-row]").first().focus();
  expect(await table.locator("[data-row]").count()).toBeLessThan(60);
  const all = await count("");
  expect(await table.getAttribute("aria-rowcount")).toBe(String(all + 1));
  await page.keyboard.press("End");
  await until("the last row has the focus", async () =>
    (await page.evaluate(
      () => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") ?? "",
    )) === String(all + 1)
      ? true
      : undefined,
  );
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expectAccessible(page, "a long page");
});

test("a row's name is a link: it opens beside the list, and with Ctrl in a tab of its own", async () => {
  const { page } = seen;
  // Pressed while rows are still exchanged for newer ones, a click would fall between two elements.
  await openScreen(page, `/admin/gardens`);
  const name = page.locator("a[data-row]").first();
  const href = await name.getAttribute("href");
  expect(href).toMatch(/^\/admin\/gardens\?(.*&)?open=\d+$/);
  const address = await pressWithCtrl(name);
  expect(address).toBe(`${product.address}${href}`);
  expect(new URL(page.url()).searchParams.get("open")).toBeNull();
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.getByRole("dialog", { name: (await name.innerText()).trim() }).waitFor();
  await tab.close();
  await name.click();
  await expect.poll(() => new URL(page.url()).searchParams.get("open")).toMatch(/^\d+$/);
});

test("on a low screen the menu shows the present entry, and its brand keeps its height", async () => {
  const { page } = seen;
  await page.setViewportSize({ width: 1440, height: 500 });
  await follow(page, `/admin/violation`);
  const current = page.getByRole("link", { name: "Violations", exact: true }).first();
  await current.waitFor();
  await expect
    .poll(async () => {
      const box = await current.boundingBox();
      return box !== null && box.y > 40 && box.y + box.height <= 500;
    })
    .toBe(true);
  const brand = await page.getByRole("link", { name: "Nihol", exact: true }).boundingBox();
  expect(brand?.height).toBeGreaterThanOrEqual(28);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("selected gardens are shown on one map, taken away as a file and given to an organization", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/gardens?search=Trial 2&page_size=10`);
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selected 2/" });
  await bar.getByRole("button", { name: "Show on map" }).click();
  const map = page.getByRole("dialog", { name: "2 gardens on the map" });
  await map.getByText("Without a boundary, so not on the map: Trial 2, Trial 20").waitFor();
  await map.getByRole("button", { name: "Close" }).last().click();

  await bar.getByRole("button", { name: "Download selected" }).click();
  await page.getByText("Rows in the file: 2").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(3);

  await bar.getByRole("button", { name: "Set the organization" }).click();
  const question = page.getByRole("dialog", { name: "Whose are 2 gardens?" });
  await question.getByRole("combobox", { name: "Organization" }).click();
  const organization = page.getByRole("option").first();
  const name = await organization.innerText();
  await organization.click();
  await expectAccessible(page, "whose gardens");
  await question.getByRole("button", { name: "Set the organization" }).click();
  await page.getByText("Changed: 2").waitFor();
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect.poll(() => rows.count()).toBe(2);
});

test("many are deleted after one question; what must stay says why", async () => {
  const { page } = seen;
  const search = "search=Trial 1";
  const before = await count(search);
  await page.goto(`${product.address}/admin/gardens?${search}&page_size=100`);
  const first = page.locator("[data-row]").first();
  await first.focus();
  await page.keyboard.press("Space");
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await page.getByRole("region", { name: `Selected 5/${before}` }).waitFor();
  await page.getByRole("button", { name: "Delete selected" }).click();
  const question = page.getByRole("dialog", { name: /Delete 5 selected from the list “Gardens”/ });
  await expectAccessible(page, "the question");
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Deleted: 5").waitFor();
  expect(await count(search)).toBe(before - 5);
});

test("a record in use stays, and the answer names it and the reason", async () => {
  const { page } = seen;
  const first = async (path: string) => {
    const { body } = await product.api(adminEmail, "GET", path);
    return (body as { results: { id: number }[] }).results[0]?.id;
  };
  const task = await product.api(adminEmail, "POST", "/plant-tree-task", {
    garden: await first("/garden?search=Trial 77"),
    assignedDate: "2026-03-01",
    dueDate: "2026-04-01",
    items: [{ tree_type: await first("/plant-tree-type"), quantity: 5 }],
  });
  expect(task.status, JSON.stringify(task.body)).toBe(201);
  await page.goto(`${product.address}/admin/gardens?search=Trial 7`);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).click();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  const left = page.getByRole("dialog", { name: /Left: 1/ });
  await left.getByText("Trial 77").waitFor();
  await left.getByText(/other records use it/i).waitFor();
  await expectAccessible(page, "what stays");
  await left.getByRole("button", { name: "Close" }).last().click();
  expect(await count("search=Trial 7")).toBe(1);
});

test("J and K go through the rows, / into the search, ? shows the keys; nothing of it while something is typed", async () => {
  const { page } = seen;
  await openScreen(page, `/admin/gardens?region=1`);
  const rows = page.locator("a[data-row]");
  const names = await rows.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const opened = () => new URL(page.url()).searchParams.get("open");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focused()).toBe(names[1]);
  // On a Cyrillic layout the same keys give other letters.
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "л", code: "KeyK", bubbles: true, cancelable: true }),
    ),
  );
  expect(await focused()).toBe(names[0]);
  await page.keyboard.press("Enter");
  await expect.poll(opened).toMatch(/^\d+$/);
  const first = opened();
  await page.getByRole("dialog", { name: names[0] ?? "" }).waitFor();
  await settled(page);
  await page.keyboard.press("j");
  await page.getByRole("dialog", { name: names[1] ?? "" }).waitFor();
  expect(opened()).not.toBe(first);
  await settled(page);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox").first();
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("j?k/");
  expect(await search.inputValue()).toBe("j?k/");
  await search.fill("");
  await search.blur();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("Search of the list").waitFor();
  await expectAccessible(page, "the keys");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
});
