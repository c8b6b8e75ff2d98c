import type { Stretch } from "@nihol/contract/values/raster-metadata";
import { type Pixels, type Raster, readPixels } from "./raster.ts";

const LOW_SHARE = 0.01;
const HIGH_SHARE = 0.99;
const ENOUGH_PIXELS = 512;
const MAX_PIXELS = 2048;

/**
 * The stretch of a 16-bit image: the 1st and 99th percentile of each band's valid pixels in an overview; null for 8-bit
 * images, which are shown as they are. Deterministic: the same file gives the same numbers.
 */
export async function measureStretch(raster: Raster): Promise<Stretch | null> {
  return raster.bits === 8 ? null : measureBands(raster);
}

/** The same of any image. */
export async function measureBands(raster: Raster): Promise<Stretch> {
  const level =
    [...raster.levels]
      .reverse()
      .find(({ width, height }) => Math.max(width, height) >= ENOUGH_PIXELS) ?? raster.levels[0];
  if (!level) throw new Error("The image has no pixels.");
  const width = Math.min(level.width, MAX_PIXELS);
  const height = Math.min(level.height, MAX_PIXELS);
  const x = Math.floor((level.width - width) / 2);
  const pixels = await readPixels(
    raster,
    x,
    Math.floor((level.height - height) / 2),
    width,
    height,
    level,
  );
  const ranges = Array.from({ length: raster.bands }, (_, band) => percentiles(pixels, band));
  return { low: ranges.map(([low]) => low), high: ranges.map(([, high]) => high) };
}

/** Pixels in 8 bits: stretched where a stretch is given, as they are where they have 8 bits, else from their full range. */
export function toBytes(pixels: Pixels, stretch: Stretch | null): Uint8Array {
  if (pixels.bits === 8 && pixels.data instanceof Uint8Array) return pixels.data;
  return stretched(pixels, stretch);
}

/** Pixels in 8 bits, each band over its own range, from all of 16 bits where none is given. */
export function stretched(pixels: Pixels, stretch: Stretch | null): Uint8Array {
  const { data, bands } = pixels;
  const out = new Uint8Array(data.length);
  const low = Array.from({ length: bands }, (_, b) => stretch?.low[b] ?? 0);
  const factor = low.map((value, b) => 255 / Math.max(1, (stretch?.high[b] ?? 65_535) - value));
  for (let i = 0; i < data.length; i++) {
    const band = i % bands;
    const value = ((data[i] ?? 0) - (low[band] ?? 0)) * (factor[band] ?? 1);
    out[i] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
  }
  return out;
}

function percentiles(pixels: Pixels, band: number): [low: number, high: number] {
  const counts = new Uint32Array(65_536);
  let total = 0;
  for (let i = 0; i < pixels.valid.length; i++) {
    if (pixels.valid[i] === 0) continue;
    const value = pixels.data[i * pixels.bands + band] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
    total++;
  }
  if (total === 0) return [0, 65_535];
  const low = valueAt(counts, total * LOW_SHARE);
  return [low, Math.max(low + 1, valueAt(counts, total * HIGH_SHARE))];
}

function valueAt(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value] ?? 0;
    if (seen > rank) return value;
  }
  return counts.length - 1;
}
