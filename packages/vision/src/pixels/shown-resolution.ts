/**
 * Tells whether an image was blown up from coarser pixels, as map services do at zooms beyond their images. Interpolation
 * leaves two traces, and both are asked for, since blur alone is no proof: derivatives vary with the period of the
 * coarser pixels (Gallagher 2005, Detection of linear and cubic interpolation in JPEG compressed images), and the
 * spectrum is empty beyond what those pixels can hold. Repeated pixels leave no empty spectrum, but steps between which
 * nothing changes.
 */
import { complexGrid, fourier } from "./fourier.ts";
import type { PixelSource } from "./pixels.ts";

/** Windows along each side, and pixels of one's side: enough for a period, and few enough to be read at once. */
const WINDOWS = { along: 3, side: 512 };
const MIN_SIDE = 128;
/** Pixels of a block's side for the spectrum, and its rings (cycles in a block): what is compared, and at what. */
const BLOCK = 64;
const RINGS = { usual: [4, 10], fine: [24, 31] } as const;
/** Frequencies at which a period is looked for, in steps of so many to a pixel, and from which on. */
const STEPS = 1024;
const FROM_STEP = 180;
/** JPEG blocks of 8 pixels have periods of their own: these steps and their neighbours say nothing. */
const JPEG_STEPS = [256, 384];
const BESIDE = 5;
/** A peak stands so much above the median of one window's steps; of many windows' mean less is enough. */
const PEAK = { floor: 2, one: 4.5 };
/** Repeated pixels: the peak, and the share of the derivative that goes with the period. */
const REPEATED = { peak: 12, share: 0.1 };
/** Power of the finest rings, as a logarithm beside that of the usual ones, each times its squared frequency. */
const EMPTY = -1.1;
/** A period that goes with so much of the derivative is that of single steps between repeated pixels. */
const SPARSE = 0.6;
/** Pixels that are blown up less than this are taken as they are: compression hides lesser factors, and patterns of the ground have such periods. */
const MIN_TIMES = 1.9;

interface Window {
  /** Brightness, row by row. */
  data: Float32Array;
  width: number;
  height: number;
}

/**
 * Measures how many times finer than what they show the pixels are; 1 where nothing says that they are, also where they
 * are less than 1.9 times finer. Reads nine windows, whatever the image's size.
 */
export async function measureBlownUp(source: PixelSource): Promise<number> {
  const [width, height] = [
    Math.min(WINDOWS.side, source.width),
    Math.min(WINDOWS.side, source.height),
  ];
  if (Math.min(width, height) < MIN_SIDE) return 1;
  const windows: Window[] = [];
  for (const y of startsOf(source.height, height))
    for (const x of startsOf(source.width, width)) {
      const rect = { x, y, width, height };
      source.expect?.(rect);
      const { data, valid, bands } = await source.read(rect);
      // A border between pixels and none has a spectrum of its own.
      if (valid?.includes(0)) continue;
      windows.push({ data: lightOf(data, bands), width, height });
    }
  return blownUp(windows);
}

/** Where windows begin along a side. */
const startsOf = (size: number, side: number): number[] =>
  size >= WINDOWS.along * side
    ? Array.from({ length: WINDOWS.along }, (_, i) =>
        Math.floor(((i + 0.5) / WINDOWS.along) * size - side / 2),
      )
    : [...new Set([0, size - side])];

/** The mean of the visible bands. */
function lightOf(data: Uint8Array, bands: number): Float32Array {
  const colours = Math.min(3, bands);
  return Float32Array.from({ length: data.length / bands }, (_, p) => {
    let sum = 0;
    for (let band = 0; band < colours; band++) sum += data[p * bands + band] ?? 0;
    return sum / colours;
  });
}

/** The same of windows in memory. */
function blownUp(windows: readonly Window[]): number {
  if (windows.length === 0) return 1;
  const peakFrom = PEAK.floor + PEAK.one / Math.sqrt(windows.length);
  const steps = peakOf(windows, 1);
  if (steps.peak >= REPEATED.peak && steps.share >= REPEATED.share)
    return timesOf(steps.frequency, steps.isSparse);
  const { peak, frequency } = peakOf(windows, 2);
  if (peak < peakFrom || emptinessOf(windows) > EMPTY) return 1;
  return timesOf(frequency, false);
}

/**
 * A period is seen at its frequency or, where it is shorter than two pixels, at what is left to a whole one: 3 times larger
 * pixels and 1.5 times larger ones leave the same. Only repeated pixels tell which; else the lesser counts, so that nothing is
 * taken for coarser than it is.
 */
function timesOf(frequency: number, isLong: boolean): number {
  const times = isLong ? 1 / frequency : 1 / (1 - frequency);
  return times >= MIN_TIMES ? times : 1;
}

