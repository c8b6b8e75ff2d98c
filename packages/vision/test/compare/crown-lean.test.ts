import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import { crownLeans, leanOver } from "../../src/compare/crown-lean.ts";
import { matchTrees } from "../../src/compare/match.ts";
import type { CompareTree } from "../../src/compare/trees.ts";

/** Trees at random places, at least 5 m apart. */
function grove(count: number, side: number): CompareTree[] {
  const random = seededRandom(9);
  const trees: CompareTree[] = [];
  while (trees.length < count) {
    const tree = { x: random() * side, y: random() * side, radius: 2 + random() };
    if (trees.every((one) => Math.hypot(one.x - tree.x, one.y - tree.y) > 5)) trees.push(tree);
  }
  return trees;
}

const moved = (trees: CompareTree[], dx: number, dy: number) =>
  trees.map((tree) => ({ ...tree, x: tree.x + dx, y: tree.y + dy }));

describe("crowns that lean", () => {
  it("are found where the other image shows them, up to 6 m beside the ground", () => {
    const before = grove(40, 80);
    const leans = crownLeans(before, moved(before, 5.5, -2));
    const near = leans.filter(([dx, dy]) => Math.hypot(dx - 5.5, dy + 2) < 0.6);
    expect(near.length).toBeGreaterThanOrEqual(36);
  });

  it("match although a third of them was felled, and the felled ones do not", () => {
    const before = grove(40, 80);
    const after = moved(before, 4.5, 0).filter((_, i) => i % 3 !== 0);
    const leans = crownLeans(before, after);
    const leaning = before.map((tree, i) => ({ ...tree, x: tree.x + (leans[i]?.[0] ?? 0) }));
    const matches = matchTrees(leaning, after, 0.2);
    const standing = before.flatMap((_, i) => (i % 3 === 0 ? [] : [i]));
    const right = matches.filter(([a, b]) => standing[b] === a);
    expect(right.length).toBeGreaterThanOrEqual(24);
    expect(matches.length - right.length).toBeLessThanOrEqual(1);
  });

  it("the rows of an orchard do not lean by a row when its first one is felled", () => {
    const rows = Array.from({ length: 64 }, (_, i) => ({
      x: (i % 8) * 4,
      y: Math.floor(i / 8) * 4,
      radius: 1.5,
    }));
    const leans = crownLeans(
      rows,
      rows.filter(({ x }) => x > 0),
    );
    expect(leans.every(([dx, dy]) => dx === 0 && dy === 0)).toBe(true);
  });

  it("say nothing where there are no trees to compare", () => {
    expect(crownLeans([{ x: 1, y: 1, radius: 2 }], [])).toEqual([[0, 0]]);
    expect(leanOver([])(3, 4)).toEqual([0, 0]);
  });
});
