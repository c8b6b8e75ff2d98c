import { complexGrid, fourier, inverseFourier } from "../pixels/fourier.ts";
import type { Plane } from "./surface.ts";

/** A step in pixels. */
export type Step = { x: number; y: number };
/** The two steps by which a pattern repeats. */
export type Basis = { a: Step; b: Step };
/** A basis, and how alike the ground is to itself after its steps: 1 is the same. */
export type Period = Basis & { alike: number };

export const lengthOf = ({ x, y }: Step): number => Math.hypot(x, y);
export const plus = (p: Step, q: Step, times = 1): Step => ({
  x: p.x + times * q.x,
  y: p.y + times * q.y,
});
export const cross = (p: Step, q: Step): number => p.x * q.y - p.y * q.x;
const dot = (p: Step, q: Step): number => p.x * q.x + p.y * q.y;

/** The shortest two steps of the same lattice (Lagrange and Gauss), the shorter one first. */
export function reduced({ a, b }: Basis): Basis {
  let [p, q] = lengthOf(a) <= lengthOf(b) ? [a, b] : [b, a];
  for (let turn = 0; turn < 16; turn++) {
    const times = Math.round(dot(p, q) / dot(p, p));
    q = plus(q, p, -times);
    if (lengthOf(q) >= lengthOf(p)) break;
    [p, q] = [q, p];
  }
  return { a: p, b: q };
}

/** Autocorrelations of a square, by lag; `at` wraps around. */
type Correlation = { data: Float64Array; side: number };

/** Of two squares, green and dark (already free of their means): of the first, the second, their sum and their difference. */
export function autocorrelations(green: Float32Array, dark: Float32Array, side: number) {
  const grid = complexGrid(side);
  grid.re.set(green);
  grid.im.set(dark);
  fourier(grid);
  const [both, mixed] = [complexGrid(side), complexGrid(side)];
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++) {
      const at = v * side + u;
      const turned = ((side - v) % side) * side + ((side - u) % side);
      const re = grid.re[at] as number;
      const im = grid.im[at] as number;
      const reT = grid.re[turned] as number;
      const imT = grid.im[turned] as number;
      const gRe = (re + reT) / 2;
      const gIm = (im - imT) / 2;
      const dRe = (im + imT) / 2;
      const dIm = (reT - re) / 2;
      const g = gRe * gRe + gIm * gIm;
      const d = dRe * dRe + dIm * dIm;
      both.re[at] = g;
      both.im[at] = d;
      const shared = 2 * (gRe * dRe + gIm * dIm);
      mixed.re[at] = g + d + shared;
      mixed.im[at] = g + d - shared;
    }
  inverseFourier(both);
  inverseFourier(mixed);
  const normal = (data: Float64Array): Correlation => {
    const whole = data[0] as number;
    return { data: whole > 0 ? data.map((value) => value / whole) : data, side };
  };
  return {
    green: normal(both.re),
    dark: normal(both.im),
    sum: normal(mixed.re),
    difference: normal(mixed.im),
  };
}

const valueAt = ({ data, side }: Correlation, x: number, y: number): number =>
  data[((y + side) % side) * side + ((x + side) % side)] as number;

/** The highest value within one pixel of a lag, and where it is, to a part of a pixel. */
function peakNear(of: Correlation, lag: Step): Step & { value: number } {
  const [cx, cy] = [Math.round(lag.x), Math.round(lag.y)];
  let best = { x: cx, y: cy, value: -Infinity };
  for (let y = cy - 1; y <= cy + 1; y++)
    for (let x = cx - 1; x <= cx + 1; x++) {
      const value = valueAt(of, x, y);
      if (value > best.value) best = { x, y, value };
    }
  const { x, y, value } = best;
  const off = (before: number, after: number): number => {
    const bend = before - 2 * value + after;
    return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  };
  return {
    x: x + off(valueAt(of, x - 1, y), valueAt(of, x + 1, y)),
    y: y + off(valueAt(of, x, y - 1), valueAt(of, x, y + 1)),
    value,
  };
}

/** Lags of a half plane at which the correlation is highest around. */
function peaksOf(of: Correlation, min: number, max: number) {
  const peaks: (Step & { value: number })[] = [];
  const ring: number[] = [];
  for (let y = 0; y <= max; y++)
    for (let x = -Math.floor(max); x <= max; x++) {
      const far = Math.hypot(x, y);
      if (far < min || far > max || (y === 0 && x < 0)) continue;
      const value = valueAt(of, x, y);
      ring.push(Math.abs(value));
      if (value <= 0) continue;
      let isPeak = true;
      for (let v = -1; v <= 1 && isPeak; v++)
        for (let u = -1; u <= 1; u++)
          if ((u || v) && valueAt(of, x + u, y + v) > value) isPeak = false;
      if (isPeak) peaks.push(peakNear(of, { x, y }));
    }
  ring.sort((p, q) => p - q);
  const spread = 1.4826 * (ring[ring.length >> 1] ?? 0);
  return { peaks: peaks.sort((p, q) => q.value - p.value), spread };
}

