/** Chooses the comparisons of images that are added up. No database here. */
import type { ComparisonResult } from "@nihol/contract/values/imagery/image-compare";
import type { Bbox } from "@nihol/geo/geometry";

/** A comparison that is done, with what is needed to choose among those of the same ground. */
export interface ComparedPair {
  id: number;
  before_id: number;
  after_id: number;
  before_on: string;
  after_on: string;
  bbox: Bbox;
  recall: ComparisonResult["recall"];
}

const overlap = (a: Bbox, b: Bbox) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * Of comparisons that show the same ground over the same time one is taken, the newest and shortest first, so that
 * no tree is said to be planted or lost twice; those that follow one another in time add up.
 * @param pairs by the later image's day, then the earlier one's, both descending
 */
export function pairsThatAddUp(pairs: readonly ComparedPair[]): ComparedPair[] {
  const taken: ComparedPair[] = [];
  for (const pair of pairs) {
    const isShown = taken.some(
      (other) =>
        overlap(pair.bbox, other.bbox) &&
        pair.before_on < other.after_on &&
        other.before_on < pair.after_on,
    );
    if (!isShown) taken.push(pair);
  }
  return taken;
}
