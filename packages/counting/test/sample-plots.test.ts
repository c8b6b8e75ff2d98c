import {
  type CountedWindow,
  estimateRange,
  rangeOfPart,
  type Strata,
} from "@nihol/counting/sample-plots";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";

function poisson(mean: number, random: () => number) {
  const min = Math.exp(-mean);
  let product = random();
  let n = 0;
  while (product > min) {
    product *= random();
    n++;
  }
  return n;
}

interface Square {
  truth: number;
  found: number;
}

/** An image in squares: some bare, trees of uneven density, a detector that misses and invents. */
function drawImage(random: () => number, recall: number, invented: number): Square[] {
  return Array.from({ length: 600 }, () => {
    const density = random() < 0.4 ? 0.1 : 4 + 22 * random();
    const truth = poisson(density, random);
    const seen = Array.from({ length: truth }, () => random() < recall).filter(Boolean).length;
    return { truth, found: seen + poisson(invented, random) };
  });
}

const grid: Strata = {
  occupied: 0,
  empty: 0,
  inOccupied: 0,
  inEmpty: 0,
  outside: 0,
  inOutside: 0,
};

const total = (cells: Square[], of: "truth" | "found") =>
  cells.reduce((sum, square) => sum + square[of], 0);

function sample(cells: Square[], count: number, random: () => number): Square[] {
  return [...cells]
    .map((square) => ({ square, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ square }) => square);
}

/** `outside` are squares beside the grid, of which no window is drawn. */
function estimate(
  image: Square[],
  windows: [number, number],
  random: () => number,
  outside: Square[] = [],
) {
  const occupied = image.filter((s) => s.found > 0);
  const empty = image.filter((s) => s.found === 0);
  const counted = (cells: Square[], isOccupied: boolean): CountedWindow[] =>
    cells.map(({ truth, found }) => ({ marked: truth, found, isOccupied }));
  const cells: Strata = {
    occupied: occupied.length,
    empty: empty.length,
    inOccupied: total(occupied, "found"),
    inEmpty: 0,
    outside: outside.length,
    inOutside: total(outside, "found"),
  };
  return estimateRange(
    [
      ...counted(sample(occupied, windows[0], random), true),
      ...counted(sample(empty, windows[1], random), false),
    ],
    cells,
  );
}

test.each([
  ["a detector that misses a third", 0.65, 0.3],
  ["one that invents as many as it misses", 0.8, 3],
  ["a good one", 0.95, 0.2],
])("the stated 90 %% holds for %s", (_name, recall, invented) => {
  const random = seededRandom(7);
  const held = Array.from({ length: 400 }, () => {
    const image = drawImage(random, recall, invented);
    const range = estimate(image, [8, 4], random);
    if (!range) throw new Error("no range");
    const share = total(image, "truth") / total(image, "found");
    return share >= range.low && share <= range.high;
  }).filter(Boolean).length;
  expect(held / 400).toBeGreaterThan(0.85);
  expect(held / 400).toBeLessThan(0.985);
});

test("more windows give a narrower range", () => {
  const width = (windows: [number, number]) => {
    const random = seededRandom(3);
    const image = drawImage(random, 0.7, 1);
    const ranges = Array.from({ length: 60 }, () => estimate(image, windows, random));
    return ranges.reduce((sum, range) => sum + (range ? range.high - range.low : 0), 0) / 60;
  };
  expect(width([24, 12])).toBeLessThan(0.75 * width([8, 4]));
});

test("a range is not stated of too few windows, or where nothing was found", () => {
  const cells = { ...grid, occupied: 50, inOccupied: 500 };
  const window = { marked: 10, found: 9, isOccupied: true };
  expect(estimateRange(Array(4).fill(window), cells)).toBeUndefined();
  expect(estimateRange(Array(6).fill({ ...window, found: 0 }), cells)).toBeUndefined();
});

test("windows that cover the whole image leave no doubt", () => {
  const windows = Array.from({ length: 6 }, (_, i) => ({
    marked: 10 + i,
    found: 8,
    isOccupied: true,
  }));
  const range = estimateRange(windows, { ...grid, occupied: 6, inOccupied: 48 });
  expect(range?.low).toBeCloseTo(75 / 48);
  expect(range?.high).toBeCloseTo(75 / 48);
  expect(range?.ratio).toBeCloseTo(75 / 48);
});