/** Mean size of the differences of first or second order along the rows, column by column; its mean is 1. */
function differences({ data, width, height }: Window, order: 1 | 2, isTurned: boolean): number[] {
  const [along, across] = isTurned ? [height, width] : [width, height];
  const [next, line] = isTurned ? [width, 1] : [1, width];
  const at = (i: number, k: number) => data[i * next + k * line] ?? 0;
  const size = (i: number, k: number) =>
    order === 1
      ? Math.abs(at(i + 1, k) - at(i, k))
      : Math.abs(2 * at(i + 1, k) - at(i, k) - at(i + 2, k));
  let sum = 0;
  for (let k = 0; k < across; k++) for (let i = 0; i < along - order; i++) sum += size(i, k);
  // A few hard edges would outshout everything else.
  const max = (4 * sum) / (across * (along - order));
  const profile = Array.from({ length: along - order }, (_, i) => {
    let total = 0;
    for (let k = 0; k < across; k++) total += Math.min(max, size(i, k));
    return total;
  });
  const mean = profile.reduce((total, value) => total + value, 0) / profile.length;
  return profile.map((value) => value / Math.max(mean, 1e-9));
}

const COSINE = Float64Array.from({ length: STEPS }, (_, i) => Math.cos((2 * Math.PI * i) / STEPS));

/** Strength of each period of a profile, without its slow changes: a half of its amplitude. */
function periodsOf(profile: readonly number[]): number[] {
  const { length } = profile;
  const near = (i: number) => profile[Math.min(length - 1, Math.max(0, i))] ?? 0;
  const quick = profile.map((value, i) => {
    let around = 0;
    for (let k = -4; k <= 4; k++) around += near(i + k);
    return (value - around / 9) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (length - 1)));
  });
  return Array.from({ length: STEPS / 2 + 1 }, (_, step) => {
    if (step < FROM_STEP) return 0;
    let [re, im] = [0, 0];
    for (const [i, value] of quick.entries()) {
      const turn = (step * i) % STEPS;
      re += value * (COSINE[turn] ?? 0);
      im += value * (COSINE[(turn + STEPS / 4) % STEPS] ?? 0);
    }
    return (2 * Math.hypot(re, im)) / length;
  });
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The period that stands out most along rows and columns alike. */
function peakOf(windows: readonly Window[], order: 1 | 2) {
  const sums = [false, true].map((isTurned) => {
    const sum = new Array<number>(STEPS / 2 + 1).fill(0);
    for (const window of windows)
      for (const [i, value] of periodsOf(differences(window, order, isTurned)).entries())
        sum[i] = (sum[i] ?? 0) + value / windows.length;
    return sum;
  });
  const floors = sums.map((sum) => Math.max(1e-9, medianOf(sum.slice(FROM_STEP))));
  let best = { peak: 0, frequency: 0.5, share: 0, isSparse: false };
  for (let step = FROM_STEP; step <= STEPS / 2; step++) {
    if (JPEG_STEPS.some((one) => Math.abs(one - step) <= BESIDE)) continue;
    const [x = 0, y = 0] = sums.map((sum) => sum[step] ?? 0);
    const share = Math.sqrt(x * y);
    const peak = share / Math.sqrt((floors[0] ?? 1) * (floors[1] ?? 1));
    if (peak > best.peak)
      best = { peak, frequency: step / STEPS, share, isSparse: share >= SPARSE };
  }
  return best;
}

/** Power in the finest rings of the spectrum beside that of the usual ones, as a logarithm, each times its squared frequency. */
function emptinessOf(windows: readonly Window[]): number {
  const power = new Float64Array(BLOCK);
  const blocks = windows.flatMap((window) => blocksOf(window));
  const usual = medianOf(blocks.map(({ variance }) => variance));
  const counts = new Float64Array(BLOCK);
  const side = (i: number) => Math.min(i, BLOCK - i);
  for (const { values, variance } of blocks) {
    if (variance < usual) continue;
    const grid = complexGrid(BLOCK);
    grid.re.set(values);
    fourier(grid);
    for (let v = 0; v < BLOCK; v++)
      for (let u = 0; u < BLOCK; u++) {
        const ring = Math.round(Math.hypot(side(u), side(v)));
        const i = v * BLOCK + u;
        power[ring] = (power[ring] ?? 0) + (grid.re[i] ?? 0) ** 2 + (grid.im[i] ?? 0) ** 2;
        counts[ring] = (counts[ring] ?? 0) + 1;
      }
  }
  const levels = Array.from(
    power,
    (sum, ring) => (sum / Math.max(1, counts[ring] ?? 1)) * ring ** 2,
  );
  const level = medianOf(levels.slice(...RINGS.usual));
  const [from, to] = RINGS.fine;
  const fine = levels.slice(from, to);
  return (
    fine.reduce((sum, one) => sum + Math.log10((one + 1e-12) / (level + 1e-12)), 0) / fine.length
  );
}

/** Blocks of a window without their mean, faded out to their sides. */
function blocksOf({ data, width, height }: Window) {
  const fade = Array.from(
    { length: BLOCK },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (BLOCK + 1)),
  );
  const blocks: { values: Float64Array; variance: number }[] = [];
  for (let y = 0; y + BLOCK <= height; y += BLOCK)
    for (let x = 0; x + BLOCK <= width; x += BLOCK) {
      const values = new Float64Array(BLOCK * BLOCK);
      for (let v = 0; v < BLOCK; v++)
        values.set(data.subarray((y + v) * width + x, (y + v) * width + x + BLOCK), v * BLOCK);
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
      let variance = 0;
      for (const [i, value] of values.entries()) {
        variance += (value - mean) ** 2;
        values[i] = (value - mean) * (fade[i % BLOCK] ?? 0) * (fade[Math.floor(i / BLOCK)] ?? 0);
      }
      blocks.push({ values, variance });
    }
  return blocks;
}
