import { seededRandom } from "@nihol/geo/seeded-random";

/** Distributions of values where nothing stands, and where a tree does; `share` of the places are occupied. */
type Mixture = {
  empty: { mean: number; sd: number };
  tree: { mean: number; sd: number };
  share: number;
};

/** Turns of the estimate; it settles in fewer. */
const TURNS = 40;

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0;
}

/** Median and 1.4826 times the median deviation from it. */
function robust(values: readonly number[]): { mean: number; sd: number } {
  const mean = median([...values].sort((a, b) => a - b));
  const off = values.map((value) => Math.abs(value - mean)).sort((a, b) => a - b);
  return { mean, sd: Math.max(1e-6, 1.4826 * median(off)) };
}

const density = (value: number, { mean, sd }: { mean: number; sd: number }): number =>
  Math.exp(-(((value - mean) / sd) ** 2) / 2) / sd;

/** The probability that a value comes from a tree. What is larger than most trees is one. */
function chanceOfTree(value: number, { empty, tree, share }: Mixture): number {
  const top = Math.min(value, tree.mean);
  const [yes, no] = [share * density(top, tree), (1 - share) * density(top, empty)];
  return yes + no > 0 ? yes / (yes + no) : top > empty.mean ? 1 : 0;
}

/**
 * Two normal distributions in the values of a lattice's places: the empty one as places between them show it, the
 * other and its share by expectation and maximisation (Dempster, Laird and Rubin 1977).
 * @param between values of ground between the places, looked at in the same way
 */
function fitMixture(values: readonly number[], between: readonly number[]): Mixture {
  const empty = robust(between);
  let tree = robust(values.filter((value) => value > empty.mean + 2 * empty.sd));
  if (!(tree.mean > empty.mean)) tree = { mean: empty.mean + 4 * empty.sd, sd: empty.sd };
  let share = 0.8;
  for (let turn = 0; turn < TURNS; turn++) {
    const chances = values.map((value) => chanceOfTree(value, { empty, tree, share }));
    const total = chances.reduce((a, b) => a + b, 0);
    if (total < 2) break;
    const mean = chances.reduce((sum, chance, i) => sum + chance * (values[i] ?? 0), 0) / total;
    const off = chances.reduce((sum, p, i) => sum + p * ((values[i] ?? 0) - mean) ** 2, 0) / total;
    tree = { mean: Math.max(mean, empty.mean + empty.sd), sd: Math.sqrt(off) + 0.2 * empty.sd };
    share = Math.min(0.995, Math.max(0.02, total / values.length));
  }
  return { empty, tree, share };
}

const ROUNDS = 40;
/**
 * The chance of each place that a tree stands there, and the doubt that they share: what a sample of that size leaves
 * open of the mixture (Efron's bootstrap, 1979), as a share of the places; and how much of the ground between them
 * would be taken for a tree.
 */
export function chancesOf(values: readonly number[], between: readonly number[]) {
  const mixture = fitMixture(values, between);
  const chances = values.map((value) => chanceOfTree(value, mixture));
  const random = seededRandom(values.length);
  const drawn = (from: readonly number[]) =>
    from.map(() => from[Math.floor(random() * from.length)] ?? 0);
  const sums = Array.from({ length: ROUNDS }, () => {
    const other = fitMixture(drawn(values), drawn(between));
    return values.reduce((total, value) => total + chanceOfTree(value, other), 0);
  });
  const mean = sums.reduce((a, b) => a + b, 0) / ROUNDS;
  const spread = sums.reduce((total, one) => total + (one - mean) ** 2, 0) / (ROUNDS - 1);
  const mistaken = between.filter((value) => chanceOfTree(value, mixture) >= 0.5).length;
  return {
    chances,
    doubt: Math.sqrt(spread) / Math.max(1, values.length),
    mistaken: mistaken / Math.max(1, between.length),
  };
}