test("all windows of a grid that leaves strips of the image out leave the trees of the strips in doubt", () => {
  // As in open conifers: twelve windows over 85 % of the image, thirteen trees beside them.
  const windows = Array.from({ length: 12 }, (_, i) => ({
    marked: i % 2 ? 21 : 23 + (i % 3),
    found: 16,
    isOccupied: true,
  }));
  const marked = windows.reduce((sum, w) => sum + w.marked, 0);
  const cells = { ...grid, occupied: 12, inOccupied: 192, outside: 2.1, inOutside: 10 };
  const range = estimateRange(windows, cells);
  const [low, high] = [(range?.low ?? 0) * 211, (range?.high ?? 0) * 211];
  expect(low).toBeGreaterThanOrEqual(marked);
  expect(high - low).toBeGreaterThan(10);
  expect(low).toBeLessThan(marked + 13);
  expect(high).toBeGreaterThan(marked + 13);
});

test("the stated 90 % holds where a grid of which all windows were counted leaves ground out", () => {
  const random = seededRandom(13);
  const held = Array.from({ length: 300 }, () => {
    const image = drawImage(random, 0.75, 0.5);
    const [inGrid, outside] = [image.slice(0, 24), image.slice(24, 30)];
    const range = estimate(inGrid, [24, 24], random, outside);
    if (!range) throw new Error("no range");
    const all = [...inGrid, ...outside];
    const share = total(all, "truth") / total(all, "found");
    return share >= range.low && share <= range.high;
  }).filter(Boolean).length;
  expect(held / 300).toBeGreaterThan(0.87);
});

test("ground beside the grid widens this image's range, and not what its plots tell other images", () => {
  const random = seededRandom(17);
  let held = 0;
  for (let at = 0; at < 300; at++) {
    const image = drawImage(random, 0.75, 0.5);
    const [inGrid, outside] = [image.slice(0, 24), image.slice(24, 264)];
    const range = estimate(inGrid, [12, 6], seededRandom(at), outside);
    const alone = estimate(inGrid, [12, 6], seededRandom(at));
    if (!range || !alone) throw new Error("no range");
    expect(range.logVariance).toBeCloseTo(alone.logVariance, 10);
    expect(range.high - range.low).toBeGreaterThan(alone.high - alone.low);
    const all = [...inGrid, ...outside];
    const share = total(all, "truth") / total(all, "found");
    if (share >= range.low && share <= range.high) held++;
  }
  expect(held / 300).toBeGreaterThan(0.87);
});

test("a stratum in which nobody looked and nothing was found leaves a tree of doubt", () => {
  const windows = Array.from({ length: 6 }, () => ({ marked: 8, found: 8, isOccupied: true }));
  const looked = { ...grid, occupied: 6, inOccupied: 48 };
  const whole = estimateRange(windows, looked);
  expect([whole?.low, whole?.high]).toEqual([1, 1]);
  const range = estimateRange(windows, { ...looked, empty: 40 });
  expect(range?.low).toBe(1);
  expect((range?.high ?? 0) * 48).toBeGreaterThan(49);
});

test("a range never falls below the trees that people saw", () => {
  const windows = [30, 1, 40, 2, 35].map((marked) => ({ marked, found: 20, isOccupied: true }));
  const range = estimateRange(windows, { ...grid, occupied: 7, inOccupied: 120 });
  expect((range?.low ?? 0) * 120).toBeGreaterThanOrEqual(108);
});

test("a part is less certain than the whole, and the whole keeps its range", () => {
  const range = { low: 0.9, high: 1.3, scatter: 4 };
  expect(rangeOfPart(range, 1000, 1000)).toEqual({ low: 900, high: 1300 });
  const part = rangeOfPart(range, 50, 1000);
  expect(part.low).toBeLessThan(45);
  expect(part.high).toBeGreaterThan(65);
});

test("the stated 90 % holds for parts of an image too", () => {
  const random = seededRandom(11);
  const held = Array.from({ length: 300 }, () => {
    const image = drawImage(random, 0.75, 0.5);
    const range = estimate(image, [12, 6], random);
    if (!range) throw new Error("no range");
    const part = sample(image, 30, random);
    const { low, high } = rangeOfPart(range, total(part, "found"), total(image, "found"));
    const truth = total(part, "truth");
    return truth >= low && truth <= high;
  }).filter(Boolean).length;
  expect(held / 300).toBeGreaterThan(0.84);
});
