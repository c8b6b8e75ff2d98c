import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { expect, test } from "vitest";
import { joinShapes } from "../src/map/drawing/join-shapes.ts";

const square = (west: number, south: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [west + 2, south],
        [west + 2, south + 2],
        [west, south + 2],
        [west, south],
      ],
    ],
  ],
});

test("overlapping shapes become one polygon", () => {
  const { shape, bounds } = joinShapes([square(0, 0), square(1, 1)]);
  expect(shape.coordinates).toHaveLength(1);
  expect(bounds).toEqual([0, 0, 3, 3]);
});

test("shapes apart stay apart in one boundary", () => {
  expect(joinShapes([square(0, 0), square(5, 5)]).shape.coordinates).toHaveLength(2);
});

test("a single shape is not touched", () => {
  const only = square(0, 0);
  expect(joinShapes([only]).shape).toBe(only);
});

test("no shape at all is refused", () => {
  expect(() => joinShapes([])).toThrow(RangeError);
});
