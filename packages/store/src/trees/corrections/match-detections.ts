/** Matches the trees of a new run with those that people had corrected: by place alone, no SQL. */
import type { TreeState } from "@nihol/contract/values/trees";

type Box = TreeState["box"];

/** A tree that people corrected: where a run may find it, and the trees that were there when it was corrected. */
export interface Corrected {
  tree: number;
  /** As it was first detected, and as a person left it; one of them where they are the same. */
  boxes: readonly Box[];
  newestTree: number;
}
/** A tree that the new run found. */
export interface Detected {
  id: number;
  box: Box;
}
export interface Match {
  tree: number;
  detection: number;
}

/**
 * The least overlap (intersection over union) at which two boxes are one tree. Two runs over the same pixels move a box by
 * a pixel or two; neighbours that touch overlap by less than a tenth. Detectors are scored at 0.4 (NeonTreeEvaluation,
 * Weinstein et al. 2021); a hand-drawn crown may differ more.
 */
const MIN_OVERLAP = 0.3;

const size = (from: number, to: number) => Math.max(0, to - from);
const areaOf = ([x0, y0, x1, y1]: Box) => size(x0, x1) * size(y0, y1);

const commonOf = (a: Box, b: Box) =>
  size(Math.max(a[0], b[0]), Math.min(a[2], b[2])) *
  size(Math.max(a[1], b[1]), Math.min(a[3], b[3]));

/** Intersection over union of two boxes, 0 to 1. */
export function overlapOf(a: Box, b: Box): number {
  const common = commonOf(a, b);
  const all = areaOf(a) + areaOf(b) - common;
  return all > 0 ? common / all : 0;
}

/** Share of the smaller of two boxes that lies on the other, 0 to 1. */
export function shareOf(a: Box, b: Box): number {
  const smaller = Math.min(areaOf(a), areaOf(b));
  return smaller > 0 ? commonOf(a, b) / smaller : 0;
}

/**
 * Pairs each corrected tree with at most one detection and each detection with at most one corrected tree, the closest
 * pairs first. A detection that was there when a tree was corrected is another tree: it stays.
 */
export function matchDetections(
  corrected: readonly Corrected[],
  detections: readonly Detected[],
): Match[] {
  const pairs = corrected.flatMap(({ tree, boxes, newestTree }) =>
    detections.flatMap(({ id, box }) => {
      const overlap = Math.max(...boxes.map((one) => overlapOf(one, box)));
      return id > newestTree && overlap >= MIN_OVERLAP ? [{ tree, detection: id, overlap }] : [];
    }),
  );
  pairs.sort((a, b) => b.overlap - a.overlap || a.tree - b.tree || a.detection - b.detection);
  const taken = { trees: new Set<number>(), detections: new Set<number>() };
  return pairs.flatMap(({ tree, detection }) => {
    if (taken.trees.has(tree) || taken.detections.has(detection)) return [];
    taken.trees.add(tree);
    taken.detections.add(detection);
    return [{ tree, detection }];
  });
}
