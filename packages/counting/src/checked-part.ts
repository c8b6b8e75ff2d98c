/**
 * Rest of a count's range when people have checked a part of its ground whole. The total is the observed part,
 * exact, and the predicted rest (Royall 1970, the prediction approach to finite populations).
 */

/** Count of an area, and how much of it people have checked. */
interface CheckedPart {
  /** Trees counted in all. */
  n: number;
  /** Of them, trees on checked ground. */
  checked: number;
  /** Share of the ground that nobody has looked over, 0 to 1: trees may have been missed where none was found. */
  uncheckedGround: number;
}

/** Factors that a range is multiplied by when a part of its ground is known. */
export interface LeftOver {
  middle: number;
  below: number;
  above: number;
}

/**
 * Variance of true trees around what the model predicts, for each tree found, apart from what the whole image has in
 * common: false finds, misses, and that both come in clusters. Chosen, not measured.
 */
const VARIANCE_A_TREE = 2;
/** Half width of the central 90 % of a normal distribution, in standard deviations. */
const Z = 1.645;
/** Of the trees that a model misses, those where it found none around. Chosen, not measured. */
const ON_BARE_GROUND = 0.1;

/** The squared half range that each tree of a model's count has of its own. */
export const MODEL_SCATTER = Z ** 2 * VARIANCE_A_TREE;

/**
 * The half range that a share of the whole keeps: of the squared half range the part `own` is each tree's own and shrinks
 * with the share, the rest is common to all trees and shrinks with its square. It never grows as the share falls.
 */
const scaleOf = (share: number, own: number) =>
  Math.sqrt(share ** 2 * (1 - own) + Math.max(0, share) * own);

/**
 * @param range of the whole, as if nothing were checked
 * @param scatter squared half range of its own that each tree adds: measured by sample plots, else `MODEL_SCATTER`
 */
export function leftOver(
  { n, checked, uncheckedGround }: CheckedPart,
  range: { low: number; high: number },
  scatter: number,
): LeftOver {
  const trees = n > 0 ? Math.max(0, n - checked) / n : uncheckedGround;
  const mixed = (1 - ON_BARE_GROUND) * trees + ON_BARE_GROUND * uncheckedGround;
  const half = (range.high - range.low) / 2;
  const own = half > 0 ? Math.min(1, (scatter * Math.max(1, n)) / half ** 2) : 0;
  return { middle: trees, below: scaleOf(trees, own), above: scaleOf(mixed, own) };
}

/** Trees found on checked ground before their ratio is believed. */
const MIN_FOUND = 20;

/**
 * The factors of a model's range, widened where checked ground contradicts them: it holds true trees in a ratio to found ones
 * that the range leaves out, by more than chance. Ground that fits changes nothing: what it says of the rest is left unsaid,
 * for it was not drawn at random.
 */
export function widenedByChecked(
  range: { low: number; high: number },
  { found, trees }: { found: number; trees: number },
): { low: number; high: number } {
  if (found < MIN_FOUND) return range;
  const ratio = trees / found;
  const chance = Z * Math.sqrt((VARIANCE_A_TREE * Math.max(ratio, 0.1)) / found);
  return {
    low: Math.min(range.low, Math.max(0, ratio + chance)),
    high: Math.max(range.high, ratio - chance),
  };
}
