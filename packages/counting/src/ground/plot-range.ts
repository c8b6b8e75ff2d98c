/**
 * Errors of counts on a ground of which people labelled plots: the ratio of true to found trees, its spread over plots and the
 * range that follows for another place of the same ground (Cochran 1977, Sampling techniques, chapter 6, on logarithms).
 */
import { student90 } from "../student-t.ts";
import { logRatio, type PredictedRange } from "./domain-range.ts";

/** Trees found on a labelled plot by what other plots taught, and those that stand there. */
interface LabelledPlotCount {
  found: number;
  truth: number;
  /** Finds that are trees. */
  matched: number;
  /** Square metres. */
  areaM2: number;
}

/** The natural logarithm of true to found trees on a ground. */
export interface GroundLogRatio {
  middle: number;
  /** Variance of the middle itself. */
  error: number;
  /** Variance between plots, and through chance: `chance` / (found + 1). */
  within: number;
  chance: number;
  plots: number;
  plotM2: number;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Errors that are taken to be there beside those seen: that few plots show no error does not say that there is none. */
const UNSEEN_ERRORS = 2;

/**
 * Prior for the variance of log ratios between plots: worth `plots` plots, with the variance `within` that the known sources
 * of images have (0.06 to 0.23 within one). Few plots that happen to agree do not show that others do.
 */
const PRIOR = { within: 0.12, plots: 1 };

/**
 * Measures the ratio on plots. Each false and each missed tree moves a count by one, so their number for a tree is the
 * variance by chance of one tree; what plots differ by beyond that is theirs.
 * @throws RangeError with fewer than two
 */
export function fitPlotRatio(plots: readonly LabelledPlotCount[]): GroundLogRatio {
  if (plots.length < 2) throw new RangeError("A range takes two plots.");
  const [found, truth] = [sum(plots.map((one) => one.found)), sum(plots.map((one) => one.truth))];
  const errors = sum(plots.map((one) => one.found + one.truth - 2 * one.matched));
  const chance = (errors + UNSEEN_ERRORS) / ((found + truth) / 2 + 1);
  const middle = logRatio({ found, truth });
  // A plot with many trees says more of the ratio than one with few.
  const weightOf = (plot: LabelledPlotCount) => plot.found + plot.truth + 1;
  const weights = sum(plots.map(weightOf));
  const weighted = (of: (plot: LabelledPlotCount) => number) =>
    sum(plots.map((plot) => weightOf(plot) * of(plot))) / weights;
  const spread = weighted((plot) => (logRatio(plot) - middle) ** 2);
  const byChance = weighted((plot) => chance / (plot.found + 1));
  const effective = weights ** 2 / sum(plots.map((plot) => weightOf(plot) ** 2));
  const freedom = plots.length - 1;
  const own = Math.max(0, (spread * plots.length) / freedom - byChance);
  const within = (freedom * own + PRIOR.plots * PRIOR.within) / (freedom + PRIOR.plots);
  const error = within / effective + chance / (found + 1);
  const plotM2 = mean(plots.map(({ areaM2 }) => areaM2));
  return { middle, error, within, chance, plots: plots.length, plotM2 };
}

/**
 * The ratio for images other than those in which the plots lie: each image has its own part, of the variance of known sources
 * of images, which its plots have in common and which does not average out over one image (random effects; Fay and Herriot
 * 1979). That variance was not measured between images of one source; the one within a source stands for it.
 * @param images in which the plots lie
 */
export function betweenImages(ratio: GroundLogRatio, images: number): GroundLogRatio {
  return { ...ratio, error: ratio.error + PRIOR.within * (1 + 1 / images) };
}

/**
 * Half the 90 % range of the logarithm for a count of `trees` on `plots` more plots, and the share of its variance that all
 * plots have in common: what they do not have in common averages out over them.
 */
function halfRange(ratio: GroundLogRatio, trees: number, plots: number) {
  const variance = ratio.error + ratio.within / Math.max(1, plots) + ratio.chance / (trees + 1);
  const t = student90(ratio.plots - 1 + PRIOR.plots);
  return { t, half: t * Math.sqrt(variance), shared: variance > 0 ? ratio.error / variance : 1 };
}

/** The 90 % range of the true number where `found` trees were counted on one more plot of the ground. */
export function rangeByPlots(ratio: GroundLogRatio, found: number): PredictedRange {
  const { half, shared } = halfRange(ratio, found, 1);
  const at = (log: number) => (found + 1) * Math.exp(log) - 1;
  return { low: Math.max(0, at(ratio.middle - half)), high: at(ratio.middle + half), shared };
}

/** The same as factors of a count that stands on so many plots. */
export function factorsByPlots(
  ratio: GroundLogRatio,
  { trees, plots }: { trees: number; plots: number },
) {
  const { t, half, shared } = halfRange(ratio, trees, plots);
  return {
    low: Math.exp(ratio.middle - half),
    high: Math.exp(ratio.middle + half),
    middle: Math.exp(ratio.middle),
    shared,
    /** Squared half range that each tree of a part of the image adds, trees² a tree. */
    scatter: t ** 2 * ratio.chance,
  };
}
