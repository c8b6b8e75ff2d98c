import { boxIou } from "../detect/nms.ts";
import type { Box } from "../pixels/pixels.ts";

/** A find overlaps the box of its tree by more than this (intersection over union). */
export const TREE_OVERLAP = 0.4;
/** A find lies no further than this from the point of its tree, in metres. */
export const TREE_APART_METERS = 3;

/** Right, found and true counts, summed over images. */
export type Tally = { matched: number; found: number; truth: number };

export function emptyTally(): Tally {
  return { matched: 0, found: 0, truth: 0 };
}

export function addTally(into: Tally, more: Tally): void {
  into.matched += more.matched;
  into.found += more.found;
  into.truth += more.truth;
}

export function scores({ matched, found, truth }: Tally) {
  const round = (v: number): number => Math.round(v * 1000) / 1000;
  const precision = found > 0 ? matched / found : 0;
  const recall = truth > 0 ? matched / truth : 0;
  const f1 = matched > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  return { truth, found, precision: round(precision), recall: round(recall), f1: round(f1) };
}

/** Matches pairs best first, each side once. */
function matchPairs(pairs: { i: number; j: number; worth: number }[]): number {
  const [usedI, usedJ] = [new Set<number>(), new Set<number>()];
  pairs.sort((a, b) => b.worth - a.worth || a.i - b.i || a.j - b.j);
  for (const { i, j } of pairs) {
    if (usedI.has(i) || usedJ.has(j)) continue;
    usedI.add(i);
    usedJ.add(j);
  }
  return usedI.size;
}

/** Boxes matched one to one at intersection over union above `min`. */
export function tallyBoxes(found: Box[], truth: Box[], min: number): Tally {
  const pairs = found.flatMap((box, i) =>
    truth.map((other, j) => ({ i, j, worth: boxIou(box, other) })),
  );
  const matched = matchPairs(pairs.filter(({ worth }) => worth > min));
  return { matched, found: found.length, truth: truth.length };
}

type Place = readonly [number, number];

/** Points matched one to one, nearest first, no further apart than `tolerancePx`. */
export function tallyPoints(found: Place[], truth: Place[], tolerancePx: number): Tally {
  const pairs = found.flatMap(([x, y], i) =>
    truth.map(([u, v], j) => ({ i, j, worth: -Math.hypot(x - u, y - v) })),
  );
  const matched = matchPairs(pairs.filter(({ worth }) => worth >= -tolerancePx));
  return { matched, found: found.length, truth: truth.length };
}
