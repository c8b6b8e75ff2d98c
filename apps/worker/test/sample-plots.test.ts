import { cellGrid } from "@nihol/counting/plot-grid";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";
import { drawSamplePlots, gridCellsOf, outsideCells } from "../src/imagery/sample-plots.ts";

const random = seededRandom(5);

/** 1,000 × 600 pixels of 0.5 m; `affine` puts pixels on degrees, near enough for a test of counting. */
const georeference = {
  affine: [68.7, 1e-5, 0, 38.5, 0, -1e-5] as [number, number, number, number, number, number],
  proj4: "+proj=longlat +datum=WGS84 +no_defs",
};
const coverageOf = (share: number): MultiPolygon => {
  const east = 68.7 + 0.01 * share;
  return {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [68.7, 38.494],
          [east, 38.494],
          [east, 38.5],
          [68.7, 38.5],
          [68.7, 38.494],
        ],
      ],
    ],
  };
};
const image = (treeCount: number, share = 1) => ({
  width: 1000,
  height: 600,
  gsd_m: 0.5,
  coverage: coverageOf(share),
  coverage_m2: 150_000 * share,
  tree_count: treeCount,
});

test("a window holds about fifteen trees, within what a person can count", () => {
  expect(cellGrid(image(1500)).side).toBe(77);
  expect(cellGrid(image(1_000_000)).side).toBe(48);
  expect(cellGrid(image(0)).side).toBe(240);
});

test("grid cells are whole and lie in the coverage", () => {
  const whole = gridCellsOf(image(1500), georeference, { side: 100, columns: 10 });
  expect(whole).toEqual(Array.from({ length: 60 }, (_, i) => i));
  const half = gridCellsOf(image(1500, 0.5), georeference, { side: 100, columns: 10 });
  expect(half).toHaveLength(30);
  expect(half.every((cell) => cell % 10 < 5)).toBe(true);
  const cut = gridCellsOf(image(1500), georeference, { side: 90, columns: 12 });
  expect(cut).toHaveLength(11 * 6);
});

test("strips at the border and halves of cells beyond the coverage are ground outside the grid", () => {
  const outside = (side: number, share = 1) => {
    const grid = { side, columns: Math.ceil(1000 / side) };
    const cells = gridCellsOf(image(1500, share), georeference, grid);
    return outsideCells(image(1500, share), georeference, grid, cells);
  };
  expect(outside(100)).toBe(0);
  expect(outside(90)).toBeCloseTo((1000 * 600) / 90 ** 2 - 11 * 6);
  // The cells whose left two fifths are covered.
  expect(outside(100, 0.54)).toBeCloseTo(6 * 0.4);
});

const strata = {
  occupied: Array.from({ length: 40 }, (_, i) => i),
  empty: Array.from({ length: 20 }, (_, i) => 100 + i),
};

test("as many windows of each stratum are drawn as were allocated, and further ones are others", () => {
  const first = drawSamplePlots(strata, [], { occupied: 8, empty: 4 }, random);
  expect(first.filter((d) => d.is_occupied)).toHaveLength(8);
  const more = drawSamplePlots(strata, first, { occupied: 5, empty: 1 }, random);
  expect(more.filter((d) => d.is_occupied)).toHaveLength(5);
  const cells = [...first, ...more].map((d) => d.cell);
  expect(new Set(cells).size).toBe(18);
  const all = drawSamplePlots(strata, first, { occupied: 99, empty: 99 }, random);
  expect(all).toHaveLength(60 - 12);
});

test("every cell of a stratum has the same chance", () => {
  const hits = new Map<number, number>();
  for (let i = 0; i < 3000; i++)
    for (const { cell } of drawSamplePlots(strata, [], { occupied: 8, empty: 4 }, random))
      hits.set(cell, (hits.get(cell) ?? 0) + 1);
  for (const cell of strata.occupied) {
    expect(hits.get(cell)).toBeGreaterThan(450);
    expect(hits.get(cell)).toBeLessThan(750);
  }
});
