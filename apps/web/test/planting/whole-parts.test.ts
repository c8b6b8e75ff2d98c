/** Percentages beside a total add up to it. */
import { expect, test } from "vitest";
import { wholeParts } from "../../src/lib/text/whole-parts.ts";

test.each([
  [
    [925, 5, 70],
    [93, 0, 7],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [9260, 61, 679],
    [92, 1, 7],
  ],
  [
    [5, 0, 0],
    [100, 0, 0],
  ],
])("%j are %j of a hundred", (weights, percents) => {
  expect(wholeParts(weights, 100)).toEqual(percents);
  expect(percents.reduce((sum, part) => sum + part, 0)).toBe(100);
});

test("a sum of zero has no parts", () => {
  expect(wholeParts([0, 0], 100)).toEqual([0, 0]);
});
