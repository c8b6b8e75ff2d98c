import { usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { sharp } from "../native/image-library.ts";
import { type Pixels, type Raster, type RasterLevel, readPixels } from "../raster/raster.ts";
import {
  eachTilePixel,
  meetsImage,
  TILE_SIZE,
  type TileGrid,
  tileGrid,
  tileScale,
} from "./image-tile-grid.ts";
import { viewed } from "./image-view.ts";

/** An overview may be this much finer than the tile before the next one is taken (GDAL's own threshold). */
const FINER = 1.2;
/** A tile needs about 256 × 256 pixels of the right overview; a much larger read means that there is none. */
const MAX_READ = 16e6;

/**
 * A 256 px Web Mercator tile made on demand: WebP, transparent where there is no image; undefined when the image does
 * not reach the tile. Method: inverse mapping with the projection on a 16 px grid, bilinear samples of the nearest overview.
 */
export async function renderImageTile(
  raster: Raster,
  z: number,
  x: number,
  y: number,
  stretch: Stretch | null = null,
  view: ViewSettings = usualView,
): Promise<Buffer | undefined> {
  if (!meetsImage(raster, z, x, y)) return undefined;
  const grid = tileGrid(raster, z, x, y);
  const level = levelFor(raster, tileScale(grid));
  const area = areaUnder(grid, level);
  if (!area) return undefined;
  const read = await readPixels(raster, area.x, area.y, area.width, area.height, level);
  const source = shrunk(read, Math.floor(tileScale(grid) / level.scaleX));
  const tile = sample(source.pixels, grid, level, { x: area.x, y: area.y, step: source.step });
  if (!tile.valid.includes(1)) return undefined;
  const raw = { width: TILE_SIZE, height: TILE_SIZE, channels: 4 as const };
  const colours = await viewed(raster, tile, view, stretch);
  return await sharp(colours, { raw }).webp({ quality: 80, effort: 2 }).toBuffer();
}

function levelFor(raster: Raster, scale: number): RasterLevel {
  const [full] = raster.levels;
  if (!full) throw new Error("The image has no pixels.");
  const coarse = raster.levels.filter((level) => level.scaleX <= scale * FINER).at(-1);
  return coarse ?? (Number.isFinite(scale) ? full : (raster.levels.at(-1) ?? full));
}

type Area = { x: number; y: number; width: number; height: number };

/** Pixels of the level that the tile's samples touch, cut to the image; undefined when there are none. */
function areaUnder({ xs, ys }: TileGrid, level: RasterLevel): Area | undefined {
  const [left, right] = extent(xs, level.scaleX, level.width);
  const [top, bottom] = extent(ys, level.scaleY, level.height);
  if (!(right > left) || !(bottom > top)) return undefined;
  if ((right - left) * (bottom - top) > MAX_READ)
    throw new Error("The image has no overview for this zoom.");
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function extent(values: Float64Array, scale: number, size: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [Math.max(0, Math.floor(low / scale) - 2), Math.min(size, Math.ceil(high / scale) + 2)];
}

/** Small images have few overviews: what is much finer than the tile is averaged first, `step` × `step` pixels to one. */
function shrunk(source: Pixels, step: number): { pixels: Pixels; step: number } {
  if (!(step >= 2)) return { pixels: source, step: 1 };
  const { bands, bits } = source;
  const [width, height] = [Math.ceil(source.width / step), Math.ceil(source.height / step)];
  const sums = new Float64Array(width * height * bands);
  const counts = new Uint32Array(width * height);
  for (let i = 0; i < source.valid.length; i++) {
    if (source.valid[i] === 0) continue;
    const to =
      Math.floor(Math.floor(i / source.width) / step) * width +
      Math.floor((i % source.width) / step);
    counts[to] = (counts[to] ?? 0) + 1;
    for (let b = 0; b < bands; b++)
      sums[to * bands + b] = (sums[to * bands + b] ?? 0) + (source.data[i * bands + b] ?? 0);
  }
  const data = bits === 8 ? new Uint8Array(sums.length) : new Uint16Array(sums.length);
  for (let i = 0; i < sums.length; i++)
    data[i] = Math.round((sums[i] ?? 0) / Math.max(1, counts[Math.floor(i / bands)] ?? 1));
  return {
    pixels: {
      data,
      valid: Uint8Array.from(counts, (n) => Math.min(1, n)),
      width,
      height,
      bands,
      bits,
    },
    step,
  };
}

/** Where the pixels that were read begin in their level, and how many of its pixels one of them stands for. */
type Origin = { x: number; y: number; step: number };

function sample(source: Pixels, grid: TileGrid, level: RasterLevel, from: Origin): Pixels {
  const { bands, bits } = source;
  const count = TILE_SIZE * TILE_SIZE;
  const data = bits === 8 ? new Uint8Array(count * bands) : new Uint16Array(count * bands);
  const tile: Pixels = {
    data,
    valid: new Uint8Array(count),
    width: TILE_SIZE,
    height: TILE_SIZE,
    bands,
    bits,
  };
  eachTilePixel(grid, (index, px, py) => {
    // Beyond the edge nothing is invented: only positions inside the image get a value.
    if (
      !(px >= 0 && py >= 0 && px < level.width * level.scaleX && py < level.height * level.scaleY)
    )
      return;
    const x = (px / level.scaleX - from.x) / from.step - 0.5;
    bilinear(source, x, (py / level.scaleY - from.y) / from.step - 0.5, tile, index);
  });
  return tile;
}

function bilinear(source: Pixels, x: number, y: number, tile: Pixels, index: number): void {
  const { bands, data, valid, width, height } = source;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  let total = 0;
  const sums = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [cx, cy] = [x0 + (corner & 1), y0 + (corner >> 1)];
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
    const at = cy * width + cx;
    const weight = (1 - Math.abs(x - cx)) * (1 - Math.abs(y - cy)) * (valid[at] ?? 0);
    if (weight === 0) continue;
    total += weight;
    for (let b = 0; b < bands; b++) sums[b] = (sums[b] ?? 0) + weight * (data[at * bands + b] ?? 0);
  }
  // At the very edge half of the neighbours are missing: a quarter is enough to be image.
  if (total < 0.25) return;
  tile.valid[index] = 1;
  for (let b = 0; b < bands; b++) tile.data[index * bands + b] = Math.round((sums[b] ?? 0) / total);
}
