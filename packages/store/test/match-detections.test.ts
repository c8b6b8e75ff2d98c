import { expect, test } from "vitest";
import {
  type Corrected,
  type Detected,
  matchDetections,
  overlapOf,
} from "../src/trees/corrections/match-detections.ts";

const box = (x: number, y: number, side = 10): [number, number, number, number] => [
  x,
  y,
  x + side,
  y + side,
];
const corrected = (tree: number, ...boxes: Corrected["boxes"]): Corrected => ({
  tree,
  boxes,
  newestTree: 100,
});
const detected = (id: number, at: Detected["box"]): Detected => ({ id, box: at });

test("boxes overlap by their common area over all of theirs", () => {
  expect(overlapOf(box(0, 0), box(0, 0))).toBe(1);
  // 5 × 10 of 150 together
  expect(overlapOf(box(0, 0), box(5, 0))).toBeCloseTo(1 / 3);
  expect(overlapOf(box(0, 0), box(10, 0))).toBe(0);
});

test("the closest pairs come first, and each tree and each detection has one partner", () => {
  const trees = [corrected(1, box(0, 0)), corrected(2, box(4, 0))];
  // 201 overlaps both: 2 fully, 1 by 60 of 140. 1 takes what is left to it.
  const found = [detected(201, box(4, 0)), detected(202, box(0, 1))];
  expect(matchDetections(trees, found)).toEqual([
    { tree: 2, detection: 201 },
    { tree: 1, detection: 202 },
  ]);
});

test("a neighbour that was there when a tree was removed is another tree", () => {
  expect(matchDetections([corrected(1, box(0, 0))], [detected(99, box(0, 0))])).toEqual([]);
});

test("a moved tree is found where it was detected or where a person put it", () => {
  const moved = corrected(1, box(0, 0), box(40, 0));
  for (const at of [box(1, 0), box(41, 0)])
    expect(matchDetections([moved], [detected(150, at)])).toEqual([{ tree: 1, detection: 150 }]);
  expect(matchDetections([moved], [detected(150, box(20, 0))])).toEqual([]);
});
