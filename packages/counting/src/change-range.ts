/** The uncertainty of a count of changed trees. */

/** Sums over the trees of a pair within an area. */
export interface ChangeSums {
  /** Trees decided as changed. */
  count: number;
  /** Sum of the probabilities p of change over all candidates, and of p × (1 − p). */
  expected: number;
  variance: number;
  /** Trees found in both images: what the recall was measured on. */
  kept: number;
  /** Share of such trees that the detector finds at all, 0..1. */
  recall: number;
}

export interface ChangeRange {
  low: number;
  high: number;
}

/** A number with its 90 % range. */
interface RangedNumber extends ChangeRange {
  count: number;
}

/** Half width of the central 90 % of a normal distribution, in standard deviations. */
const Z = 1.645;
/**
 * Chances may be off as a whole by this share of their doubt: what misleads one of them (a lawn that greens up, a
 * field of shrubs) misleads its neighbours alike. On a real pair without a felled tree 0.5 was too little.
 */
const DOUBT = 1;
/** Lower bound of the recall that is used: below it the range would have no meaning. */
const MIN_RECALL = 0.2;

/**
 * The 90 % range of how many trees really changed. Of a true number n the detector finds r·n, of which each
 * tree i is recognised as a change with chance cᵢ; so n ≈ Σc / r, with the variance
 *   Σc(1−c)/r²  (which of them changed)  +  (Σc + 1)(1−r)/r²  (changed trees that were never found)
 *   + (Σc/r²)²·r(1−r)/(k+1)  (r is measured on k trees)  +  (Σc(1−c)/r)²  (chances off as a whole).
 * The number of trees never found is negative binomial: above, (Σc + 1)(1−r)/r of them are to be expected, so
 * that nothing found with a poor detector is not taken for nothing there. The range always holds the count
 * itself. Sums of several pairs: add the estimates and the variances.
 */
export function rangeOfChange(pairs: readonly ChangeSums[]): ChangeRange {
  let [count, min, max, variance] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const r = Math.min(1, Math.max(MIN_RECALL, pair.recall));
    const { expected } = pair;
    count += pair.count;
    min += expected / r;
    max += expected + ((expected + 1) * (1 - r)) / r;
    variance +=
      pair.variance / r ** 2 +
      ((expected + 1) * (1 - r)) / r ** 2 +
      (expected / r ** 2) ** 2 * ((r * (1 - r)) / (pair.kept + 1)) +
      ((DOUBT * pair.variance) / r) ** 2;
  }
  const spread = Z * Math.sqrt(variance);
  return {
    low: Math.max(0, Math.min(count, Math.floor(min - spread))),
    high: Math.max(count, Math.ceil(max + spread)),
  };
}

/**
 * Distance that a range reaches from its number, as a logarithm; one is added to each, so that none is a number too.
 */
const logDistance = (from: number, to: number) => Math.max(0, Math.log((to + 1) / (from + 1)));

/**
 * The range of changed trees together with what the detector's error leaves open of each image that shows them.
 * `rangeOfChange` takes every detection for a tree and asks what became of it; how many trees stand behind so many detections
 * is the image's own range. Both are factors of one number and err apart: the squared half widths of their logarithms add up
 * (Goodman 1960, On the exact variance of products), so that the result is as wide as the widest of them or wider. Of several
 * images each end is the worst one's, for either may err; the number is that of the image that knows best.
 * @param images what each image says of these trees: the best estimate and its range
 * @param max how many trees the images hold at most: no more can have come, gone or stayed, but for those that were counted
 */
export function rangeOnImages(
  change: RangedNumber,
  images: readonly RangedNumber[],
  max: number,
): RangedNumber {
  const errors = images.map(({ count, low, high }) => ({
    count,
    below: logDistance(low, count),
    above: logDistance(count, high),
  }));
  const [best] = errors.toSorted((a, b) => a.below + a.above - b.below - b.above);
  const count = best?.count ?? change.count;
  const ends = errors.map((error) => ({
    low: apart(error.count, -Math.hypot(error.below, logDistance(change.low, change.count))),
    high: apart(error.count, Math.hypot(error.above, logDistance(change.count, change.high))),
  }));
  return {
    count,
    low: Math.max(0, Math.min(count, ...ends.map(({ low }) => Math.floor(low + EPSILON)))),
    high: Math.max(
      count,
      Math.min(max, Math.max(...ends.map(({ high }) => Math.ceil(high - EPSILON)))),
    ),
  };
}

const EPSILON = 1e-6;

/** The number that lies so far from another one, as `logDistance` measures it. */
const apart = (from: number, distance: number) => (from + 1) * Math.exp(distance) - 1;
