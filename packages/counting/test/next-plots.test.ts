import { allocatePlots, forecastRange, type PlotsSoFar } from "@nihol/counting/next-plots";
import { estimateRange } from "@nihol/counting/sample-plots";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";
import {
  byShares,
  type Counting,
  countPlots,
  drawCells,
  drawnGrounds,
} from "./support/drawn-plots.ts";

const none = { occupied: 0, empty: 0 };
const town: PlotsSoFar = {
  counted: [],
  open: none,
  skipped: none,
  cells: { occupied: 80, empty: 40, inOccupied: 800, inEmpty: 0, outside: 0, inOutside: 0 },
  foundSquared: 80 * 150,
  model: { low: 0.5, high: 1.8 },
};
const windows = (n: number, marked: number, found: number) =>
  Array.from({ length: n }, () => ({ marked, found, isOccupied: found > 0 }));

const steps = [12, 18, 24, 48];
const images = Array.from({ length: 200 }, (_, i) =>
  drawCells(seededRandom(i + 1), drawnGrounds[i % drawnGrounds.length] ?? "town"),
);
const count = (allocate?: typeof allocatePlots): Counting[][] => {
  const all = images.map((cells, i) => countPlots(cells, steps, seededRandom(1000 + i), allocate));
  return steps.map((_, step) => all.flatMap((one) => one[step] ?? []));
};
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const drawn = count();
const former = count(byShares);

test.each(steps)(
  "of %i plots the range is narrower than with fixed shares of the strata",
  (plots) => {
    const [now = [], before = []] = [drawn, former].map((all) => all[steps.indexOf(plots)] ?? []);
    const width = (some: Counting[]) => median(some.map((one) => one.width));
    expect(width(now)).toBeLessThan(width(before));
  },
);

test.each(steps)(
  "of %i plots the stated 90 %% holds, though earlier ones decided on later ones",
  (plots) => {
    const now = drawn[steps.indexOf(plots)] ?? [];
    expect(now.filter((one) => one.held).length / now.length).toBeGreaterThan(0.85);
  },
);

test.each(steps)(
  "the width with %i plots is forecast within 35 %% in half of the images",
  (plots) => {
    const errors = (drawn[steps.indexOf(plots)] ?? []).map((one) => one.forecast / one.width - 1);
    expect(median(errors.map(Math.abs))).toBeLessThan(0.35);
    expect(Math.abs(median(errors))).toBeLessThan(0.2);
  },
);

test("every stratum keeps random plots, whatever the others showed", () => {
  const first = allocatePlots(town, 12);
  expect(first.occupied + first.empty).toBe(12);
  expect(first.occupied).toBeGreaterThan(5);
  expect(first.empty).toBeGreaterThan(1);
  const found = [...windows(4, 6, 10), ...windows(4, 16, 10)];
  const quiet = { ...town, counted: [...found, ...windows(2, 0, 0)] };
  expect(allocatePlots(quiet, 8).empty).toBeGreaterThan(0);
  const surprising = {
    ...town,
    counted: [...found, { marked: 30, found: 0, isOccupied: false }, ...windows(1, 0, 0)],
  };
  expect(allocatePlots(surprising, 6).empty).toBeGreaterThan(allocatePlots(quiet, 6).empty);
});

test("an image gives no more cells than it has, and none twice", () => {
  const cells = { ...town.cells, occupied: 3, empty: 10 };
  expect(allocatePlots({ ...town, cells }, 12)).toEqual({ occupied: 3, empty: 9 });
  const small = { ...town.cells, occupied: 7, empty: 1 };
  expect(allocatePlots({ ...town, cells: small }, 12)).toEqual({ occupied: 7, empty: 1 });
  const gone = {
    ...town,
    cells: small,
    open: { occupied: 5, empty: 0 },
    skipped: { occupied: 1, empty: 1 },
  };
  expect(allocatePlots(gone, 12)).toEqual({ occupied: 1, empty: 0 });
});

test("a forecast of no further plots is the range that is stated", () => {
  const counted = [...windows(4, 10, 10), ...windows(4, 14, 9), ...windows(4, 0, 0)];
  const now = estimateRange(counted, town.cells);
  const forecast = forecastRange({ ...town, counted }, none);
  expect(forecast?.low).toBeCloseTo(now?.low ?? 0);
  expect(forecast?.high).toBeCloseTo(now?.high ?? 0);
});

test("a forecast is not made of too few plots, or where nothing was found", () => {
  expect(forecastRange(town, { occupied: 4, empty: 0 })).toBeUndefined();
  const bare = { ...town.cells, occupied: 0, inOccupied: 0, empty: 120 };
  const plots = { ...town, cells: bare, foundSquared: 0 };
  expect(forecastRange(plots, allocatePlots(plots, 12))).toBeUndefined();
});

test("open plots are part of what is forecast", () => {
  const open = { ...town, open: { occupied: 8, empty: 4 } };
  expect(forecastRange(open, none)).toEqual(forecastRange(town, { occupied: 8, empty: 4 }));
});
