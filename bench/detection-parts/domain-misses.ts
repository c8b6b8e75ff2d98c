/**
 * Checks what verdicts assume of trees that a detector misses (`missesOf`), on ground that it does not know. Nobody knows
 * which of the finds without a label would be counted there without the trees: the range must hold if none would, and if
 * all would.
 */
import { missesOf } from "@nihol/counting/verdict/images";

/** A range in trees, and what was found, matched to a label, and stands there. */
export type CountedRange = {
  low: number;
  high: number;
  found: number;
  matched: number;
  truth: number;
};

/** Factors of fewer trees are chance. */
const FEWEST_FOUND = 5;
/** Of a normal distribution 90 % lie so many spreads around the middle. */
const SPREADS_90 = 1.645;

function factorsOf({ low, high, found }: CountedRange) {
  const { middle, spread } = missesOf({ rangeLow: low / found, rangeHigh: high / found });
  const at = (side: number) => Math.exp(middle + side * SPREADS_90 * spread);
  return { low: at(-1), high: at(1) };
}

const holds = (truth: number, count: number, factors: { low: number; high: number }) =>
  truth >= Math.floor(count * factors.low) && truth <= Math.ceil(count * factors.high);

/** In what share of images the range holds, on either reading of finds without a label, and its mean width. */
export function missesRow(images: readonly CountedRange[]) {
  const own = images
    .filter(({ found, low }) => found >= FEWEST_FOUND && low > 0)
    .map((image) => ({ ...image, factors: factorsOf(image) }));
  if (own.length === 0) return undefined;
  const share = (of: (image: (typeof own)[number]) => number) =>
    Math.round((1000 * own.reduce((sum, image) => sum + of(image), 0)) / own.length) / 1000;
  return {
    images: own.length,
    ifAllAreTrees: share(({ truth, found, factors }) => (holds(truth, found, factors) ? 1 : 0)),
    ifMatchedAre: share(({ truth, matched, factors }) => (holds(truth, matched, factors) ? 1 : 0)),
    width: share(({ factors }) => factors.high - factors.low),
  };
}
