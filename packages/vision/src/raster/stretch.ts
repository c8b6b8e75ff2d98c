import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { type Pixels, type Raster, readPixels } from "./raster.ts";

/** Half a percent of an image's pixels each: levels are measured in these steps. */
const STEPS = 200;
const USUAL_CUT = 1;
const ENOUGH_PIXELS = 512;
const MAX_PIXELS = 2048;
/**
 * Where the darkest and the brightest hundredth of a band lie in 8-bit aerial images: means of the labelled ones that
 * the detector's ground card was measured on at 0.6 m. With all of 0 to 255 the contrast were half as high again.
 */
const USUAL_BYTES = { low: 45, high: 190 };
/** Windows in which the step of the values is looked for, along each side, and pixels of one's side. */
const STEP_WINDOWS = { along: 3, side: 128 };
/** Fewer values than these say nothing of the step between them. */
const ENOUGH_VALUES = 16;
/** Values of more than 8 bits lie nearer to each other somewhere. */
const MIN_STEP = 2;

/**
 * The stretch of a 16-bit image, null for 8-bit images, which are taken as they are. The detector and what is known of
 * ground were measured on 8-bit images, so 16 bits are brought to what 8 bits would have been: exactly, where the values
 * are those of 8 bits times a number; else the 1st and 99th percentile of each band's valid pixels in an overview
 * come to where they usually lie in 8 bits. Deterministic: the same file gives the same numbers.
 */
export async function measureStretch(raster: Raster): Promise<Stretch | null> {
  if (raster.bits === 8) return null;
  const levels = await measureLevels(raster);
  const step = await stepOfBytes(raster, levels);
  if (step) return { low: levels.map(() => 0), high: levels.map(() => 255 * step) };
  const { low, high } = stretchOf(levels, USUAL_CUT, USUAL_CUT);
  const { low: first, high: last } = USUAL_BYTES;
  const perByte = low.map((value, band) => ((high[band] ?? 0) - value) / (last - first));
  return {
    low: low.map((value, band) => value - first * (perByte[band] ?? 0)),
    high: high.map((value, band) => value + (255 - last) * (perByte[band] ?? 0)),
  };
}

/**
 * By how much 8 bits were multiplied to make the image's values, rounded to whole numbers: 257, or 39.2 where bytes were
 * written as reflectance of at most 1, times 10,000. Undefined where the values are more than 8 bits can tell apart, or do
 * not lie on such steps.
 */
async function stepOfBytes(raster: Raster, levels: BandLevels): Promise<number | undefined> {
  const { along, side } = STEP_WINDOWS;
  const values = new Set<number>();
  for (let i = 0; i < along ** 2; i++) {
    const at = (size: number, part: number) =>
      Math.max(0, Math.round(((part + 0.5) / along) * size - side / 2));
    const [x, y] = [at(raster.width, i % along), at(raster.height, Math.floor(i / along))];
    const { data, valid, bands } = await readPixels(raster, x, y, side, side);
    for (const [p, value] of data.entries())
      if (valid[Math.floor(p / bands)] !== 0 && value > 0) values.add(value);
    if (values.size > 255) return undefined;
  }
  const highest = Math.max(...levels.map((band) => band.at(-1) ?? 0));
  return values.size >= ENOUGH_VALUES ? stepBetween([...values], highest) : undefined;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The step on whose multiples, at most 255 of them, all values lie; undefined where there is none. */
function stepBetween(values: readonly number[], highest = 0): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  const gaps = sorted.slice(1).map((value, i) => value - (sorted[i] ?? 0));
  const narrowest = Math.min(...gaps);
  if (!(narrowest >= MIN_STEP)) return undefined;
  // Of a step of 39.2 the gaps are 39 and 40; each value farther off tells it better.
  const near = gaps.filter((gap) => gap <= narrowest + 1);
  let step = sum(near) / near.length;
  let times = 0;
  const apart = sorted.slice(1).map((value, i) => {
    times += Math.round((gaps[i] ?? 0) / step);
    step = (value - first) / times;
    return times;
  });
  const below = Math.round(first / step);
  const bytes = [below, ...apart.map((one) => below + one)];
  const fitted =
    sum(sorted.map((value, i) => value * (bytes[i] ?? 0))) / sum(bytes.map((k) => k * k));
  const isOnSteps = sorted.every((value, i) => Math.abs(value - fitted * (bytes[i] ?? 0)) <= 1);
  return isOnSteps && Math.max(highest, ...sorted) <= 255 * fitted + 1 ? fitted : undefined;
}

