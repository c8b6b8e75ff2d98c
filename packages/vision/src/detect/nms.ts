import type { Box } from "../pixels/pixels.ts";

export type Scored = { x: number; y: number; box: Box; score: number };
/** Boxes that overlap more than `iou`, or lie more than `inside` within a better one, are the same tree. */
export type NmsRule = { iou: number; inside: number };

function area(box: Box): number {
  return Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
}

/** Area that two boxes share. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, 0..1. */
export function boxIou(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (area(a) + area(b) - shared);
}

/** A total order, best first, that depends on nothing but the trees themselves. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.y - b.y || a.x - b.x;
}

function covers(better: Box, worse: Box, rule: NmsRule): boolean {
  const shared = sharedArea(better, worse);
  if (shared === 0) return false;
  const [a, b] = [area(better), area(worse)];
  return shared / (a + b - shared) > rule.iou || shared / Math.max(b, 1e-9) > rule.inside;
}

/** A spatial index of trees that answers whether a better one covers a tree. */
export type OverlapIndex<T extends Scored> = {
  add(tree: T): void;
  /** Whether any tree that was added is better than `tree` and covers it. */
  covers(tree: Scored): boolean;
  /** The trees that were added and that no better one covers, best first. */
  uncovered(): T[];
};

/** @param radius centres further apart than this along x or y are never compared, in the boxes' unit */
export function overlapIndex<T extends Scored>(rule: NmsRule, radius: number): OverlapIndex<T> {
  const cells = new Map<string, T[]>();
  const cell = (v: number): number => Math.floor(v / radius);
  const index: OverlapIndex<T> = {
    add(tree) {
      const key = `${cell(tree.x)},${cell(tree.y)}`;
      const list = cells.get(key);
      if (list) list.push(tree);
      else cells.set(key, [tree]);
    },
    covers(tree) {
      const hides = (other: T): boolean =>
        byScore(other, tree) < 0 &&
        Math.abs(other.x - tree.x) <= radius &&
        Math.abs(other.y - tree.y) <= radius &&
        covers(other.box, tree.box, rule);
      for (let v = cell(tree.y) - 1; v <= cell(tree.y) + 1; v++)
        for (let u = cell(tree.x) - 1; u <= cell(tree.x) + 1; u++)
          if (cells.get(`${u},${v}`)?.some(hides)) return true;
      return false;
    },
    uncovered: () =>
      [...cells.values()]
        .flat()
        .filter((tree) => !index.covers(tree))
        .sort(byScore),
  };
  return index;
}

/**
 * Keeps the trees that no better one covers, best first. A covered tree still covers worse ones:
 * so a decision depends on its direct neighbours alone, never on a chain of them, and comes out
 * alike wherever an image is cut. (Against the usual greedy rule F1 differed by 0.001 at most
 * on the validation images.)
 * @param radius centres further apart than this along x or y are never compared, in the boxes' unit
 */
export function nonMaximumSuppression<T extends Scored>(
  trees: T[],
  rule: NmsRule,
  radius: number,
): T[] {
  const index = overlapIndex<T>(rule, radius);
  for (const tree of trees) index.add(tree);
  return index.uncovered();
}
