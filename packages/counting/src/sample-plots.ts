/** The number of trees in an image from windows that people counted: survey statistics, no pixels. */
import { student90 } from "./student-t.ts";

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

/** Findings of the plots for this image, and for other images of its kind. */
export interface PlotEstimate extends EstimatedRange {
  /** Trees that stand there for each one counted, and the variance of its logarithm by the delta method. */
  ratio: number;
  logVariance: number;
}

/** The range of an image; `extra` trees may stand where none was found. */
type PartRange = EstimatedRange & { extra?: number };

/** Counted windows that a range needs at least. */
export const MIN_WINDOWS = 5;

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** Finite population correction: the share of a stratum that was not counted. */
const unseen = (counted: number, all: number) => Math.max(0, 1 - counted / Math.max(all, 1));

/**
 * Sums over the counted windows of a stratum. They are all that an estimate needs of the windows, so that windows to come are
 * forecast by the sums that are expected of them.
 */
export interface PlotSums {
  windows: number;
  marked: number;
  found: number;
  /** Squares and product, summed. */
  markedSquared: number;
  foundSquared: number;
  product: number;
}

const sumPlots = (windows: readonly CountedWindow[]): PlotSums => ({
  windows: windows.length,
  marked: sum(windows.map((w) => w.marked)),
  found: sum(windows.map((w) => w.found)),
  markedSquared: sum(windows.map((w) => w.marked ** 2)),
  foundSquared: sum(windows.map((w) => w.found ** 2)),
  product: sum(windows.map((w) => w.marked * w.found)),
});

/** The sums of the windows of one stratum. */
export const sumStratum = (windows: readonly CountedWindow[], isOccupied: boolean): PlotSums =>
  sumPlots(windows.filter((one) => one.isOccupied === isOccupied));

/** The squared differences of annotated trees from `ratio` for each detected one, summed. */
export const residualSum = (plots: PlotSums, ratio: number): number =>
  Math.max(0, plots.markedSquared - 2 * ratio * plots.product + ratio ** 2 * plots.foundSquared);

/**
 * Windows that a ratio rests on: fewer than there are where one holds most of the detected trees, which draws the ratio towards
 * itself and hides its own error (Kish 1965, Survey Sampling, section 11.7). Equal windows count each.
 */
const effectiveWindows = ({ found, foundSquared }: PlotSums): number =>
  Math.max(1.5, found ** 2 / foundSquared);

/**
 * Occupied cells: the ratio of annotated to detected trees carries over (Cochran, Sampling Techniques, chapter 6).
 * One tree is added to the variance, so that a sample of windows that agree by chance does not give a range of zero width.
 */
function ofOccupied(plots: PlotSums, cells: Strata) {
  const { windows, found } = plots;
  const ratio = plots.marked / found;
  const spread = (residualSum(plots, ratio) + 1) / windows / (1 - 1 / effectiveWindows(plots));
  const share = cells.inOccupied / found;
  const variance = share ** 2 * windows * spread * unseen(windows, cells.occupied);
  return {
    trees: cells.inOccupied * ratio,
    variance,
    spread,
    perTree: (spread * windows) / found,
  };
}

/**
 * Empty cells: the mean of the windows, with at least Poisson's variance. Where nobody looked, the present count with
 * that variance alone, and of one tree at least: that nothing was found there is no certainty.
 */
function ofEmpty({ windows, marked, markedSquared }: PlotSums, cells: Strata) {
  if (windows === 0) {
    const variance = cells.empty > 0 ? Math.max(1, cells.inEmpty) : 0;
    return { trees: cells.inEmpty, variance, spread: variance / Math.max(1, cells.empty) };
  }
  const mean = marked / windows;
  const spread = windows > 1 ? (markedSquared - windows * mean ** 2) / (windows - 1) : mean;
  const perWindow = Math.max(spread, mean, 1 / windows);
  const variance = ((cells.empty ** 2 * perWindow) / windows) * unseen(windows, cells.empty);
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
  windows: number,
  cells: Strata,
): Pick<Estimated, "trees" | "variance"> & { outside: number } {
  const trees = occupied.trees + empty.trees;
  const variance = occupied.variance + empty.variance;
  if (cells.outside === 0) return { trees, variance, outside: 0 };
  const all = cells.occupied + cells.empty;
  const more = cells.inOutside / (cells.inOccupied + cells.inEmpty);
  const mean = (occupied.spread * cells.occupied + empty.spread * cells.empty) / all;
  const perCell = Math.max(mean, trees / all);
  const own = cells.outside * perCell * (1 + cells.outside / windows);
  return { trees: trees * (1 + more), variance: variance * (1 + more) ** 2 + own, outside: own };
}

/**
 * Degrees of freedom of a variance that is a sum of parts (Satterthwaite 1946; Cochran, section 5.4): a stratum of few
 * windows that has most of the variance makes it as unsure as they are few.
 */
function freedomOf(parts: { variance: number; windows: number }[]): number {
  const measured = parts.filter(({ variance, windows }) => windows > 0 && variance > 0);
  const all = sum(measured.map(({ variance }) => variance));
  const squared = measured.map(({ variance, windows }) => variance ** 2 / Math.max(1, windows - 1));
  return measured.length > 0 ? all ** 2 / sum(squared) : Number.POSITIVE_INFINITY;
}

/**
 * The 90 % range of the true number as factors of the present count, from a stratified random sample
 * of grid cells. Undefined with fewer than `MIN_WINDOWS` occupied windows, or nothing found in them.
 * Never below the trees that people saw. It has no width only where all of the image's ground was counted.
 */
export function estimateRange(
  windows: readonly CountedWindow[],
  cells: Strata,
): PlotEstimate | undefined {
  return estimateFromSums(sumStratum(windows, true), sumStratum(windows, false), cells);
}

/** The same from the sums over both strata. */
export function estimateFromSums(
  occupied: PlotSums,
  empty: PlotSums,
  cells: Strata,
): PlotEstimate | undefined {
  const count = cells.inOccupied + cells.inEmpty + cells.inOutside;
  if (occupied.windows < MIN_WINDOWS || occupied.found === 0) return undefined;
  const inOccupied = ofOccupied(occupied, cells);
  const inEmpty = ofEmpty(empty, cells);
  const windows = occupied.windows + empty.windows;
  const { trees, variance, outside } = withOutside(inOccupied, inEmpty, windows, cells);
  const t = student90(
    freedomOf([
      { variance: inOccupied.variance, windows: effectiveWindows(occupied) },
      { variance: inEmpty.variance, windows: empty.windows },
      { variance: outside, windows },
    ]),
  );
  const halfWidth = t * Math.sqrt(variance);
  const min = occupied.marked + empty.marked;
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