/** Peaks that are tried as steps. */
const TRIED = 28;
/** A peak stands out from the spread of all lags; where all the ground repeats itself, that spread is large. */
const PEAK = { spreads: 2.5, enough: 0.12 };
/** The steps of a lattice lie across each other: sine of the least angle. */
const MIN_SINE = 0.5;
const LONGEST_TO_SHORTEST = 4;
/** A lattice of smaller cells is preferred when it is nearly as alike. */
const NEARLY = 0.72;

/** Steps made exact by their multiples, which add up an error. */
function sharpened(of: Correlation, step: Step, max: number): Step {
  let exact = step;
  for (let times = 2; times <= 4; times++) {
    if (times * lengthOf(exact) > max) break;
    const peak = peakNear(of, { x: times * exact.x, y: times * exact.y });
    if (peak.value <= 0) break;
    exact = { x: peak.x / times, y: peak.y / times };
  }
  return exact;
}

/**
 * The lattices by which a square repeats itself, best first: pairs of peaks of its autocorrelation whose sums and
 * differences are peaks as well (Lin, Wang and Yang, Extracting periodicity of a regular texture based on
 * autocorrelation functions, Pattern Recognition Letters 18, 1997; Liu, Collins and Tsin, A computational model for
 * periodic pattern perception, IEEE Transactions on Pattern Analysis and Machine Intelligence 26, 2004).
 * @param min, max pixels of a step
 */
export function findPeriods(of: Correlation, min: number, max: number): Period[] {
  const { peaks, spread } = peaksOf(of, min, max);
  const high = Math.min(PEAK.spreads * spread, PEAK.enough);
  const tried = peaks.filter(({ value }) => value > high).slice(0, TRIED);
  const minPeak = high / 2;
  const found: Period[] = [];
  for (const [n, a] of tried.entries())
    for (const b of tried.slice(n + 1)) {
      const [short, long] = [lengthOf(a), lengthOf(b)].sort((p, q) => p - q) as [number, number];
      if (long > LONGEST_TO_SHORTEST * short) continue;
      if (Math.abs(cross(a, b)) < MIN_SINE * short * long) continue;
      const [sum, difference] = [peakNear(of, plus(a, b)), peakNear(of, plus(a, b, -1))];
      if (Math.min(sum.value, difference.value) < minPeak) continue;
      found.push({ a, b, alike: (a.value + b.value + sum.value + difference.value) / 4 });
    }
  const best = Math.max(0, ...found.map(({ alike }) => alike));
  const cell = (period: Period): number => Math.abs(cross(period.a, period.b));
  return found
    .filter(({ alike }) => alike >= NEARLY * best)
    .sort((p, q) => cell(p) - cell(q) || q.alike - p.alike)
    .slice(0, 3)
    .map(({ a, b, alike }) => {
      const limit = 0.45 * of.side;
      return { ...reduced({ a: sharpened(of, a, limit), b: sharpened(of, b, limit) }), alike };
    });
}

/** Half the side of a disc, as a share of the square's, in which a phase is looked for. */
const CENTRAL = 0.3;

/** Where in its cell a pattern stands: values of the square's middle laid over one another, cell upon cell. */
export function phaseOf(plane: Plane, middle: Step, side: number, { a, b }: Basis): Step {
  const area = cross(a, b);
  const bins = (step: Step): number => Math.max(4, Math.min(48, Math.round(lengthOf(step))));
  const [na, nb] = [bins(a), bins(b)];
  const [sums, counts] = [new Float64Array(na * nb), new Float64Array(na * nb)];
  const radius = CENTRAL * side;
  const { data, width, height } = plane;
  const [x0, x1] = [Math.max(0, Math.ceil(middle.x - radius)), Math.min(width, middle.x + radius)];
  const [y0, y1] = [Math.max(0, Math.ceil(middle.y - radius)), Math.min(height, middle.y + radius)];
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const [right, down] = [x - middle.x, y - middle.y];
      const i = (right * b.y - down * b.x) / area;
      const j = (a.x * down - a.y * right) / area;
      const bin = Math.floor((i - Math.floor(i)) * na) + na * Math.floor((j - Math.floor(j)) * nb);
      sums[bin] = (sums[bin] as number) + (data[y * width + x] as number);
      counts[bin] = (counts[bin] as number) + 1;
    }
  let best = 0;
  const mean = (bin: number): number => (sums[bin] as number) / Math.max(1, counts[bin] as number);
  for (let bin = 1; bin < sums.length; bin++) if (mean(bin) > mean(best)) best = bin;
  const [i, j] = [((best % na) + 0.5) / na, (Math.floor(best / na) + 0.5) / nb];
  return plus(plus(middle, a, i), b, j);
}
