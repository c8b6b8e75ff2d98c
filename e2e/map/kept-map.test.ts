/// <reference lib="dom" />
/** One map goes from screen to screen: nothing of the one before stays on it, and nothing of it is made twice. */
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { chooseLanguage } from "../support/choose-language.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { openScreen, settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
let visit: Visit;
let page: Page;
const devicesLabel = "Map of the monitoring devices";
const dashboard = "/admin?layers=devices,gardens,trees";
beforeAll(async () => {
  browser = await openBrowser();
  visit = await enter(browser, product, adminEmail, dashboard, { width: 1440, height: 900 });
  page = visit.page;
});
afterAll(() => browser?.close());

type MapFrame = HTMLElement & { map: MapLibreMap };
type Marked = Window & { firstMap?: MapLibreMap };

/** What the map of the screen is made of now. */
const made = (on: Page) =>
  on.evaluate(() => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const marked = window as Marked;
    marked.firstMap ??= map;
    const counts = Object.entries(map._listeners ?? {}).map(([type, all]) => [type, all.length]);
    return {
      isFirst: marked.firstMap === map,
      canvases: document.querySelectorAll("canvas.maplibregl-canvas").length,
      label: map.getCanvas().getAttribute("aria-label"),
      sources: Object.keys(map.getStyle().sources),
      controls: document.querySelectorAll(".maplibregl-ctrl").length,
      popups: document.querySelectorAll(".maplibregl-popup, .maplibregl-marker").length,
      listeners: Object.fromEntries(counts.sort()) as Record<string, number>,
    };
  });

/** Presses the first device that is drawn. */
async function pressDevice() {
  const place = await page.evaluate(() => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const [device] = map.queryRenderedFeatures({ layers: ["hit-device"] });
    if (device?.geometry.type !== "Point") return null;
    const [longitude = 0, latitude = 0] = device.geometry.coordinates;
    const { x, y } = map.project([longitude, latitude]);
    const box = map.getCanvas().getBoundingClientRect();
    return { x: x + box.x, y: y + box.y };
  });
  if (place) await page.mouse.click(place.x, place.y);
  return place !== null;
}

test("one map goes through the screens and back, with nothing left upon it", async () => {
  const before = await made(page);
  expect(before).toMatchObject({ isFirst: true, canvases: 1 });
  expect(before.sources).toEqual(expect.arrayContaining(["base", "trees", "devices"]));

  await openScreen(page, "/admin/monitoring_devices?view=map");
  const devices = await made(page);
  expect(devices).toMatchObject({
    isFirst: true,
    canvases: 1,
    label: "Map of the monitoring devices",
  });
  expect(devices.sources).toContain("devices");
  expect(devices.sources).not.toContain("trees");

  await openScreen(page, "/admin/gardens?open=1");
  expect(await made(page)).toMatchObject({ isFirst: true, canvases: 1 });

  await openScreen(page, "/admin/tree_task?view=map");
  const tasks = await made(page);
  expect(tasks).toMatchObject({ isFirst: true, canvases: 1 });
  expect(tasks.sources).toContain("tasks");
  expect(tasks.sources).not.toContain("devices");

  await openScreen(page, dashboard);
  const after = await made(page);
  expect(after.sources.sort()).toEqual(before.sources.sort());
  expect(after.controls).toBe(before.controls);
  // MapLibre's own and one screen's: the same as of the first visit.
  expect(after.listeners).toEqual(before.listeners);
  expect(visit.complaints).toEqual([]);
});

test("a popup stays on the screen where it was opened", async () => {
  await openScreen(page, "/admin?at=38.52,68.55,14&layers=devices");
  await expect.poll(pressDevice).toBe(true);
  await page.locator(".maplibregl-popup").waitFor();
  await openScreen(page, "/admin/tree_task?view=map");
  expect(await made(page)).toMatchObject({ isFirst: true, popups: 0 });
});

test("it goes through a change of language, and its buttons speak it", async () => {
  await chooseLanguage(page, "ru");
  await settled(page);
  expect(await made(page)).toMatchObject({ isFirst: true, canvases: 1 });
  await page.getByRole("button", { name: "Приблизить" }).waitFor();
  await chooseLanguage(page, "en");
});

test("keys move it on the screen where it is, whose address follows", async () => {
  await openScreen(page, "/admin?at=38.52,68.55,9&layers=none");
  const canvas = page.locator("canvas.maplibregl-canvas");
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.url()).not.toContain("68.55");
  await openScreen(page, "/admin/tree_task?view=map");
  // Reached by keys on the next screen too.
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press("Tab");
    if (await canvas.evaluate((one) => one === document.activeElement)) break;
  }
  expect(await canvas.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(visit.complaints).toEqual([]);
});

test("the panel beside a list takes the list's map and gives it back", async () => {
  await openScreen(page, "/admin/monitoring_devices?view=map");
  await openScreen(page, "/admin/monitoring_devices?view=map&open=1");
  expect(await made(page)).toMatchObject({ isFirst: true, canvases: 1 });
  await openScreen(page, "/admin/monitoring_devices?view=map");
  expect(await made(page)).toMatchObject({ isFirst: true, canvases: 1, label: devicesLabel });
  expect(visit.complaints).toEqual([]);
});
