/// <reference lib="dom" />
/** Checks the promises of the map by what it draws and asks for, on pages that go from place to place. */
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { hiddenControls } from "../support/map-covers.ts";
import { sharedProduct } from "../support/product.ts";
import { openScreen, settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

interface Image {
  id: number;
  bbox: [west: number, south: number, east: number, north: number];
}

const product = sharedProduct();
let browser: Browser;
let visit: Visit;
let page: Page;
/** Its pixels are counted: those in the middle of a small window, for a processor paints each. */
let sharp: Visit;
let image: Image;
beforeAll(async () => {
  browser = await openBrowser();
  image = await until("the demonstration's images are counted", async () => {
    const { body } = await product.api(adminEmail, "GET", "/whole-image?ordering=-date");
    const { results } = body as { results: (Image & { counts: boolean })[] };
    return results.find(({ counts }) => counts);
  });
  visit = await enter(browser, product, adminEmail, "/admin?layers=none", { width: 1600 });
  page = visit.page;
  sharp = await enter(browser, product, adminEmail, "/admin?layers=none", {
    ...{ width: 900, height: 600, sharp: true },
  });
});
afterAll(() => browser?.close());

type MapFrame = HTMLElement & { map: MapLibreMap };

/** "latitude,longitude" of the middle of the image, or of ground east of it that no image shows. */
function place(degreesEast = 0): string {
  const [west, south, east, north] = image.bbox;
  return `${((south + north) / 2).toFixed(5)},${((west + east) / 2 + degreesEast).toFixed(5)}`;
}

/** Opens the page anew with its map at a place. */
async function look(address: string, on = page) {
  await on.goto(product.address + address);
  await settled(on);
}

/** Moves the map that is open to "latitude,longitude" or to another zoom, and waits until all that is there is drawn. */
async function move(to: { place?: string; zoom: number }, on = page) {
  const [lat, lng] = (to.place ?? "").split(",").map(Number);
  const view = { zoom: to.zoom, ...(to.place ? { center: { lat, lng } } : {}) };
  await on.evaluate((next) => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    map.jumpTo(next as Parameters<MapLibreMap["jumpTo"]>[0]);
  }, view);
  await settled(on);
}

/** Counts the features of these layers that are drawn. */
const drawn = (layers: readonly string[], on = page) =>
  on.evaluate((ids) => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const known = ids.filter((id) => map.getLayer(id));
    return known.length > 0 ? map.queryRenderedFeatures({ layers: known }).length : 0;
  }, layers);

const hasLayer = (layer: string) =>
  sharp.page.evaluate((id) => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    return map.getLayer(id) !== undefined;
  }, layer);

/** The share of pixels around the middle of the map that a layer changes. */
const shareDrawnBy = (layer: string) =>
  sharp.page.evaluate(async (id) => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const pixels = async () => {
      const shot = new Promise<Uint8ClampedArray>((found) => {
        map.once("idle", () => {
          map.once("render", () => {
            const { width, height } = map.getCanvas();
            const copy = new OffscreenCanvas(width, height).getContext("2d");
            copy?.drawImage(map.getCanvas(), 0, 0);
            const side = 160;
            const [x, y] = [(width - side) / 2, (height - side) / 2];
            found(copy?.getImageData(x, y, side, side).data ?? new Uint8ClampedArray());
          });
          map.triggerRepaint();
        });
      });
      map.triggerRepaint();
      return shot;
    };
    const shown = await pixels();
    map.setLayoutProperty(id, "visibility", "none");
    const hidden = await pixels();
    map.setLayoutProperty(id, "visibility", "visible");
    let changed = 0;
    for (let i = 0; i < shown.length; i += 4)
      if ([0, 1, 2].some((at) => shown[i + at] !== hidden[i + at])) changed += 1;
    return changed / (shown.length / 4);
  }, layer);

test("the newest images are asked for and drawn from zoom 14 on, and not from farther away", async () => {
  const { page } = sharp;
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/tiles/image/")) asked.push(request.url());
  });
  await look(`/admin?at=${place()},13.9&layers=image`, page);
  expect(asked).toEqual([]);
  await move({ zoom: 14.1 }, page);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await settled(page);
  // The image is 100 pixels wide there.
  expect(await shareDrawnBy("mosaic")).toBeGreaterThan(0.3);
  page.removeAllListeners("request");
});

test("crowns have their outlines from zoom 17 on, and trees are points before", async () => {
  await look(`/admin?at=${place()},16.8&layers=trees`);
  await expect.poll(() => drawn(["hit-tree"])).toBeGreaterThan(20);
  expect(await drawn(["hit-crown", "crown-line"])).toBe(0);
  await move({ zoom: 17.1 });
  await expect.poll(() => drawn(["crown-line"])).toBeGreaterThan(20);
  expect(await drawn(["crown-halo"])).toBeGreaterThan(20);
});

