/** Random numbers of the distributions from which tests and benches draw what is on the ground. */

export type Random = () => number;

export const between = (random: Random, low: number, high: number) => low + random() * (high - low);

export const choose = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

/** Standard normal numbers (Box and Muller 1958). */
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const logNormal = (random: Random, median: number, spread: number) =>
  median * Math.exp(spread * normal(random));

/** Poisson numbers; beyond 200 by the normal distribution, which is good to a few in a thousand there. */
export function poisson(random: Random, mean: number): number {
  if (mean > 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const end = Math.exp(-mean);
  let n = 0;
  for (let product = random(); product > end; product *= random()) n++;
  return n;
}

/** Number of n that come true. */
export function binomial(random: Random, n: number, chance: number): number {
  let count = 0;
  for (let i = 0; i < n; i++) if (random() < chance) count++;
  return count;
}
