import type { GardenAnalytics } from "@nihol/contract/gardens";
import { expect, test } from "vitest";
import { layoutCounts, topOf } from "../src/features/gardens/hub/count-chart-layout.ts";

type Capture = GardenAnalytics["captures"][number];

const capture = (date: string, total: number, more: Partial<Capture> = {}): Capture => ({
  whole_image: Date.parse(date) / 86_400_000,
  date,
  gsd_m: 0.5,
  model: "first",
  tree_area_m2: 10,
  covered_percent: 100,
  given_by: null,
  ...more,
  trees: {
    ...{
      total,
      found: total,
      checked: 0,
      green: total,
      not_green: 0,
      unsure: 0,
      unsure_leaf_off: 0,
      range_basis: "model",
    },
    ...{ low: total - 10, high: total + 20, gsd_m: 0.5, models: ["first"], ground: null },
    ...{ captured_from: date, captured_to: date },
    ...more.trees,
  },
});

test("counts stand from the oldest to the newest by their days, each with its range", () => {
  const { points, top } = layoutCounts([
    capture("2025-01-01", 300),
    capture("2023-01-02", 100),
    capture("2024-01-02", 200),
  ]);
  expect(points.map(({ x, low, high }) => [Math.round(x), low, high])).toEqual([
    [5, 90, 120],
    [50, 190, 220],
    [95, 290, 320],
  ]);
  expect(top).toBe(400);
});

test("a part of the garden, another model and dates without room are told apart", () => {
  const { points, models } = layoutCounts([
    capture("2024-01-01", 100, { covered_percent: 60 }),
    capture("2024-01-11", 110),
    capture("2024-12-31", 120, { model: "second" }),
  ]);
  expect(points.map(({ isWhole, hasDate }) => [isWhole, hasDate])).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ]);
  expect(models).toHaveLength(1);
});

test("an image that was not counted, or counted on unfamiliar ground, has no point", () => {
  const counts = capture("2024-01-01", 50).trees;
  const ground = {
    ...{ familiarity: "unfamiliar" as const, reasons: [], unfamiliar_trees: 50 },
    unfamiliar_image: 1,
  };
  const { points } = layoutCounts([
    capture("2024-01-01", 50, { trees: { ...counts, low: null, high: null } }),
    capture("2024-02-01", 50, { trees: { ...counts, ground } }),
    capture("2024-03-01", 50),
  ]);
  expect(points.map(({ capture: one }) => one.date)).toEqual(["2024-03-01"]);
});

test.each([
  [1, 2],
  [7, 8],
  [40, 40],
  [41, 50],
  [320, 400],
  [401, 500],
  [1_025, 1_200],
  [12_345, 16_000],
])("the axis of %d ends at %d, a round number with a round half", (value, top) => {
  expect(topOf(value)).toBe(top);
});
