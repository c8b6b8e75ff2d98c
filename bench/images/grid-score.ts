/** Agreement of what was found at several positions of an image. */
import { boxIou } from "@nihol/vision/detect/nms";
import { TREE_OVERLAP } from "@nihol/vision/learn/match-labels";
import type { Box, Rect } from "@nihol/vision/pixels/pixels";

/** A tree in pixels of the whole image. */
export type FoundTree = { x: number; y: number; box: Box };

/** A tree, and the positions at which it was found. */
export type TreeSeen = FoundTree & { at: Set<number> };

/** Centres no further apart are of one tree, whatever their boxes. */
const SAME_METERS = 1;

/** Puts what several positions found together, one to one, nearest first. */
export function putTogether(positions: FoundTree[][], gsdMeters: number): TreeSeen[] {
  const all: TreeSeen[] = [];
  for (const [position, trees] of positions.entries()) {
    const pairs = trees.flatMap((tree) =>
      all.flatMap((seen) => {
        const apart = Math.hypot(tree.x - seen.x, tree.y - seen.y) * gsdMeters;
        const isSame = apart <= SAME_METERS || boxIou(tree.box, seen.box) > TREE_OVERLAP;
        return isSame ? [{ tree, seen, apart }] : [];
      }),
    );
    const taken = new Set<FoundTree>();
    for (const { tree, seen } of pairs.sort((a, b) => a.apart - b.apart)) {
      if (taken.has(tree) || seen.at.has(position)) continue;
      taken.add(tree);
      seen.at.add(position);
    }
    for (const tree of trees) if (!taken.has(tree)) all.push({ ...tree, at: new Set([position]) });
  }
  return all;
}

export const within = ({ x, y, width, height }: Rect, tree: { x: number; y: number }): boolean =>
  tree.x >= x && tree.y >= y && tree.x < x + width && tree.y < y + height;

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Figures of trees of one image or several, found at the same number of positions. */
export function scoreOf(trees: TreeSeen[], positions: number) {
  const share = (enough: number): number =>
    trees.length > 0 ? round(trees.filter(({ at }) => at.size >= enough).length / trees.length) : 0;
  const all = Array.from({ length: positions }, (_, n) => n);
  const counts = all.map((n) => trees.filter(({ at }) => at.has(n)).length);
  const f1 = all.flatMap((a) =>
    all
      .filter((b) => b > a)
      .map((b) => {
        const both = trees.filter(({ at }) => at.has(a) && at.has(b)).length;
        return (2 * both) / Math.max(1, (counts[a] ?? 0) + (counts[b] ?? 0));
      }),
  );
  return {
    trees: trees.length,
    atAll: share(positions),
    atAllButOne: share(positions - 1),
    meanCount: round(counts.reduce((sum, count) => sum + count, 0) / positions),
    highToLow: round(Math.max(...counts) / Math.max(1, Math.min(...counts))),
    pairF1: round(f1.reduce((sum, value) => sum + value, 0) / Math.max(1, f1.length)),
  };
}
