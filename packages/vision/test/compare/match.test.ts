import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import { registerByTrees } from "../../src/compare/constellation.ts";
import { matchTrees } from "../../src/compare/match.ts";
import { shiftOf } from "../../src/compare/shift-field.ts";
import type { CompareTree } from "../../src/compare/trees.ts";

const tree = (x: number, y: number, radius = 2): CompareTree => ({ x, y, radius });

describe("matching trees", () => {
  it("takes each tree once, and the sum of distances decides, not the nearest first", () => {
    // The middle tree lies nearest to the left one, but the right one has nobody else.
    const before = [tree(0, 0), tree(1.4, 0)];
    const after = [tree(0.8, 0), tree(-0.9, 0)];
    const matches = matchTrees(before, after, 0.2).sort(([a], [b]) => a - b);
    expect(matches).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("leaves trees alone that are too far apart or of another size", () => {
    expect(matchTrees([tree(0, 0)], [tree(3, 0)], 0.2)).toEqual([]);
    expect(matchTrees([tree(0, 0, 0.5)], [tree(0, 0, 4)], 0.2)).toEqual([]);
  });

  it("searches further where the registration is less exact", () => {
    expect(matchTrees([tree(0, 0)], [tree(3, 0)], 1)).toEqual([[0, 0]]);
  });

  it("matches a dense row one to one in spite of a shift of half a crown", () => {
    const row = Array.from({ length: 120 }, (_, i) => tree(i * 2.5, 0, 1.4));
    const shifted = row.map(({ x, y, radius }) => tree(x + 0.7, y + 0.2, radius));
    const matches = matchTrees(row, shifted, 0.2);
    expect(matches).toHaveLength(120);
    expect(matches.every(([a, b]) => a === b)).toBe(true);
  });
});

describe("registering by the pattern of the trees", () => {
  const scattered = (seed: number, count: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => tree(random() * 200, random() * 200));
  };

  it("finds the shift although a third of the trees differ", () => {
    const before = scattered(1, 150);
    const random = seededRandom(2);
    const after = [
      ...before
        .slice(0, 110)
        .map(({ x, y }) => tree(x + 4.2 + random() * 0.4, y - 3.1 + random() * 0.4)),
      ...scattered(3, 40),
    ];
    const found = registerByTrees(before, after);
    expect(found.method).toBe("trees");
    const [dx, dy] = shiftOf(found.field, 100, 100);
    expect(Math.abs(dx - 4.4)).toBeLessThan(0.25);
    expect(Math.abs(dy + 2.9)).toBeLessThan(0.25);
  });

  it("does not claim a shift between trees that have nothing to do with each other", () => {
    for (const seed of [10, 20, 30, 40])
      expect(registerByTrees(scattered(seed, 150), scattered(seed + 1, 150)).method).toBe("none");
  });

  it("does not claim a shift from a handful of trees", () => {
    expect(registerByTrees(scattered(1, 8), scattered(1, 8)).method).toBe("none");
  });
});
