import { expect, test } from "vitest";
import { bboxDistanceM } from "../src/bbox-distance.ts";
import type { Bbox } from "../src/geometry.ts";

const box: Bbox = [68, 38, 69, 39];

test("boxes that touch are not apart", () => {
  expect(bboxDistanceM(box, [69, 39, 70, 40])).toBe(0);
  expect(bboxDistanceM(box, [68.2, 38.2, 68.4, 38.4])).toBe(0);
});

test("a degree of latitude is 111 km, one of longitude less towards the poles", () => {
  expect(bboxDistanceM(box, [68, 41, 69, 42]) / 1000).toBeCloseTo(222.6, 0);
  // Geodesic between 69° E and 71° E at 38.5° N on WGS 84: 174.5 km.
  expect(bboxDistanceM(box, [71, 38, 72, 39]) / 1000).toBeCloseTo(174.3, 0);
});

test("across the date line the short way counts", () => {
  expect(bboxDistanceM([178, 0, 179, 1], [-179, 0, -178, 1]) / 1000).toBeCloseTo(222.6, 0);
});
