/**
 * Range of an image's count that is shared: from the sample plots of other images of its kind, one source, season and
 * resolution. The
 * natural logarithm of true to found trees is normal around the kind's own middle, with a variance between images, and is
 * measured in each image with the error of its plots: the area-level model of Fay and Herriot (1979, Estimates of income for
 * small places). The middle is estimated by weights of both variances; nothing is assumed of it, so that ground that the
 * detector does not know is no obstacle. The variance between images is drawn towards the detector's own, as a scaled inverse
 * chi-square prior would (Gelman et al. 2013, Bayesian Data Analysis, chapter 5).
 */
import { NORMAL_90, student90 } from "./student-t.ts";

/** Findings of the sample plots of one image: `ratio` true trees for each one found, and the variance of its logarithm. */
export interface ImageRatio {
  ratio: number;
  logVariance: number;
}

/** The detector's own range of an image, as factors of its count, and the part of its squared half that a kind shares. */
interface ModelRange {
  low: number;
  high: number;
  shared: number;
}

/** A 90 % range as factors of the count; `shared` of its squared half is common to all images of the kind. */
export interface SharedRange {
  low: number;
  high: number;
  /** The likeliest factor. */
  middle: number;
  shared: number;
}

/** Other images with counted plots that a range needs at least: fewer say nothing of how images differ. */
export const MIN_IMAGES = 3;
/** Weight of the detector's variance between images, in images (degrees of freedom of the prior). */
const PRIOR_IMAGES = 2;
/** The images that the detector's variance was measured on are more alike than those of a country. */
const PRIOR_WIDENED = 1.5;
/** Variance of the logarithm where the detector says nothing of its range: about that of half to twice the trees, (ln 2 / 1.645)² = 0.18. */
const UNKNOWN_VARIANCE = 0.17;
/** Nor is the variance between images ever taken for less: a count is off by a tenth where plots agree by chance. */
const MIN_VARIANCE = 0.01;

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** The variance between images of one kind that the detector's own range stands for. */
function variancePrior({ low, high, shared }: ModelRange): number {
  if (!(low > 0) || !(high > low)) return UNKNOWN_VARIANCE;
  const half = Math.log(high / low) / 2 / NORMAL_90;
  return Math.max(MIN_VARIANCE, PRIOR_WIDENED * half ** 2 * (1 - shared));
}

/**
 * @param plots other images of the kind, with what their sample plots say
 * @returns undefined with fewer than `MIN_IMAGES` of them
 */
export function sharedRange(
  plots: readonly ImageRatio[],
  model: ModelRange,
): SharedRange | undefined {
  if (plots.length < MIN_IMAGES) return undefined;
  const logs = plots.map(({ ratio }) => Math.log(ratio));
  const errors = plots.map(({ logVariance }) => logVariance);
  const between = varianceBetween(logs, errors, variancePrior(model));
  const weights = errors.map((error) => 1 / (error + between));
  const middle = sum(weights.map((weight, i) => weight * (logs[i] ?? 0))) / sum(weights);
  const common = 1 / sum(weights);
  const half = student90(PRIOR_IMAGES + plots.length - 1) * Math.sqrt(common + between);
  return {
    low: Math.exp(middle - half),
    high: Math.exp(middle + half),
    middle: Math.exp(middle),
    shared: common / (common + between),
  };
}

/** Variance between images beyond the errors of their plots, drawn towards `prior`. */
function varianceBetween(logs: number[], errors: number[], prior: number): number {
  const freedom = logs.length - 1;
  const mean = sum(logs) / logs.length;
  const residuals = sum(logs.map((log) => (log - mean) ** 2));
  const excess = Math.max(0, residuals - (freedom * sum(errors)) / errors.length);
  return Math.max(MIN_VARIANCE, (PRIOR_IMAGES * prior + excess) / (PRIOR_IMAGES + freedom));
}
