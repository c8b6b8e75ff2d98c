/** The number of trees in an image from windows that people counted: survey statistics, no pixels. */

/** A counted window: trees a person annotated, trees of the image's count, and its stratum. */
export interface CountedWindow {
  marked: number;
  found: number;
  /** In a cell with detections at the time when windows were drawn. */
  isOccupied: boolean;
}

/** The grid cells of the image: how many of each stratum, and the trees counted in them. */
export interface Strata {
  occupied: number;
  empty: number;
  inOccupied: number;
  inEmpty: number;
  /** Ground of the image beside its grid cells, of which no window can be drawn, in cells; and the trees counted there. */
  outside: number;
  inOutside: number;
}

/** A 90 % range, as factors of the present count. */
export interface EstimatedRange {
  low: number;
  high: number;
  /** A part of the image is less certain than the whole: the squared half range that each tree of it adds. */
  scatter: number;
}

/** What the plots say of this image, and what they tell other images of its kind. */
export interface PlotEstimate extends EstimatedRange {
  /** Trees that stand there for each one counted, and the variance of its logarithm by the delta method. */
  ratio: number;
  logVariance: number;
}

/** The range of an image; `extra` trees may stand where none was found. */
export type PartRange = EstimatedRange & { extra?: number };

/** Counted windows that a range needs at least. */
export const MIN_WINDOWS = 5;

/** Two-sided 90 % quantiles of Student's t for 1 to 12 degrees of freedom; 1.7 beyond. */
const student = [6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.9, 1.86, 1.83, 1.81, 1.8, 1.78] as const;

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

/** Finite population correction: the share of a stratum that was not counted. */
const unseen = (counted: number, all: number) => Math.max(0, 1 - counted / Math.max(all, 1));

/**
 * Occupied cells: the ratio of annotated to detected trees carries over (Cochran, Sampling Techniques, chapter 6).
 * One tree is added to the variance, so that a sample of windows that agree by chance does not give a range of zero width.
 */
function ofOccupied(windows: CountedWindow[], cells: Strata) {
  const found = sum(windows.map((w) => w.found));
  const ratio = sum(windows.map((w) => w.marked)) / found;
  const errors = windows.map((w) => w.marked - ratio * w.found);
  const spread = (sum(errors.map((e) => e * e)) + 1) / (windows.length - 1);
  const share = cells.inOccupied / found;
  const variance = share ** 2 * windows.length * spread * unseen(windows.length, cells.occupied);
  return {
    trees: cells.inOccupied * ratio,
    variance,
    spread,
    perTree: (spread * windows.length) / found,
  };
}

/**
 * Empty cells: the mean of the windows, with at least Poisson's variance. Where nobody looked, the present count with
 * that variance alone, and of one tree at least: that nothing was found there is no certainty.
 */
function ofEmpty(windows: CountedWindow[], cells: Strata) {
  if (windows.length === 0) {
    const variance = cells.empty > 0 ? Math.max(1, cells.inEmpty) : 0;
    return { trees: cells.inEmpty, variance, spread: variance / Math.max(1, cells.empty) };
  }
  const { length } = windows;
  const mean = sum(windows.map((w) => w.marked)) / length;
  const spread = length > 1 ? sum(windows.map((w) => (w.marked - mean) ** 2)) / (length - 1) : mean;
  const perWindow = Math.max(spread, mean, 1 / length);
  const variance = ((cells.empty ** 2 * perWindow) / length) * unseen(length, cells.empty);
  return { trees: cells.empty * mean, variance, spread: perWindow };
}

type Estimated = { trees: number; variance: number; spread: number };

/**
 * The grid's estimate carried over to the ground beside its cells: the ratio of the grid, and the variance of a prediction
 * (Royall 1970), with at least Poisson's. Nothing is added where the grid covers the image.
 */
function withOutside(
  occupied: Estimated,
  empty: Estimated,
  windows: CountedWindow[],
  cells: Strata,
): Pick<Estimated, "trees" | "variance"> {
  const trees = occupied.trees + empty.trees;
  const variance = occupied.variance + empty.variance;
  if (cells.outside === 0) return { trees, variance };
  const all = cells.occupied + cells.empty;
  const more = cells.inOutside / (cells.inOccupied + cells.inEmpty);
  const mean = (occupied.spread * cells.occupied + empty.spread * cells.empty) / all;
  const perCell = Math.max(mean, trees / all);
  const own = cells.outside * perCell * (1 + cells.outside / windows.length);
  return { trees: trees * (1 + more), variance: variance * (1 + more) ** 2 + own };
}

/**
 * The 90 % range of the true number as factors of the present count, from a stratified random sample
 * of grid cells. Undefined with fewer than `MIN_WINDOWS` occupied windows, or nothing found in them.
 * Never below the trees that people saw. It has no width only where all of the image's ground was counted.
 */
export function estimateRange(windows: CountedWindow[], cells: Strata): PlotEstimate | undefined {
  const occupied = windows.filter((w) => w.isOccupied);
  const count = cells.inOccupied + cells.inEmpty + cells.inOutside;
  if (occupied.length < MIN_WINDOWS || sum(occupied.map((w) => w.found)) === 0) return undefined;
  const empty = windows.filter((w) => !w.isOccupied);
  const inOccupied = ofOccupied(occupied, cells);
  const inEmpty = ofEmpty(empty, cells);
  const { trees, variance } = withOutside(inOccupied, inEmpty, windows, cells);
  const t = student[occupied.length - 2] ?? 1.7;
  const halfWidth = t * Math.sqrt(variance);
  const min = sum(windows.map((w) => w.marked));
  const likely = Math.max(min, trees, 0.5);
  // Ground beside this grid is this image's doubt, however much there is of it, and no other image's.
  const inGrid = Math.max(min, inOccupied.trees + inEmpty.trees, 0.5);
  return {
    low: Math.max(min, trees - halfWidth) / count,
    high: Math.max(min, trees + halfWidth) / count,
    scatter: t ** 2 * inOccupied.perTree,
    ratio: likely / count,
    logVariance: (inOccupied.variance + inEmpty.variance) / inGrid ** 2,
  };
}

/**
 * The range of a part of an image that holds `n` of its `all` counted trees: the whole's, widened by how
 * much windows differ among themselves. The whole keeps its own.
 */
export function rangeOfPart(range: PartRange, n: number, all: number) {
  if (all === 0) return { low: 0, high: range.extra ?? 0 };
  const middle = ((range.low + range.high) / 2) * n;
  const own = ((range.high - range.low) / 2) * n;
  const halfWidth = Math.sqrt(own ** 2 + range.scatter * n * Math.max(0, 1 - n / Math.max(1, all)));
  return { low: Math.max(0, middle - halfWidth), high: middle + halfWidth };
}
