import type { CountRatio, ModelCard } from "../models/model-card.ts";
import { sourceSettings } from "../models/model-card.ts";

/** A count beside its range: with probability `level` the true number lies in `[low, high]`. */
type CountRange = { low: number; high: number; level: number };

/** Counts of an image of a place: trees that were found, and those that are there. */
export type CountedImage = { place: string; found: number; truth: number };

/** Adding one keeps images without trees, or without finds, in the measure. */
function ratioOf({ found, truth }: CountedImage): number {
  return (truth + 1) / (found + 1);
}

/** The value below which a share of the sorted values lies, linear between ranks. */
function quantile(sorted: number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

function ratioRange(images: CountedImage[], level: number): [number, number] {
  const ratios = images.map(ratioOf).sort((a, b) => a - b);
  return [quantile(ratios, (1 - level) / 2), quantile(ratios, (1 + level) / 2)];
}

/**
 * The spread of true to found over images, as quantiles, and how often it held when each place was
 * scored with the others alone (leave-one-place-out cross-validation).
 * Throws RangeError without images.
 */
export function measureCountRatio(images: CountedImage[], level: number, how: string): CountRatio {
  if (images.length === 0) throw new RangeError("A range needs counted images.");
  const round = (v: number): number => Math.round(v * 1000) / 1000;
  const [low, high] = ratioRange(images, level);
  const held = images.filter((image) => {
    const others = images.filter(({ place }) => place !== image.place);
    if (others.length === 0) return false;
    const [min, max] = ratioRange(others, level);
    return ratioOf(image) >= min && ratioOf(image) <= max;
  });
  return {
    level,
    low: round(low),
    high: round(high),
    images: images.length,
    trees: images.reduce((sum, { truth }) => sum + truth, 0),
    covered: round(held.length / images.length),
    how,
  };
}

/** The range of a count by a measured ratio, in whole trees. */
export function rangeOfCount(count: number, ratio: CountRatio): CountRange {
  const low = Math.max(0, Math.floor((count + 1) * ratio.low - 1));
  const high = Math.max(low, Math.ceil((count + 1) * ratio.high - 1));
  return { low, high, level: ratio.level };
}

/** The range that a model card gives a count at this resolution; undefined when it was never measured. */
export function countRange(
  card: ModelCard,
  sourceGsd: number,
  count: number,
): CountRange | undefined {
  const { countRatio } = sourceSettings(card, sourceGsd);
  return countRatio && rangeOfCount(count, countRatio);
}
