import { expect, test } from "vitest";
import { geodesicLengthM } from "../src/line-length.ts";

test("a line is as long as its geodesics: nothing, a degree of the equator, a known pair of cities", () => {
  expect(geodesicLengthM([])).toBe(0);
  expect(geodesicLengthM([[68.7, 38.5]])).toBe(0);
  // A degree of the equator of WGS 84: a quarter turn of 6,378,137 m by 90.
  expect(
    geodesicLengthM([
      [0, 0],
      [1, 0],
    ]),
  ).toBeCloseTo((Math.PI * 6_378_137) / 180, 3);
  // GeodSolve's own example: JFK to LHR, 5551.759 km.
  expect(
    geodesicLengthM([
      [-73.8, 40.6],
      [-0.5, 51.6],
    ]) / 1000,
  ).toBeCloseTo(5551.759, 3);
  const there = [
    [68.7, 38.5],
    [68.8, 38.6],
    [68.7, 38.5],
  ] as const;
  expect(geodesicLengthM(there)).toBeCloseTo(2 * geodesicLengthM(there.slice(0, 2)), 6);
});
