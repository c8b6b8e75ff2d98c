/** The range of a sum of counts whose errors are not independent. */

/** One image's count with its range. */
export interface RangedPart {
  low: number;
  high: number;
  /** Of the squared half range, the part that all images of the same kind have in common, 0 to 1. */
  shared: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** What is common to all adds up as it is; what each has of its own adds up in squares. */
const combined = (halves: readonly { half: number; shared: number }[]) => {
  const common = sum(halves.map(({ half, shared }) => Math.sqrt(shared) * half));
  const own = sum(halves.map(({ half, shared }) => (1 - shared) * half ** 2));
  return Math.sqrt(common ** 2 + own);
};

/**
 * The range of a sum. Of each image's error the part `shared` is that of its kind of ground and of the model, the same on
 * every image of the kind (a random effect of the domain: Laird and Ware 1982); the rest is its own. Ranges of counts are
 * lopsided: their middle is the geometric one, and both sides are summed apart. With `shared` 1 lows and highs add up; with 0 errors are independent.
 */
export function rangeOfSum(parts: readonly RangedPart[]): { low: number; high: number } {
  const middles = parts.map(({ low, high }) => Math.sqrt((low + 1) * (high + 1)) - 1);
  const middle = sum(middles);
  // Where not even one tree is sure, what was found may be false all over: that does not average out.
  const below = parts.map(({ low, shared }, i) => ({
    half: (middles[i] ?? 0) - low,
    shared: low > 0 ? shared : 1,
  }));
  const above = parts.map(({ high, shared }, i) => ({ half: high - (middles[i] ?? 0), shared }));
  return { low: Math.max(0, middle - combined(below)), high: middle + combined(above) };
}
