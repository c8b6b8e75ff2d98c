import { seededRandom } from "@nihol/geo/seeded-random";

/**
 * So many of these fragments, at least one, each as likely as the others (the first steps of a Fisher–Yates shuffle).
 * The same pool, share and seed give the same fragments.
 * @param pool in ascending order
 */
export function drawFragments(pool: readonly number[], share: number, seed: number): number[] {
  const random = seededRandom(seed);
  const left = [...pool];
  const wanted = Math.min(left.length, Math.max(1, Math.ceil(share * left.length - 1e-9)));
  const drawn: number[] = [];
  while (drawn.length < wanted) {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    if (one !== undefined) drawn.push(one);
  }
  return drawn.sort((a, b) => a - b);
}
