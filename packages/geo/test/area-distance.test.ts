import { expect, test } from "vitest";
import { distanceToAreaM } from "../src/area-distance.ts";
import type { MultiPolygon, Position } from "../src/geometry.ts";

const square = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
/** A square of a tenth of a degree with a hole of a fiftieth in its middle, and a small one beside it. */
const area: MultiPolygon = {
  type: "MultiPolygon",
  coordinates: [[square(68, 38, 0.1), square(68.04, 38.04, 0.02)], [square(68.2, 38, 0.01)]],
};

test("a position inside is at no distance", () => {
  expect(distanceToAreaM(68.02, 38.02, area)).toBe(0);
});

test("a position outside is as far as the nearest edge or corner of any part", () => {
  expect(distanceToAreaM(68.05, 38.11, area)).toBeCloseTo(1113.2, 1);
  const east = 0.01 * 111_320 * Math.cos((38.005 * Math.PI) / 180);
  expect(distanceToAreaM(68.19, 38.005, area)).toBeCloseTo(east, 1);
  const corner = Math.hypot(0.01 * 111_320, 0.01 * 111_320 * Math.cos((37.99 * Math.PI) / 180));
  expect(distanceToAreaM(67.99, 37.99, area)).toBeCloseTo(corner, 0);
});

test("a position in a hole is as far as the hole's edge", () => {
  expect(distanceToAreaM(68.05, 38.058, area)).toBeCloseTo(0.002 * 111_320, 1);
});
