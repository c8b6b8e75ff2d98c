import { expect, test } from "vitest";
import { formatCount } from "../src/format-count.ts";

test.each([
  [{ total: 35, low: 33, high: 37 }, "35 ± 2"],
  [{ total: 35, low: 30, high: 37 }, "35 (30–37)"],
  [{ total: 4, low: 4, high: 4 }, "4"],
  [{ total: 1, low: 0, high: 2 }, "1 ± 1"],
  [{ total: 0, low: 0, high: 1 }, "0 (0–1)"],
])("a count with its range never reaches below none: %o is %s", (count, said) => {
  expect(formatCount(count, "en")).toBe(said);
});
