/** A second person's points against the trees that the first one left: plain maths in source pixels. */
import { type OpinionTree, opinionLimits } from "@nihol/contract/values/imagery/calibration";

type Point = [x: number, y: number];

interface Compared {
  /** Of the trees and of the points, whether the other person has them too. */
  trees: boolean[];
  points: boolean[];
}

/** Even-odd rule; the ring is x0, y0, x1, y1, …, open. */
function isInRing([x, y]: Point, ring: readonly number[]): boolean {
  let inside = false;
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Pairs each tree with at most one point within its crown or near its middle, the closest pairs first. */
export function comparePoints(
  trees: readonly OpinionTree[],
  points: readonly Point[],
  gsdM: number,
): Compared {
  const radius = opinionLimits.radiusM / gsdM;
  const pairs = trees.flatMap(({ x, y, crown }, tree) =>
    points.flatMap((at, point) => {
      const distance = Math.hypot(at[0] - x, at[1] - y);
      return distance <= radius || isInRing(at, crown) ? [{ tree, point, distance }] : [];
    }),
  );
  pairs.sort((a, b) => a.distance - b.distance || a.tree - b.tree || a.point - b.point);
  const compared = { trees: trees.map(() => false), points: points.map(() => false) };
  for (const { tree, point } of pairs) {
    if (compared.trees[tree] || compared.points[point]) continue;
    compared.trees[tree] = true;
    compared.points[point] = true;
  }
  return compared;
}

/** x0, y0, x1, y1, … as points. */
export const pointsOf = (flat: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(flat.length / 2) }, (_, i) => [
    flat[2 * i] ?? 0,
    flat[2 * i + 1] ?? 0,
  ]);
