/** Probabilities of counts, and points that stand for a normal distribution. */

/** Logarithm of the gamma function for x > 0: Lanczos 1964 with g = 7 and nine coefficients, good to 1e-10. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const series = terms.reduce((total, term, i) => total + term / (x + i), 0.99999999999980993);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/**
 * Logarithm of the probability of a count under a negative binomial distribution: Poisson where trees come one by
 * one, wider where they come in groups or the mean itself is doubtful (Hilbe, Negative Binomial Regression, 2011).
 * @param variance not below the mean; Poisson where it is the mean
 */
export function logCount(count: number, mean: number, variance: number): number {
  const mu = Math.max(mean, 1e-9);
  const beyond = Math.max(variance - mu, 1e-6 * mu);
  const size = (mu * mu) / beyond;
  return (
    logGamma(count + size) -
    logGamma(size) -
    logGamma(count + 1) +
    size * Math.log(size / (size + mu)) +
    count * Math.log(mu / (size + mu))
  );
}

/** Points of equal weight that stand for a standard normal distribution: the medians of its n equal parts. */
export const normalPoints = (n: number): number[] =>
  Array.from({ length: n }, (_, i) => normalQuantile((i + 0.5) / n));

/** The quantile of the standard normal distribution (Acklam 2003, good to 1e-9), for 0 < p < 1. */
function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    const above = polynomial(
      q,
      [
        -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734,
        4.374664141464968, 2.938163982698783,
      ],
    );
    const below = polynomial(
      q,
      [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
    );
    return above / below;
  }
  const q = p - 0.5;
  const r = q * q;
  const above = polynomial(
    r,
    [
      -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269,
      -30.66479806614716, 2.506628277459239,
    ],
  );
  const below = polynomial(
    r,
    [
      -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972,
      -13.28068155288572, 1,
    ],
  );
  return (q * above) / below;
}

/** From the highest power down. */
const polynomial = (x: number, coefficients: readonly number[]) =>
  coefficients.reduce((total, one) => total * x + one, 0);
