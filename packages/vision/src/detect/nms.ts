import type { Box } from "../pixels/pixels.ts";

export type Scored = { x: number; y: number; box: Box; score: number };
/** Boxes that overlap more than `iou`, or lie more than `inside` within a better one, are the same tree. */
export type NmsRule = { iou: number; inside: number };

function area(box: Box): number {
  return Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
}

/** Area that two boxes share. */
function sharedArea(a: Box, b: Box): number {
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

/** Tells whether a tree's box lies over a group of smaller ones, each of which no better one of them covers. */
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

/** The trees that are proposed, by place; they are added from the top of an image to its bottom. */
export type OverlapIndex<T extends Scored> = {
  add(tree: T): void;
  /**
   * Non-maximum suppression of what can be decided once all trees above the line `known` were added (all, where it is
   * left out): trees that lie over no group of smaller ones, and that no better such tree covers. Each is given once, in no
   * order. A covered tree still covers worse ones: so a decision depends on near neighbours alone, nothing further away than
   * twice the radius, never on a chain of them, and comes out alike wherever an image is cut. (Against the usual greedy
   * rule F1 differed by 0.001 at most on the validation images, and by less than that with and without boxes over groups.)
   */
  take(known?: number): T[];
};

/** @param radius centres further apart than this along x or y are never compared, in the boxes' unit */
export function overlapIndex<T extends Scored>(rule: NmsRule, radius: number): OverlapIndex<T> {
  /** By row of cells, then by column. */
  const rows = new Map<number, Map<number, T[]>>();
  const overGroups = new Map<T, boolean>();
  let decided = Number.NEGATIVE_INFINITY;
  const cell = (v: number): number => Math.floor(v / radius);
  const near = ({ x, y }: Scored): T[] =>
    [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].flatMap((across) =>
        (rows.get(cell(y) + down)?.get(cell(x) + across) ?? []).filter(
          (other) => Math.abs(other.x - x) <= radius && Math.abs(other.y - y) <= radius,
        ),
      ),
    );
  const isOver = (tree: T): boolean => {
    const is = overGroups.get(tree) ?? isOverGroup(tree, near(tree), rule);
    overGroups.set(tree, is);
    return is;
  };
  const isCovered = (tree: T): boolean =>
    near(tree).some(
      (other) => byScore(other, tree) < 0 && covers(other.box, tree.box, rule) && !isOver(other),
    );
  /** Forgets trees with which no tree that is yet to be decided will be compared. */
  const forget = (above: number): void => {
    for (const [row, columns] of rows) {
      if ((row + 1) * radius > above) continue;
      for (const tree of [...columns.values()].flat()) overGroups.delete(tree);
      rows.delete(row);
    }
  };
  return {
    add(tree) {
      const row = rows.get(cell(tree.y)) ?? new Map<number, T[]>();
      rows.set(cell(tree.y), row);
      const list = row.get(cell(tree.x));
      if (list) list.push(tree);
      else row.set(cell(tree.x), [tree]);
    },
    take(known = Number.POSITIVE_INFINITY) {
      const [from, to] = [decided, known - 2 * radius];
      if (to <= from) return [];
      const open = [...rows.values()]
        .flatMap((columns) => [...columns.values()].flat())
        .filter(({ y }) => y >= from && y < to);
      const kept = open.filter((tree) => !isOver(tree) && !isCovered(tree));
      decided = to;
      forget(to - 2 * radius);
      return kept;
    },
  };
}
