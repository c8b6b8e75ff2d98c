/// <reference lib="dom" />
/** Borders of regions and districts: drawn, taken from a file, removed; and many at once from one file, with a choice. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { kmlOf } from "../support/scene-file.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  seen = await enter(browser, product, adminEmail, "/auth", { width: 1440, height: 1100 });
});
afterAll(async () => {
  expect(seen?.complaints).toEqual([]);
  await browser?.close();
  await product?.stop();
});

interface Place {
  id: number;
  name: { en: string };
  bbox: number[] | null;
}
async function placeNamed(call: string, name: string): Promise<Place> {
  const { body } = await product.api(adminEmail, "GET", `${call}?page_size=200`);
  const found = (body as { results: Place[] }).results.find((one) => one.name.en === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** Takes the borders of all districts away, beside which none could be drawn or imported just anywhere. */
async function clearDistricts() {
  const { body } = await product.api(adminEmail, "GET", "/district?page_size=200");
  for (const { id } of (body as { results: Place[] }).results)
    await product.api(adminEmail, "PATCH", `/district/${id}`, { boundary: null });
}

/** Presses three corners on the drawing map, and Enter, which closes the outline. */
async function drawTriangle(page: Page) {
  const canvas = page.getByRole("dialog").locator("canvas.maplibregl-canvas");
  for (const [x, y] of [
    [300, 120],
    [420, 120],
    [360, 220],
  ] as const)
    await canvas.click({ position: { x, y } });
  return canvas;
}

const drawingReady = (page: Page) =>
  page
    .getByRole("toolbar", { name: "Drawing the boundary" })
    .and(page.locator('[aria-busy="false"]'))
    .waitFor();

/** From now on no script of the page gets an animation frame. @returns lets those run that were asked for */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const own = { ask: window.requestAnimationFrame, cancel: window.cancelAnimationFrame };
    const held = new Map<number, FrameRequestCallback>();
    let last = 1e6;
    window.requestAnimationFrame = (callback) => {
      last += 1;
      held.set(last, callback);
      return last;
    };
    window.cancelAnimationFrame = (id) => {
      if (!held.delete(id)) own.cancel.call(window, id);
    };
    Object.assign(window, {
      releaseFrames: () => {
        window.requestAnimationFrame = own.ask;
        window.cancelAnimationFrame = own.cancel;
        for (const callback of held.values()) window.requestAnimationFrame(callback);
      },
    });
  });
  return async () => {
    await page.evaluate(() => (window as unknown as { releaseFrames: () => void }).releaseFrames());
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
}

test("a garden from a file that lies abroad is pointed out before anything is saved", async () => {
  // Pointed out while every region has its border: the tests below take one away.
  const { page } = seen;
  const abroad: [number, number][] = [
    [10, 50],
    [10.01, 50],
    [10.01, 50.01],
    [10, 50.01],
    [10, 50],
  ];
  await page.goto(`${product.address}/admin/gardens?open=new`);
  await page.getByRole("button", { name: "From a file" }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: "abroad.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(kmlOf("Far away", abroad)),
  });
  const dialog = page.getByRole("dialog", { name: "Boundary from a file" });
  await dialog.getByText("The boundary lies outside the country's regions at").waitFor();
  expect(await dialog.getByRole("checkbox").first().isChecked()).toBe(false);
  await expectAccessible(page, "a refused outline");
});

