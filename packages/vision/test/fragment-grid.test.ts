import { expect, test } from "vitest";
import {
  FRAGMENT_SIZE,
  fragmentAt,
  fragmentBlocks,
  fragmentGrid,
  fragmentOfPixel,
  neighboursOf,
} from "../src/raster/fragment-grid.ts";

const SIZES = [1, 500, 1024, 1025, 1100, 1151, 1152, 1153, 1920, 1921, 2816, 5000];

test("a 10,000 px image has 12 × 12 fragments, a 40,000 px image 45 × 45", () => {
  expect(fragmentGrid(10_000, 10_000).count).toBe(144);
  expect(fragmentGrid(40_000, 40_000).count).toBe(2_025);
});

test.each(SIZES)("cores of a %i px wide image meet without gap or overlap", (size) => {
  const grid = fragmentGrid(size, 700);
  let edge = 0;
  for (let n = 1; n <= grid.columns; n++) {
    const { x, width, core } = fragmentAt(grid, n);
    expect(core.x).toBe(edge);
    expect(core.width).toBeGreaterThan(0);
    expect(core.x).toBeGreaterThanOrEqual(x);
    expect(core.x + core.width).toBeLessThanOrEqual(x + width);
    edge = core.x + core.width;
  }
  expect(edge).toBe(size);
});

test.each(SIZES)("each pixel of a %i px wide image has the owner whose core holds it", (size) => {
  const grid = fragmentGrid(size, 1);
  for (let x = 0; x < size; x++) {
    const owner = fragmentAt(grid, fragmentOfPixel(grid, x, 0) ?? 0).core;
    expect(x >= owner.x && x < owner.x + owner.width).toBe(true);
  }
});

test("fragments are full size and end with the image", () => {
  const grid = fragmentGrid(1500, 3000);
  const last = fragmentAt(grid, grid.count);
  expect(last).toMatchObject({
    x: 1500 - FRAGMENT_SIZE,
    y: 3000 - FRAGMENT_SIZE,
    width: FRAGMENT_SIZE,
    height: FRAGMENT_SIZE,
  });
});

test("inner cores stay at least 64 px away from the edge of what is read", () => {
  const grid = fragmentGrid(5000, 1024);
  for (let n = 2; n <= grid.columns; n++) {
    const { x, core } = fragmentAt(grid, n);
    expect(core.x - x).toBeGreaterThanOrEqual(64);
  }
});

test("a pixel outside the image has no owner", () => {
  const grid = fragmentGrid(100, 100);
  for (const [x, y] of [
    [-1, 0],
    [0, 100],
    [100, 0],
    [Number.NaN, 0],
  ] as const)
    expect(fragmentOfPixel(grid, x, y)).toBeUndefined();
});

test("a corner has three neighbours, an inner fragment eight", () => {
  const grid = fragmentGrid(10_000, 10_000);
  expect(neighboursOf(grid, 1)).toEqual([2, 13, 14]);
  expect(neighboursOf(grid, 14)).toHaveLength(8);
});

test("blocks hold every fragment once and their cores cover the image", () => {
  const grid = fragmentGrid(10_000, 7_000);
  const blocks = fragmentBlocks(grid);
  const all = blocks.flatMap((block) => block.fragments);
  expect(new Set(all).size).toBe(grid.count);
  expect(all).toHaveLength(grid.count);
  expect(blocks.reduce((sum, { core }) => sum + core.width * core.height, 0)).toBe(70_000_000);
});
