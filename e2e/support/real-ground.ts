/** Real aerial images of one year laid side by side to larger ones; drawn ones where the shared data is absent. */
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rasterSource } from "@nihol/vision/detect/detect-raster";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import type { Pixels } from "@nihol/vision/pixels/pixels";
import { openRaster } from "@nihol/vision/raster/raster";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";
import { drawScene, encodeScene, type SceneOptions } from "@nihol/vision/scene/scene";
import type { DatedImage } from "./real-dates.ts";

const folder = join(import.meta.dirname, "../../../shared/data/real/geotiff/pairs-naip/shared");
const tileSide = 256;
/** UTM zone 10 north, in which the first of them lies; the others are laid beside it. */
const epsg = 26910;

/** The images of 2018, 0.6 m a pixel with near infrared, in the order of their names. */
const tilesOfYear = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /_2018_\d+\.tif$/.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

async function pixelsOf(path: string): Promise<Pixels> {
  const facts = await inspectImage(path);
  const raster = await openRaster(path, facts);
  return rasterSource(raster, null).read({ x: 0, y: 0, width: tileSide, height: tileSide });
}

/** Lays tiles in rows of so many; the place is that of the first. Returns the path of a GeoTIFF. */
async function laidTogether(tiles: readonly string[], across: number): Promise<string> {
  const [first = ""] = tiles;
  const { affine } = await inspectImage(first);
  const width = across * tileSide;
  const height = (tiles.length / across) * tileSide;
  const data = new Uint8Array(width * height * 4);
  for (const [i, path] of tiles.entries()) {
    const tile = await pixelsOf(path);
    const left = (i % across) * tileSide;
    const top = Math.floor(i / across) * tileSide;
    for (let y = 0; y < tileSide; y++) {
      const row = tile.data.subarray(y * tileSide * 4, (y + 1) * tileSide * 4);
      data.set(row, ((top + y) * width + left) * 4);
    }
  }
  const path = join(await mkdtemp(join(tmpdir(), "nihol-ground-")), "ground.tif");
  const pixels: Pixels = { data, width, height, bands: 4 };
  await writeFile(path, encodeGeoTiff(pixels, affine, epsg, "2018:06:14 18:00:00"));
  return path;
}

async function drawn(options: Omit<SceneOptions, "lat" | "date">): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "nihol-ground-")), "ground.tif");
  await writeFile(path, encodeScene(drawScene({ ...options, lat: 39.73, date: 0 })));
  return path;
}

/** An image of three fragments of real ground, nine tiles in a row; of four that are drawn. */
export function severalFragments(): Promise<string> {
  const tiles = tilesOfYear();
  if (tiles.length < 9) return drawn({ seed: 5, lon: -121.84, size: 1100 });
  return laidTogether(tiles.slice(0, 9), 9);
}

/** Four places of one flight, each large enough for five sample plots: four tiles a place. */
export async function flightImages(): Promise<DatedImage[]> {
  const tiles = tilesOfYear();
  const place = (n: number) =>
    tiles.length < 16
      ? drawn({ seed: 11 + n, lon: -121.84 + n / 100, size: 480, gsdMeters: 0.6 })
      : laidTogether(tiles.slice(4 * n, 4 * n + 4), 2);
  return Promise.all(
    [0, 1, 2, 3].map(async (n) => ({ day: `2018-06-1${n}`, path: await place(n) })),
  );
}