test("presses made while the drawing is still loading are corners of the outline", async () => {
  const { page } = seen;
  let release = () => {};
  const held = new Promise<void>((resume) => {
    release = resume;
  });
  await page.route("**/assets/drawing-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const { id } = await placeNamed("/district", "Vakhsh");
  await clearDistricts();
  // Where the presses lie depends on how far the map has come: anywhere is right without the borders of region and districts.
  const region = await placeNamed("/region", "Khatlon");
  await product.api(adminEmail, "PATCH", `/region/${region.id}`, { boundary: null });
  await page.goto(`${product.address}/admin/districts?open=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.locator("canvas.maplibregl-canvas").waitFor();
  const canvas = await drawTriangle(page);
  release();
  await drawingReady(page);
  const releaseFrames = await holdFrames(page);
  await canvas.press("Enter");
  await panel.getByText("No boundary drawn").waitFor({ state: "hidden" });
  await expectAccessible(page, "a district's boundary");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("img", { name: "Outline of Vakhsh" }).waitFor();
  // On a slow machine a frame of the drawing comes only now, when its map has gone.
  await releaseFrames();
  expect((await placeNamed("/district", "Vakhsh")).bbox).not.toBeNull();
});

test("a border is replaced by a file, and removed again; a changed name alone leaves it as it is", async () => {
  const { page } = seen;
  const { id, bbox } = await placeNamed("/region", "Sughd");
  expect(bbox).not.toBeNull();
  const panel = page.getByRole("dialog");
  const edit = async () => {
    await page.goto(`${product.address}/admin/regions?open=${id}`);
    await panel.getByRole("button", { name: "Edit" }).click();
  };
  const bboxNow = async () =>
    ((await product.api(adminEmail, "GET", `/region/${id}`)).body as Place).bbox;

  await edit();
  await panel.getByLabel("English").fill("Sughd of old");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("heading", { name: "Sughd of old" }).waitFor();
  expect(await bboxNow()).toEqual(bbox);

  await edit();
  await panel.getByRole("button", { name: "From a file" }).click();
  const ring: [number, number][] = [
    [68, 40],
    [69, 40],
    [69, 41],
    [68, 41],
    [68, 40],
  ];
  await page.locator('input[type="file"]').setInputFiles({
    name: "sughd.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(kmlOf("Sughd", ring)),
  });
  await page.getByRole("button", { name: "Take this boundary" }).click();
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("1 garden would lie outside the place").waitFor();
  expect(await bboxNow()).toEqual(bbox);
  await expectAccessible(page, "a border that leaves a garden outside");
  await panel.getByRole("checkbox", { name: "The border may leave these gardens outside" }).check();
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText(/^1 garden lies outside .*: Syr Darya Garden\./).waitFor();
  await until("the border is the file's", async () =>
    (await bboxNow())?.join() === "68,40,69,41" ? true : undefined,
  );

  await edit();
  await panel.getByRole("button", { name: "Remove", exact: true }).click();
  await panel.getByText("No boundary drawn").waitFor();
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("Not drawn yet").waitFor();
  expect(await bboxNow()).toBeNull();
});

test("an import says by what each outline is known, and asks where several districts fit", async () => {
  const { page } = seen;
  const outline = (west: number, properties: Record<string, string>) => ({
    type: "Feature",
    properties,
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [west, 37.5],
          [west + 0.1, 37.5],
          [west + 0.1, 37.6],
          [west, 37.6],
          [west, 37.5],
        ],
      ],
    },
  });
  const features = [
    outline(69, { name: "Baljuvon", name_en_alt: "Vakhsh" }),
    outline(69.2, { name: "Between", one: "Panj", other: "Farkhor" }),
    outline(69.4, { name: "Chaikhun" }),
  ];
  await clearDistricts();
  await page.goto(`${product.address}/admin/districts`);
  await page.getByRole("button", { name: "Import boundaries" }).click();
  const dialog = page.getByRole("dialog", { name: "Import boundaries of districts" });
  await dialog.locator('input[type="file"]').setInputFiles({
    name: "districts.geojson",
    mimeType: "application/geo+json",
    buffer: Buffer.from(JSON.stringify({ type: "FeatureCollection", features })),
  });
  await dialog.getByRole("listitem").filter({ hasText: "Baljuvon" }).getByText("by name").waitFor();
  await expectAccessible(page, "an import with a choice");
  await dialog.getByRole("combobox", { name: "Which place is Between?" }).click();
  await page.getByRole("option", { name: "Panj" }).click();
  await dialog.getByText(/in the file: Between · chosen by you/).waitFor();
  await dialog.getByRole("combobox", { name: "Which place is Chaikhun?" }).fill("Jayhun");
  await page.getByRole("option", { name: "Jayhun" }).click();
  await dialog.getByText("Will change: 3").waitFor();
  const west = async (name: string) => (await placeNamed("/district", name)).bbox?.[0];
  const before = await Promise.all(["Baljuvon", "Farkhor"].map(west));
  await dialog.getByRole("button", { name: "Leave out: Baljuvon" }).click();
  await dialog.getByText("Left out by you").waitFor();
  await dialog.getByRole("button", { name: "Replace boundaries" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await Promise.all(["Panj", "Jayhun", "Baljuvon", "Farkhor"].map(west))).toEqual([
    69.2,
    69.4,
    ...before,
  ]);
});
