/**
 * Parts `whole` (a whole number) by weights into whole numbers that add up to it: each rounded down, and one more for those
 * of the largest remainders. All are 0 where the weights are.
 */
export function wholeParts(weights: readonly number[], whole: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (whole * weight) / sum);
  const floors = exact.map(Math.floor);
  const missing = whole - floors.reduce((total, part) => total + part, 0);
  const first = exact
    .map((part, index) => ({ index, rest: part % 1 }))
    .sort((a, b) => b.rest - a.rest)
    .slice(0, missing)
    .map(({ index }) => index);
  return floors.map((part, index) => part + (first.includes(index) ? 1 : 0));
}
