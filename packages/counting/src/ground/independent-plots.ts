/**
 * Averaging of the errors of a count within one image. Ranges are measured on images of a plot's size; what such plots
 * do not have in common (their kind of ground, their site) is each plot's own, and of `k` plots a `k`th of its variance is left.
 */

/** A 90 % range in trees, and of its squared half the part that plots of its kind have in common, 0 to 1. */
export interface PlotRange {
  low: number;
  high: number;
  shared: number;
}

/**
 * Counts the plots that the trees of an image stand on, as if they stood evenly: the effective number by Kish (1965, Survey
 * sampling), at least 1. Ground without a tree adds nothing.
 * @param trees found on each plot
 */
export function effectivePlots(trees: readonly number[]): number {
  let [all, squared] = [0, 0];
  for (const n of trees) {
    all += n;
    squared += n * n;
  }
  return squared > 0 ? Math.max(1, all ** 2 / squared) : 1;
}

/** `effectivePlots` of places in metres, on a grid of square plots of `plotM2` square metres. */
export function plotsOfPlaces(places: Iterable<readonly [number, number]>, plotM2: number): number {
  const side = Math.sqrt(plotM2);
  const trees = new Map<string, number>();
  for (const [x, y] of places) {
    const plot = `${Math.floor(x / side)}/${Math.floor(y / side)}`;
    trees.set(plot, (trees.get(plot) ?? 0) + 1);
  }
  return effectivePlots([...trees.values()]);
}

/** `narrowedByPlots` of a range that is given as factors of a large count. */
export function narrowedFactors({ low, high, shared }: PlotRange, plots: number): PlotRange {
  const many = 1e6;
  const range = narrowedByPlots({ low: low * many, high: high * many, shared }, plots);
  return { ...range, low: range.low / many, high: range.high / many };
}

/** The range of a count on one plot, narrowed to what is left of it on `plots` of the same site: both sides as logarithms. */
export function narrowedByPlots({ low, high, shared }: PlotRange, plots: number): PlotRange {
  if (plots <= 1) return { low, high, shared };
  const left = shared + (1 - shared) / plots;
  const [from, to] = [Math.log(low + 1), Math.log(high + 1)];
  const [middle, half] = [(from + to) / 2, ((to - from) / 2) * Math.sqrt(left)];
  return {
    low: Math.max(0, Math.exp(middle - half) - 1),
    high: Math.exp(middle + half) - 1,
    shared: left > 0 ? shared / left : 1,
  };
}
