/// <reference lib="dom" />
/**
 * Dry land on which shrubs look like trees: windows counted on one image teach the detector its kind of ground, the image is
 * counted again by that, a second one begins with it, and a third of other ground does not.
 */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { drawScrub, encodeScrub } from "@nihol/vision/scene/scrub-scene";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { follow } from "../support/settled.ts";
import { until } from "../support/until.ts";

const GSD = 0.2;
const DAY = "2026-05-14";
const PLACE = { lon: 69.1, lat: 38.9 };
const GROUND = "Drone, dry hills";

let product: Product;
let browser: Browser;
let seen: Visit;
let folder: string;
let source: number;
function drawSeed(seed: number) {
  const sun = { dx: -0.7, dy: -0.7, shadowLength: 0.9 };
  const drawn = drawScrub({ seed, side: 200, shrubs: 220, trees: 45, sun });
  return { seed, drawn, trees: drawn.plants.filter(({ kind }) => kind === "tree") };
}
const taught = drawSeed(1);
const later = drawSeed(2);

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  folder = await mkdtemp(join(tmpdir(), "nihol-grounds-"));
  const name = { tg: "Дрон", ru: "Дрон", en: "Drone", az: "Dron" };
  ({ id: source } = (await api("POST", "/imagery-source", { name, kind: "upload" })) as {
    id: number;
  });
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function api(method: "GET" | "POST" | "PUT", path: string, body?: object) {
  const answer = await product.api(adminEmail, method, path, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
}

/** Brings an image in and gives what the list then says of the newest. */
async function bring(name: string, bytes: Uint8Array): Promise<WholeImage> {
  const path = join(folder, `${name}.tif`);
  await writeFile(path, bytes);
  expect(await readImage(product, path, DAY, source)).toBe("completed");
  const { results } = (await api("GET", "/whole-image")) as { results: WholeImage[] };
  return results.reduce((newest, one) => (one.id > newest.id ? one : newest));
}
const bringScrub = ({ seed, drawn }: typeof taught) => {
  const lon = PLACE.lon + seed / 100;
  const at = { ...PLACE, lon, gsdMeters: GSD, seed, taken: "2026:05:14 10:20:00" };
  return bring(`scrub ${seed}`, encodeScrub(drawn, at));
};

let first: WholeImage;
const calibration = async () =>
  (await api("GET", `/whole-image/${first.id}/calibration`)) as Calibration;

/** Trees in a window of the first image, in its pixels. */
function marksOf({ picture, side }: CalibrationWindow): [number, number][] {
  const cell = Number(new URL(picture, "http://x").searchParams.get("square"));
  const columns = Math.ceil(first.width / side);
  const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side];
  return taught.trees
    .map(({ x, y }): [number, number] => [x / GSD - left, y / GSD - top])
    .filter(([x, y]) => x >= 0 && y >= 0 && x < side && y < side);
}

/** Counts the open window by keys alone: the crosshair goes to each tree in hundredths of what is shown. */
async function countByKeys(page: Page, window: CalibrationWindow) {
  const stage = page.getByRole("application", { name: new RegExp(`^Window ${window.n},`) });
  await stage.locator("img").waitFor();
  await stage.focus();
  const step = window.shown.width / 100;
  await page.keyboard.press("ArrowRight");
  let at = [window.side / 2, window.side / 2] as [number, number];
  for (const [x, y] of marksOf(window)) {
    const go = async (by: number, forth: string, back: string) => {
      const steps = Math.round(Math.abs(by) / step);
      for (let i = 0; i < steps; i++) await page.keyboard.press(by > 0 ? forth : back);
      return Math.sign(by) * steps * step;
    };
    const right = await go(x - at[0], "ArrowRight", "ArrowLeft");
    const down = await go(y - at[1], "ArrowDown", "ArrowUp");
    at = [at[0] + right, at[1] + down];
    await page.keyboard.press("Enter");
  }
}

test("the windows of an image of unfamiliar ground are counted", async () => {
  first = await bringScrub(taught);
  const { page } = seen;
  await follow(page, `/admin/image_processing_ai/${first.id}/calibration`);
  await page.getByRole("button", { name: "Begin" }).click();
  const open = await until("windows are drawn", async () => {
    const { state, windows } = await calibration();
    return state === "open" ? windows : undefined;
  });
  await page.getByRole("heading", { name: /^Window 1 of/ }).waitFor();
  const [byKeys, ...others] = open;
  if (!byKeys) throw new Error("no windows");
  await countByKeys(page, byKeys);
  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("heading", { name: /^Window 2 of/ }).waitFor();
  const kept = (await calibration()).windows[0];
  expect(kept?.marks.length).toBe(marksOf(byKeys).length);
  for (const window of others)
    await api("PUT", `/whole-image/${first.id}/calibration/${window.n}`, {
      marks: marksOf(window),
      skipped: false,
    });
});

test("its kind of ground is named and learned, and the figures say whether it is better", async () => {
  const { page } = seen;
  await follow(page, `/admin/image_processing_ai/${first.id}/calibration`);
  await page.getByRole("button", { name: "Name the kind of ground" }).click();
  const dialog = page.getByRole("dialog", { name: /^Of which kind of ground/ });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Name", { exact: true }).waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill(GROUND);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(GROUND, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Learn from the windows" }).click();
  await page.getByText(/^Version 1,/).waitFor({ timeout: 60_000 });
  await page.getByText("Better by more than chance", { exact: false }).waitFor();
  await expectAccessible(page, "a learned ground");
});

test("the image is counted again by it", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Count this image again by it" }).click();
  const dialog = page.getByRole("dialog", { name: /^Count .* again/ });
  await dialog.getByRole("button", { name: "Count this image again by it" }).click();
  await page.waitForURL(new RegExp(`image_processing_ai/${first.id}$`));
  await page
    .getByText(`windows taught of the ground “${GROUND}” (version 1)`, { exact: false })
    .waitFor({ timeout: 120_000 });
  const after = (await api("GET", `/whole-image/${first.id}`)) as WholeImage;
  const off = ({ trees }: WholeImage) => Math.abs((trees.found ?? 0) - taught.trees.length);
  expect(off(after)).toBeLessThan(off(first));
});

test("a second image of the ground begins with it, a third of other ground does not", async () => {
  const { page } = seen;
  const second = await bringScrub(later);
  await follow(page, `/admin/image_processing_ai/${second.id}`);
  await page.getByText(`of the ground “${GROUND}” (version 1)`, { exact: false }).waitFor();
  const { low, high } = second.trees;
  const trees = later.trees.length;
  expect([(low ?? Infinity) <= trees, (high ?? 0) >= trees]).toEqual([true, true]);
  const garden = drawScene({ seed: 3, size: 900, date: 1, ...PLACE, gsdMeters: GSD });
  const third = await bring("garden", encodeScene(garden));
  await follow(page, `/admin/image_processing_ai/${third.id}`);
  await page.getByText(`The ground “${GROUND}” is not used: this image looks otherwise.`).waitFor();
  expect(seen.complaints).toEqual([]);
});
