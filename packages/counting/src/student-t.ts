/** Quantiles of Student's t. */

/** Two-sided 90 %, for 1 to 10 degrees of freedom. */
const table = [
  6.3138, 2.92, 2.3534, 2.1318, 2.015, 1.9432, 1.8946, 1.8595, 1.8331, 1.8125,
] as const;
/** The same of the normal distribution. */
export const NORMAL_90 = 1.6449;

/**
 * Half width of the central 90 % of Student's t in standard deviations; `freedom` may be a fraction. Beyond the
 * table by the first two terms of Cornish and Fisher, good to 0.001.
 */
export function student90(freedom: number): number {
  if (freedom >= 10) {
    const z = NORMAL_90;
    const first = (z ** 3 + z) / (4 * freedom);
    return z + first + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  }
  const below = Math.max(1, Math.floor(freedom));
  const [low = table[0], high = table[9]] = [table[below - 1], table[below]];
  return low + (high - low) * Math.max(0, freedom - below);
}
