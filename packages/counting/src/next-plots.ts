/**
 * The next sample plots of an image: into which stratum each is drawn so that they narrow the range most, and what range is to
 * be expected of them. Optimum allocation (Neyman; Cochran 1977, Sampling Techniques, sections 5.5 and 5.9) by the estimator
 * itself: of all ways to part so few plots the one is taken whose expected half range is the smallest. The variances are the
 * model's, drawn towards those of the plots as these are counted. Within a stratum every plot is drawn at random and none is
 * without, so that the estimate rests on the drawing and not on the model (Särndal et al. 1992, Model Assisted Survey
 * Sampling, chapter 12).
 */
import {
  type CountedWindow,
  type EstimatedRange,
  estimateFromSums,
  MIN_WINDOWS,
  type PlotSums,
  residualSum,
  type Strata,
  sumStratum,
} from "./sample-plots.ts";

/** Plots of both strata. */
export interface PlotNumbers {
  occupied: number;
  empty: number;
}

/** Figures of an image before its next plots are drawn. */
export interface PlotsSoFar {
  counted: readonly CountedWindow[];
  /** Drawn and to be counted yet. */
  open: PlotNumbers;
  /** Of which nobody can tell what stands there: never drawn again. */
  skipped: PlotNumbers;
  cells: Strata;
  /** Squares of the trees found in each occupied cell, summed. */
  foundSquared: number;
  /** The detector's own range of the image, as factors of its count. */
  model: { low: number; high: number } | undefined;
}

/** Variance between the plots of one image of the logarithm of true to found trees, of known sources (0.06 to 0.23). */
const WITHIN = 0.12;
/** False and missed trees for each one found (0.62 of finds are trees, 0.67 of trees are found: the detector's card). */
const CHANCE = 0.7;
/** Plots that the model's variances count for beside those counted. */
const PRIOR_PLOTS = { occupied: 5, empty: 3 };
/** Trees that one bare plot more is taken to have shown: half of one (Jeffreys' prior of a Poisson mean). */
const UNSEEN_TREES = 0.25;
/** Either stratum keeps this share of all plots, so that its own variance is measured. */
const MIN_SHARE = { occupied: 1 / 2, empty: 1 / 6 };

/** Expected content of one more plot of a stratum, and the variance of its annotated trees. */
interface Expected {
  found: number;
  foundSquared: number;
  ratio: number;
  marked: number;
  variance: number;
}

function expectOccupied(plots: PlotSums, { cells, foundSquared, model }: PlotsSoFar): Expected {
  const found = cells.inOccupied / Math.max(1, cells.occupied);
  const squared = foundSquared / Math.max(1, cells.occupied);
  const isRanged = model !== undefined && model.low > 0 && model.high > model.low;
  const before = isRanged ? Math.sqrt(model.low * model.high) : 1;
  const ratio = (plots.marked + before * found) / (plots.found + found);
  const prior = ratio ** 2 * WITHIN * squared + CHANCE * found;
  const own = plots.found > 0 ? residualSum(plots, plots.marked / plots.found) : 0;
  const variance = pooled(own, plots.windows, prior, PRIOR_PLOTS.occupied);
  return { found, foundSquared: squared, ratio, marked: ratio * found, variance };
}

function expectEmpty(plots: PlotSums, { cells }: PlotsSoFar): Expected {
  const before = UNSEEN_TREES + cells.inEmpty / Math.max(1, cells.empty);
  const marked = (plots.marked + before) / (plots.windows + 1);
  const mean = plots.marked / Math.max(1, plots.windows);
  const own = Math.max(0, plots.markedSquared - plots.windows * mean ** 2);
  const variance = Math.max(marked, pooled(own, plots.windows, marked, PRIOR_PLOTS.empty));
  return { found: 0, foundSquared: 0, ratio: 0, marked, variance };
}

/** The variance of `plots` plots with these squared differences, drawn towards `prior` as if `weight` more had that. */
const pooled = (squared: number, plots: number, prior: number, weight: number) =>
  (squared + weight * prior) / (Math.max(0, plots - 1) + weight);

/**
 * The sums with `more` plots that show what is expected of them: no average sample but a usual one, which as often errs one way
 * as the other.
 */
function extend(plots: PlotSums, one: Expected, more: number): PlotSums {
  const windows = plots.windows + more;
  const varied = one.found > 0 ? one.foundSquared / one.found ** 2 - 1 : 0;
  // Few windows seldom hold the cells that hold most: by the expected square of their sum.
  const foundSquared = one.foundSquared / (1 + varied / Math.max(1, windows));
  const common = one.found > 0 ? one.ratio ** 2 * foundSquared : one.marked ** 2;
  // The median of chi-square beside its mean (Wilson and Hilferty 1931).
  const usual = (1 - 2 / 9 / Math.max(1, windows / (1 + varied) - 1)) ** 3;
  // The mean takes one of the squared differences.
  const freedom = plots.windows > 0 ? more : Math.max(0, more - 1);
  return {
    windows,
    marked: plots.marked + more * one.marked,
    found: plots.found + more * one.found,
    markedSquared: plots.markedSquared + more * common + freedom * usual * one.variance,
    foundSquared: plots.foundSquared + more * foundSquared,
    product: plots.product + more * one.ratio * foundSquared,
  };
}

/**
 * The range to be expected once all open plots and `next` are counted: the estimator on the sums expected by then.
 * @returns undefined where they will be too few for a range
 */
export function forecastRange(
  plots: PlotsSoFar,
  next: PlotNumbers,
): (EstimatedRange & { ratio: number }) | undefined {
  const [occupied, empty] = [sumStratum(plots.counted, true), sumStratum(plots.counted, false)];
  return estimateFromSums(
    extend(occupied, expectOccupied(occupied, plots), plots.open.occupied + next.occupied),
    extend(empty, expectEmpty(empty, plots), plots.open.empty + next.empty),
    plots.cells,
  );
}

const countedIn = ({ counted }: PlotsSoFar, isOccupied: boolean) =>
  counted.filter((one) => one.isOccupied === isOccupied).length;

/** Parts the next `more` plots over the strata; fewer where the image has no more cells. */
export function allocatePlots(plots: PlotsSoFar, more: number): PlotNumbers {
  const { open, skipped, cells } = plots;
  const occupied = open.occupied + countedIn(plots, true);
  const empty = open.empty + countedIn(plots, false);
  const freeOccupied = Math.max(0, cells.occupied - occupied - skipped.occupied);
  const freeEmpty = Math.max(0, cells.empty - empty - skipped.empty);
  const next = Math.min(more, freeOccupied + freeEmpty);
  const all = occupied + empty + next;
  const fewest = Math.max(MIN_WINDOWS + 1, Math.ceil(MIN_SHARE.occupied * all)) - occupied;
  const lowest = Math.max(0, next - freeEmpty, Math.min(freeOccupied, next, fewest));
  const forEmpty = Math.max(0, Math.ceil(MIN_SHARE.empty * all) - empty);
  const highest = Math.max(lowest, Math.min(freeOccupied, next - Math.min(freeEmpty, forEmpty)));
  const ways = Array.from({ length: highest - lowest + 1 }, (_, i) => {
    const way: PlotNumbers = { occupied: lowest + i, empty: next - lowest - i };
    const range = forecastRange(plots, way);
    return { way, halfRange: range ? range.high - range.ratio : Number.POSITIVE_INFINITY };
  });
  return ways.reduce((best, one) => (one.halfRange <= best.halfRange ? one : best)).way;
}
