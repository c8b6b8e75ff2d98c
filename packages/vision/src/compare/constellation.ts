import { MAX_SHIFT_METERS, type Registration } from "./register.ts";
import { constantField } from "./shift-field.ts";
import { type CompareTree, treeGrid, treesNear } from "./trees.ts";

const BIN_METERS = 0.5;
const SPREAD_BINS = 2;
const LIKELY_METERS = 6;
/** Trees that a pattern needs at least. */
const MIN_TREES = 12;
/** Standard deviations of chance that the best shift must rise above, and above the next best one. */
const SURE_SIGMA = 7;
const SURE_RATIO = 1.3;
const MAX_TREES = 4000;

type Votes = { side: number; counts: Float64Array };

/** Counts how often each shift takes a tree of the first image to one of the second, smoothed. */
function castVotes(before: CompareTree[], after: CompareTree[]): Votes {
  const half = Math.ceil(MAX_SHIFT_METERS / BIN_METERS);
  const side = 2 * half + 1;
  const raw = new Float64Array(side * side);
  const grid = treeGrid(after, MAX_SHIFT_METERS);
  for (const { x, y } of before)
    for (const j of treesNear(grid, x, y, MAX_SHIFT_METERS)) {
      const other = after[j] as CompareTree;
      const u = Math.round((other.x - x) / BIN_METERS) + half;
      const v = Math.round((other.y - y) / BIN_METERS) + half;
      if (u >= 0 && v >= 0 && u < side && v < side)
        raw[v * side + u] = (raw[v * side + u] as number) + 1;
    }
  return { side, counts: smooth(smooth(raw, side, 1), side, side) };
}

/** Weighted mean along one direction; `step` is 1 for rows, the side for columns. */
function smooth(from: Float64Array, side: number, step: number): Float64Array {
  const out = new Float64Array(from.length);
  for (let i = 0; i < from.length; i++) {
    const along = step === 1 ? i % side : Math.floor(i / side);
    for (let k = -SPREAD_BINS; k <= SPREAD_BINS; k++) {
      if (along + k < 0 || along + k >= side) continue;
      const weight = Math.exp(-((k / SPREAD_BINS) ** 2));
      out[i] = (out[i] as number) + weight * (from[i + k * step] as number);
    }
  }
  return out;
}

function meanAndSpread(counts: Float64Array): { mean: number; sigma: number } {
  const sorted = Float64Array.from(counts).sort();
  const mean = sorted[sorted.length >> 1] as number;
  const upper = sorted[Math.floor(sorted.length * 0.84)] as number;
  return { mean, sigma: Math.max(1, upper - mean) };
}

/**
 * The shift that lays the pattern of the trees of one image on that of the other: for images whose
 * pixels have nothing in common, such as summer and winter. Rows of an orchard repeat, so a shift is taken
 * only when it stands out from the next best one; else the method is "none".
 */
export function registerByTrees(before: CompareTree[], after: CompareTree[]): Registration {
  const nothing: Registration = {
    method: "none",
    field: constantField(0, 0),
    errorMeters: MAX_SHIFT_METERS / 3,
    missed: [],
    confidence: 0,
    places: before.length,
    agreed: 0,
  };
  if (Math.min(before.length, after.length) < MIN_TREES) return nothing;
  const some = before.slice(0, MAX_TREES);
  const { side, counts } = castVotes(some, after);
  const { mean, sigma } = meanAndSpread(counts);
  const half = (side - 1) / 2;
  const likely = (i: number): number => {
    const far = Math.hypot((i % side) - half, Math.floor(i / side) - half) * BIN_METERS;
    return ((counts[i] as number) - mean) * Math.exp(-(far ** 2) / (2 * LIKELY_METERS ** 2));
  };
  let best = 0;
  for (let i = 1; i < counts.length; i++) if (likely(i) > likely(best)) best = i;
  const [u, v] = [best % side, Math.floor(best / side)];
  let second = 0;
  for (let i = 0; i < counts.length; i++)
    if (Math.hypot((i % side) - u, Math.floor(i / side) - v) > 2 * SPREAD_BINS + 1)
      second = Math.max(second, likely(i));
  const height = (counts[best] as number) - mean;
  const sure = Math.min(
    height / sigma / SURE_SIGMA,
    likely(best) / (SURE_RATIO * Math.max(second, 1e-9)),
  );
  const confidence = Math.max(0, Math.min(1, sure - 0.5));
  if (sure < 1) return { ...nothing, confidence };
  return refine(some, after, (u - half) * BIN_METERS, (v - half) * BIN_METERS, confidence);
}

/** The middle of what trees near each other under the shift are still apart. */
function refine(
  before: CompareTree[],
  after: CompareTree[],
  dx: number,
  dy: number,
  confidence: number,
): Registration {
  const grid = treeGrid(after, MAX_SHIFT_METERS);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { x, y } of before)
    for (const j of treesNear(grid, x + dx, y + dy, 2)) {
      const other = after[j] as CompareTree;
      const [ex, ey] = [other.x - x - dx, other.y - y - dy];
      if (Math.hypot(ex, ey) > 1.5) continue;
      xs.push(ex);
      ys.push(ey);
    }
  const middle = (values: number[]): number =>
    values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const apart = middle(xs.map((ex, i) => Math.hypot(ex, ys[i] ?? 0)));
  return {
    method: "trees",
    field: constantField(dx + middle(xs), dy + middle(ys)),
    // The shift may still change over the ground, which the pattern alone does not show.
    errorMeters: Math.max(0.3, apart / 1.2),
    missed: [],
    confidence,
    places: before.length,
    agreed: xs.length,
  };
}
