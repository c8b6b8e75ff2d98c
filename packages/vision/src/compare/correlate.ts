import { type Complex, complexGrid, fourier, inverseFourier } from "../pixels/fourier.ts";
import type { Patch } from "./frame.ts";

/** Correlation of two square patches at each shift; `at(dx, dy)` in cells, cyclic. */
export type Surface = { side: number; values: Float64Array };

/**
 * The cross-spectrum is divided by this power of its size: 0 is plain correlation (broad peaks),
 * 1 is phase correlation (sharp, but noise weighs as much as signal). Tried on drawn pairs: 0.5.
 */
const WHITENING = 0.5;

function hann(side: number): Float64Array {
  return Float64Array.from({ length: side }, (_, i) => {
    return 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / side);
  });
}

/**
 * The gradient of a plane as one complex image, strong edges held back: direction says more than
 * strength when light differs (orientation correlation, Fitch et al. 2002). Zero where data is missing.
 */
function gradient(plane: Float32Array, valid: Uint8Array, side: number): Complex {
  const out = complexGrid(side);
  let total = 0;
  let count = 0;
  for (let y = 1; y + 1 < side; y++)
    for (let x = 1; x + 1 < side; x++) {
      const at = y * side + x;
      const whole =
        valid[at] && valid[at - 1] && valid[at + 1] && valid[at - side] && valid[at + side];
      if (!whole) continue;
      const gx = (plane[at + 1] ?? 0) - (plane[at - 1] ?? 0);
      const gy = (plane[at + side] ?? 0) - (plane[at - side] ?? 0);
      out.re[at] = gx;
      out.im[at] = gy;
      total += Math.hypot(gx, gy);
      count++;
    }
  // Gradients well below this weigh by their strength, those well above it by their direction alone.
  const softThreshold = count > 0 ? (1.5 * total) / count : 1;
  const edge = hann(side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * side + x;
      const [gx, gy] = [out.re[at] as number, out.im[at] as number];
      const factor =
        ((edge[x] as number) * (edge[y] as number)) / (Math.hypot(gx, gy) + softThreshold + 1e-9);
      out.re[at] = gx * factor;
      out.im[at] = gy * factor;
    }
  return out;
}

/** Adds the whitened cross-spectrum of one kind of plane; `weight` is its part in the sum. */
function addCross(into: Complex, a: Complex, b: Complex, weight: number): void {
  for (let i = 0; i < into.re.length; i++) {
    const [ar, ai] = [a.re[i] as number, a.im[i] as number];
    const [br, bi] = [b.re[i] as number, b.im[i] as number];
    const [re, im] = [ar * br + ai * bi, ar * bi - ai * br];
    const factor = weight / (Math.hypot(re, im) ** WHITENING + 1e-12);
    into.re[i] = (into.re[i] as number) + re * factor;
    into.im[i] = (into.im[i] as number) + im * factor;
  }
}

/**
 * Correlates two patches of the same square size by the gradients of their vegetation index and of
 * their brightness. Shadows wander with the sun and the index hardly sees them, so it weighs more. The
 * values have a root mean square of 1: stacks of several places add up fairly.
 */
export function correlate(a: Patch, b: Patch): Surface {
  const side = a.cols;
  const cross = complexGrid(side);
  for (const [plane, weight] of [
    ["vegetation", 1],
    ["light", 0.6],
  ] as const) {
    const [ga, gb] = [gradient(a[plane], a.valid, side), gradient(b[plane], b.valid, side)];
    fourier(ga);
    fourier(gb);
    addCross(cross, ga, gb, weight);
  }
  inverseFourier(cross);
  let energy = 0;
  for (const value of cross.re) energy += value * value;
  const rms = Math.sqrt(energy / cross.re.length);
  const values = rms > 0 ? cross.re.map((value) => value / rms) : cross.re;
  return { side, values };
}

/** The best shift on a surface, in cells with fractions. */
type Peak = {
  dx: number;
  dy: number;
  /** In root mean squares of the surface. */
  height: number;
  /** The next best one elsewhere, same unit. */
  second: number;
};

/** Fraction by which a peak lies beside its highest cell: the top of a parabola through three. */
function fraction(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}

/** Cells around a peak that are still part of it. */
const PEAK_RADIUS = 4;

/**
 * The highest point within `maxShift` cells of no shift. A peak at (dx, dy) says that what lies at a place of the first patch
 * lies dx cells further east and dy further south in the second. `likely` weighs shifts before the search (orchards
 * repeat, and a small shift is likelier than one by a row); heights are those of the surface itself.
 */
export function findPeak(
  { side, values }: Surface,
  maxShift: number,
  likely: (dx: number, dy: number) => number = () => 1,
): Peak {
  const wrap = (v: number): number => (v + side) % side;
  const at = (dx: number, dy: number): number => values[wrap(dy) * side + wrap(dx)] as number;
  const max = Math.min(Math.floor(maxShift), side / 2 - 1);
  let best = { dx: 0, dy: 0, value: Number.NEGATIVE_INFINITY };
  for (let dy = -max; dy <= max; dy++)
    for (let dx = -max; dx <= max; dx++) {
      const value = at(dx, dy) * likely(dx, dy);
      if (value > best.value) best = { dx, dy, value };
    }
  const { dx, dy } = best;
  let second = 0;
  for (let y = -max; y <= max; y++)
    for (let x = -max; x <= max; x++)
      if (Math.hypot(x - dx, y - dy) > PEAK_RADIUS)
        second = Math.max(second, at(x, y) * likely(x, y));
  const height = at(dx, dy);
  return {
    dx: dx + fraction(at(dx - 1, dy), height, at(dx + 1, dy)),
    dy: dy + fraction(at(dx, dy - 1), height, at(dx, dy + 1)),
    height,
    second,
  };
}
