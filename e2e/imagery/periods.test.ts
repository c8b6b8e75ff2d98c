/// <reference lib="dom" />
/** The demonstration's two images of one place: a past period shows what the older one saw, on the map and beside it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { follow, settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

interface Image {
  id: number;
  date: string;
  bbox: [number, number, number, number];
  trees: { total: number };
}

const product = sharedProduct();
let browser: Browser;
let page: Page;
let newer: Image;
let older: Image;
beforeAll(async () => {
  browser = await openBrowser();
  [newer, older] = await until("the demonstration's images are counted", async () => {
    const { body } = await product.api(adminEmail, "GET", "/whole-image?ordering=-date");
    const { results } = body as { results: (Image & { counts: boolean })[] };
    const [first, second] = results.filter(({ counts }) => counts);
    return first && second ? ([first, second] as const) : undefined;
  });
  ({ page } = await enter(browser, product, adminEmail, "/auth", { width: 1600 }));
});
afterAll(() => browser?.close());

async function look(search: string) {
  const [west, south, east, north] = newer.bbox;
  const at = `${(south + north) / 2},${(west + east) / 2},16`;
  await follow(page, `/admin?at=${at}&layers=trees,gardens,image&${search}`);
}
const dayOf = (date: string) =>
  new Date(date).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
const figures = () => page.getByRole("complementary", { name: "Figures" });

test("without a period the newest image lies under its own trees", async () => {
  await look("");
  await page.getByText(`Image and its trees: ${dayOf(newer.date)}`).waitFor();
  await figures().getByText(String(newer.trees.total)).first().waitFor();
});

test("a past period shows the image and the trees of then", async () => {
  await look(`period=dates&to=${older.date}`);
  await page.getByText(`Image and its trees: ${dayOf(older.date)}`).waitFor();
  await figures().getByText(String(older.trees.total)).first().waitFor();
  await expectAccessible(page, "a past period");
});

test("an image that is chosen alone has its own trees upon it", async () => {
  const ownTrees = page.waitForRequest(
    (request) => new URL(request.url()).searchParams.get("whole_image") === String(older.id),
  );
  await look(`image=${older.id}`);
  await page.getByText(`Image and its trees: ${dayOf(older.date)}`).waitFor();
  await ownTrees;
});

test("the slider steps to an earlier capture, for images and trees", async () => {
  await look("");
  const slider = page.getByRole("slider", { name: "Images and trees" });
  await slider.focus();
  expect(await slider.getAttribute("aria-valuetext")).toBe(`today (newest: ${dayOf(newer.date)})`);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(new RegExp(`period=dates&to=${older.date}`));
  await page.getByText(`Image and its trees: ${dayOf(older.date)}`).waitFor();
  await page.keyboard.press("End");
  await page.waitForURL((address) => !address.searchParams.has("to"));
  await page.getByText(`Image and its trees: ${dayOf(newer.date)}`).waitFor();
});

test("tiles are asked for of the newest image alone where it hides the older one", async () => {
  const asked: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/tiles/image/") && answer.status() === 200) asked.push(answer.url());
  });
  const [west, south, east, north] = newer.bbox;
  await page.goto(
    `${product.address}/admin?at=${(south + north) / 2},${(west + east) / 2},16&layers=image`,
  );
  await page.locator('[data-map-idle="true"] canvas.maplibregl-canvas').first().waitFor();
  // Waits for the first tile: the list of images arrives after the map is drawn.
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await settled(page);
  // The older image lies wholly under the newer one: no tile of it.
  expect(asked.filter((url) => !url.includes(`/tiles/image/${newer.id}/`))).toEqual([]);
});

test("the legend stands in the open panel, which stays closed once it was closed", async () => {
  await look("");
  const legend = page.getByRole("region", { name: "Legend" }).filter({ visible: true });
  const panel = page.getByRole("region", { name: "Layers and dates" });
  await panel.getByRole("region", { name: "Legend" }).waitFor();
  expect(await legend.count()).toBe(1);
  const [west, south] = newer.bbox;
  await follow(page, `/admin?at=${south - 0.003},${west - 0.003},14`);
  await panel.getByText("no image yet").waitFor();
  await panel.getByRole("button", { name: "Close layers and dates" }).click();
  await panel.waitFor({ state: "hidden" });
  await legend.getByText("no image yet").waitFor();
  await look("");
  await page.getByRole("button", { name: "Layers and dates" }).click();
  await panel.waitFor();
});

test("a tree that is pressed says what it is beside the panel, and leads to its history", async () => {
  const { body } = await product.api(
    adminEmail,
    "GET",
    `/plant-tree-detail?whole_image=${newer.id}&page_size=1`,
  );
  const [tree] = (body as { results: { id: number; position: [number, number] }[] }).results;
  if (!tree) throw new Error("no tree");
  const [longitude, latitude] = tree.position;
  await page.goto(`${product.address}/admin?at=${latitude},${longitude},19&layers=trees`);
  const canvas = page.locator('[data-map-idle="true"] canvas.maplibregl-canvas').first();
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no map");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const popup = page.locator(".maplibregl-popup");
  await popup.getByRole("button", { name: "Its history" }).waitFor();
  await popup.getByRole("link", { name: "Open the image" }).waitFor();
  const [over, panel] = await Promise.all([
    popup.locator(".maplibregl-popup-content").boundingBox(),
    page.getByRole("region", { name: "Layers and dates" }).boundingBox(),
  ]);
  if (!over || !panel) throw new Error("no popup beside a panel");
  const apart =
    over.x + over.width <= panel.x ||
    panel.x + panel.width <= over.x ||
    over.y >= panel.y + panel.height;
  expect(apart).toBe(true);
  await expectAccessible(page, "a tree on the map");
  await popup.getByRole("button", { name: "Its history" }).click();
  await page.getByRole("dialog").getByText(dayOf(newer.date)).first().waitFor();
  await page.keyboard.press("Escape");
});

test("the map is printed on one sheet with its scale, dates and sources", async () => {
  await look("");
  await page.getByRole("button", { name: "Print the map" }).click();
  const dialog = page.getByRole("dialog", { name: "Print the map" });
  await dialog.getByText(/^Scale 1 : [\d,]+$/).waitFor();
  await dialog.getByLabel("Title").fill("Garden by the river");
  await dialog.getByRole("button", { name: "A3" }).click();
  await expectAccessible(page, "the sheet of a map");
  const sheet = page.locator("[data-map-paper] .map-sheet");
  await page.emulateMedia({ media: "print" });
  const said = await sheet.innerText();
  for (const part of [
    "Garden by the river",
    `Image and its trees: ${dayOf(newer.date)}`,
    "Natural Earth",
  ])
    expect(said).toContain(part);
  const isDrawn = await sheet
    .locator("img")
    .evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > one.clientWidth);
  expect(isDrawn).toBe(true);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  await page.emulateMedia({ media: "screen" });
  const pages = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)].map(([, box]) =>
    box
      ?.trim()
      .split(/\s+/)
      .map((side) => Math.round(Number(side))),
  );
  // Points: 420 by 297 mm.
  expect(pages).toEqual([[0, 0, 1191, 842]]);
  await page.keyboard.press("Escape");
});

test("the map says where the pointer is, fills the screen and steps back to the whole country", async () => {
  const canvas = page.locator("canvas.maplibregl-canvas").first();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no map");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
  const [west, south, east, north] = newer.bbox;
  const place = page.locator("[data-pointer-place]");
  await until(
    "the pointer's place",
    async () => (await place.innerText()).includes(",") || undefined,
  );
  const [latitude = NaN, longitude = NaN] = (await place.innerText()).split(", ").map(Number);
  expect(Math.abs(latitude - (south + north) / 2)).toBeLessThan(0.01);
  expect(Math.abs(longitude - (west + east) / 2)).toBeLessThan(0.01);
  const fills = () =>
    page.evaluate(() => document.fullscreenElement?.hasAttribute("data-map-idle") ?? false);
  await page.getByRole("button", { name: "Full screen" }).click();
  await until("the map fills the screen", async () => (await fills()) || undefined);
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await until("the page is back", async () => !(await fills()) || undefined);
  await page.getByRole("button", { name: "Whole country" }).click();
  await page.waitForURL(/at=38\.70?%2C70\.60?0?%2C5\.6/);
});

test("a way and the ground within it are measured, and the address of what is shown is copied", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${product.address}/admin?at=38.5,68.5,12&layers=none&graticule=1`);
  const canvas = page.locator('[data-map-idle="true"] canvas.maplibregl-canvas').first();
  await canvas.waitFor();
  await page.getByRole("button", { name: "Measure" }).click();
  const tool = page.getByRole("region", { name: "Measure" });
  await tool.getByText("Press the map along a way").waitFor();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no map");
  const [left, top] = [box.x + box.width / 4, box.y + box.height / 3];
  const press = (dx: number, dy: number) => page.mouse.click(left + dx, top + dy);
  // At zoom 12 and 38.5° a pixel of a tile of 512 is 14.95 m.
  await press(0, 0);
  await press(100, 0);
  const length = tool.getByText(/^Length: /);
  await length.waitFor();
  expect(Number((await length.innerText()).match(/[\d.]+/)?.[0])).toBeCloseTo(1.5, 1);
  await press(100, 100);
  const area = tool.getByText(/^Area: /);
  await area.waitFor();
  const hectares = Number((await area.innerText()).match(/[\d.]+/)?.[0]);
  expect(Math.abs(hectares - 111.7)).toBeLessThan(3);
  await expectAccessible(page, "measuring");
  await tool.getByRole("button", { name: "Take the last corner back" }).click();
  await area.waitFor({ state: "hidden" });
  await tool.getByRole("button", { name: "End measuring" }).click();
  await tool.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("Copied to clipboard").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).searchParams.get("graticule")).toBe("1");
});