test("ground that no image has ever shown is hatched, and ground that one shows is not", async () => {
  await look(`/admin?at=${place(0.05)},16&layers=unseen`, sharp.page);
  await expect.poll(() => hasLayer("unseen")).toBe(true);
  const far = await shareDrawnBy("unseen");
  expect(far).toBeGreaterThan(0.05);
  // Lines, no area.
  expect(far).toBeLessThan(0.6);
  await move({ place: place(), zoom: 17 }, sharp.page);
  await expect.poll(() => hasLayer("unseen")).toBe(true);
  expect(await shareDrawnBy("unseen")).toBe(0);
});

test.each(["light", "dark"])(
  "relief, roads and outlines with a halo are drawn on the %s base map",
  async (base) => {
    const { page } = sharp;
    await look(`/admin?at=38.7,68.9,8&layers=none&base=${base}`, page);
    expect(await shareDrawnBy("base-relief")).toBeGreaterThan(0.5);
    expect(await drawn(["base-road"], page)).toBeGreaterThan(0);
    expect(await drawn(["region-line"], page)).toBeGreaterThan(0);
    const order = await page.evaluate(() => {
      const { map } = document.querySelector("[data-map-idle]") as MapFrame;
      return map.getStyle().layers.map(({ id }) => id);
    });
    expect(await drawn(["region-halo"], page)).toBeGreaterThan(0);
    expect(order.indexOf("region-halo")).toBeLessThan(order.indexOf("region-line"));
    expect(order.indexOf("base-relief")).toBeLessThan(order.indexOf("base-road"));
    await move({ zoom: 10.5 }, page);
    expect(await shareDrawnBy("base-relief")).toBeGreaterThan(0.2);
  },
);

test("graticule lines carry their degrees", async () => {
  await look(`/admin?at=38.7,68.9,8&layers=none`);
  expect(await drawn(["graticule-line"])).toBe(0);
  await look(`/admin?at=38.7,68.9,8&layers=none&graticule=1`);
  await expect.poll(() => drawn(["graticule-line"])).toBeGreaterThan(1);
  await expect.poll(() => drawn(["graticule-label"])).toBeGreaterThan(0);
});

/** The Panj: the border of Tajikistan, and of its region Khatlon. */
const panj = "37.5,69.5,8";

test("a border is drawn once: by the regions that a person sees, else by the base map", async () => {
  await look(`/admin?at=${panj}&layers=none`);
  await expect.poll(() => drawn(["region-line"])).toBeGreaterThan(0);
  await expect.poll(() => drawn(["country-line"])).toBe(0);
  // Inspectors see only their territory, a district near Dushanbe: here the base map draws the border.
  const inspector = await enter(
    browser,
    product,
    "inspector@nihol.example",
    `/admin/home?view=map&at=${panj}`,
  );
  await expect.poll(() => drawn(["country-line"], inspector.page)).toBeGreaterThan(0);
  expect(inspector.complaints).toEqual([]);
  await inspector.context.close();
});

test("panel, layers and base map are found again, and an address wins", async () => {
  await look(`/admin?at=${panj}`);
  const panel = page.getByRole("region", { name: "Layers and dates" });
  await panel.getByRole("switch", { name: "Monitoring devices" }).click();
  await panel.getByRole("button", { name: "Dark" }).click();
  await panel.getByRole("button", { name: "Close layers and dates" }).click();
  await look(`/admin?at=${panj}`);
  const state = () =>
    page.evaluate(() => {
      const { map } = document.querySelector("[data-map-idle]") as MapFrame;
      return { isDark: map.getGlobalState().dark, devices: Boolean(map.getSource("devices")) };
    });
  expect(await state()).toEqual({ isDark: true, devices: false });
  await panel.waitFor({ state: "hidden" });
  await look(`/admin?at=${panj}&layers=devices&base=light`);
  expect(await state()).toEqual({ isDark: false, devices: true });
  await page.getByRole("button", { name: "Layers and dates" }).click();
  await panel.waitFor();
});

/** Widths in which the page is laid out alike take turns on one page: half of the addresses are opened in each. */
test.each([[[360, 390]], [[820]], [[1024]]])(
  "at %j pixels nothing hides a control of a map, nor is one cut off",
  async (widths) => {
    const [width = 0] = widths;
    const phone = await enter(browser, product, adminEmail, `/admin?at=${place()},16`, {
      width,
      height: 780,
      language: "ru",
      touch: width < 900,
    });
    const own = phone.page;
    expect(await own.locator("[data-capture-note]").count()).toBe(1);
    for (const address of [
      undefined,
      "/admin/home?view=map",
      "/admin/gardens?open=1",
      "/admin/image_compare?garden=1",
      "/admin/image_compare?garden=1&mode=side",
      `/admin/image_processing_ai/${image.id}`,
    ]) {
      if (address) await openScreen(own, address);
      await own.locator("[data-map-idle]").first().waitFor();
      expect(await hiddenControls(own), address).toEqual([]);
      const opened = own.viewportSize()?.width;
      for (const other of widths.filter((one) => one !== opened)) {
        await own.setViewportSize({ width: other, height: 780 });
        await settled(own);
        expect(await hiddenControls(own), `${address}, from ${opened} to ${other}`).toEqual([]);
      }
    }
    expect(phone.complaints).toEqual([]);
    await phone.context.close();
  },
);

test("the browser refused nothing on the way", () => {
  expect([...visit.complaints, ...sharp.complaints]).toEqual([]);
});
