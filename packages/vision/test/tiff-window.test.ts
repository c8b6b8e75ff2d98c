/** A window out of a larger file: the same pixels at the same place, or a refusal. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bbox } from "@nihol/geo/geometry";
import { bufferSource } from "@nihol/geo/tiff/tiff";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pixelToLonLat } from "../src/coordinates/projection.ts";
import { copyTiffWindow } from "../src/mosaic/tiff-window.ts";
import { writeMosaic } from "../src/mosaic/tile-mosaic.ts";
import { encodeGeoTiff } from "../src/scene/geotiff.ts";

const tile = 256;
const pixelM = 0.5;
const [westM, northM] = [7_656_000, 4_660_000];
const place = {
  affine: [westM, pixelM, 0, northM, 0, -pixelM] as const,
  proj4: "+proj=merc +a=6378137 +b=6378137 +units=m +no_defs",
};
/** A box in degrees around pixels. */
const around = (x0: number, y0: number, x1: number, y1: number): Bbox => {
  const [west, north] = pixelToLonLat(place, x0, y0);
  const [east, south] = pixelToLonLat(place, x1, y1);
  return [west, south, east, north];
};
const limits = { pixelsMax: 1e6, bytesMax: 1e8 };

let dir: string;
let whole: Buffer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-window-"));
  // Three by two tiles, each of a grey of its own; the last one is not there.
  const pieces: (string | null)[] = [];
  for (let n = 0; n < 5; n++) {
    const background = { r: n * 40 + 20, g: 90, b: 60, alpha: 1 };
    const file = join(dir, String(n));
    const create = { width: tile, height: tile, channels: 4, background } as const;
    await sharp({ create }).png().toFile(file);
    pieces.push(file);
  }
  const target = join(dir, "whole.tif");
  const grid = { columns: 3, rows: 2, westM, northM, pieceM: tile * pixelM };
  expect(await writeMosaic({ ...grid, pieces: [...pieces, null], target })).toBe(5);
  whole = await readFile(target);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const copy = (bbox: Bbox, options = limits, bytes = whole) =>
  copyTiffWindow(bufferSource(bytes), bbox, join(dir, "window.tif"), options);
const red = async (file: string, left: number, top: number) => {
  const one = sharp(file).extract({ left, top, width: 1, height: 1 }).raw();
  return (await one.toBuffer())[0];
};

test("only the tiles that the box touches are copied, and their pixels stay what they were", async () => {
  const { bytes, ...window } = await copy(around(300, 10, 500, 400));
  const affine = [westM + tile * pixelM, pixelM, 0, northM, 0, -pixelM];
  expect(window).toEqual({ width: tile, height: 2 * tile, affine });
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(whole.length / 2);
  const file = join(dir, "window.tif");
  // The middle column: the second tile above the fifth.
  expect([await red(file, 10, 10), await red(file, 10, tile + 10)]).toEqual([60, 180]);
});

test("a window of a window lies where it lay", async () => {
  await copy(around(300, 300, 700, 400));
  const again = await readFile(join(dir, "window.tif"));
  await copy(around(300, 300, 500, 400), limits, again);
  expect(await red(join(dir, "window.tif"), 10, 10)).toBe(180);
});

test.each([
  ["beside the image", around(2000, 2000, 2100, 2100), limits, "window_outside"],
  [
    "of more pixels than are fetched",
    around(0, 0, 700, 400),
    { ...limits, pixelsMax: 1000 },
    "window_too_large",
  ],
  [
    "of more bytes than are fetched",
    around(0, 0, 700, 400),
    { ...limits, bytesMax: 10 },
    "window_too_heavy",
  ],
] as const)("a window %s is refused", async (_, bbox, options, code) => {
  await expect(copy(bbox, options)).rejects.toMatchObject({ name: "WindowRefused", code });
});

test("a file in strips is not read in parts, and one that is cut off is broken", async () => {
  const pixels = { data: new Uint8Array(64 * 64 * 3), width: 64, height: 64, bands: 3 };
  const strips = join(dir, "strips.tif");
  await writeFile(
    strips,
    encodeGeoTiff(pixels, [480_000, 0.5, 0, 4_268_000, 0, -0.5], 32642, "2026:05:17 07:10:00"),
  );
  const refused = { name: "WindowRefused", code: "window_not_tiled" };
  const box = around(0, 0, 100, 100);
  await expect(copy(box, limits, await readFile(strips))).rejects.toMatchObject(refused);
  await expect(copy(box, limits, whole.subarray(0, whole.length - 200))).rejects.toThrow();
});
