import { expect, test } from "vitest";
import { hasEnded } from "../../src/features/dashboard/running-processes.ts";

const page = (ids: number[], count = ids.length) => ({ ids, count });

test.each([
  ["none was there before", page([]), page([1]), false],
  ["nothing changed", page([3, 2]), page([3, 2]), false],
  ["one left the list", page([3, 2]), page([3]), true],
  ["the last one left the list", page([3]), page([]), true],
  ["one ended while another began", page([3, 2]), page([4, 3]), true],
  ["newer ones pushed it off the page", page([4, 3, 2]), page([5, 4, 3], 4), false],
  ["one ended on a full page, and another took its place", page([4, 3], 5), page([4, 2], 5), true],
  ["one ended beside the page", page([4, 3], 5), page([4, 3], 4), true],
])("%s", (_, before, now, expected) => {
  expect(hasEnded(before, now)).toBe(expected);
});