/** Of each band the values below which so many pixels lie, in steps of half a percent from none to all. */
export type BandLevels = Uint16Array[];

/** The range of each band without so many percent of its darkest and of its brightest pixels. */
export function stretchOf(levels: BandLevels, lowCut: number, highCut: number): Stretch {
  const low = levels.map((band) => band[Math.round((lowCut * STEPS) / 100)] ?? 0);
  const top = levels.map((band) => band[STEPS - Math.round((highCut * STEPS) / 100)] ?? 65_535);
  return { low, high: top.map((value, band) => Math.max((low[band] ?? 0) + 1, value)) };
}

/** Reads them from an overview. */
export async function measureLevels(raster: Raster): Promise<BandLevels> {
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
  return Array.from({ length: raster.bands }, (_, band) => levelsOf(pixels, band));
}

/** Pixels in 8 bits: stretched where a stretch is given, as they are where they have 8 bits, else from their full range. */
export function toBytes(pixels: Pixels, stretch: Stretch | null): Uint8Array {
  if (pixels.bits === 8 && pixels.data instanceof Uint8Array) return pixels.data;
  return stretched(pixels, stretch);
}

/**
 * Pixels in 8 bits, each band over its own range, from all of 16 bits where none is given. A gamma above 1 lightens
 * what is dark.
 */
export function stretched(pixels: Pixels, stretch: Stretch | null, gamma = 1): Uint8Array {
  const { data, bands } = pixels;
  const out = new Uint8Array(data.length);
  const low = Array.from({ length: bands }, (_, b) => stretch?.low[b] ?? 0);
  const factor = low.map((value, b) => 255 / Math.max(1, (stretch?.high[b] ?? 65_535) - value));
  const curve = gamma === 1 ? undefined : gammaCurve(gamma);
  for (let i = 0; i < data.length; i++) {
    const band = i % bands;
    const value = ((data[i] ?? 0) - (low[band] ?? 0)) * (factor[band] ?? 1);
    const within = value <= 0 ? 0 : value >= 255 ? 255 : value;
    out[i] = curve ? (curve[Math.round(within * FINER)] ?? 0) : Math.round(within);
  }
  return out;
}

/** So many steps of the curve for each of 8 bits: dark values lie far apart once they are lightened. */
const FINER = 16;

const gammaCurve = (gamma: number) =>
  Uint8Array.from({ length: 255 * FINER + 1 }, (_, at) =>
    Math.round(255 * (at / (255 * FINER)) ** (1 / gamma)),
  );

function levelsOf(pixels: Pixels, band: number): Uint16Array {
  const counts = new Uint32Array(65_536);
  let total = 0;
  for (let i = 0; i < pixels.valid.length; i++) {
    if (pixels.valid[i] === 0) continue;
    const value = pixels.data[i * pixels.bands + band] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
    total++;
  }
  const levels = new Uint16Array(STEPS + 1).fill(65_535);
  if (total === 0) return levels.fill(0, 0, STEPS / 2);
  let step = 0;
  let seen = 0;
  for (let value = 0; value < counts.length && step < STEPS; value++) {
    seen += counts[value] ?? 0;
    while (step < STEPS && seen > total * (step / STEPS)) levels[step++] = value;
  }
  // All of them lie at or below the largest.
  levels[STEPS] = counts.findLastIndex((count) => count > 0);
  return levels;
}
