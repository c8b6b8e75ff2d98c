import { expect, test } from "vitest";
import { formatChange } from "../src/format-change.ts";

const change = { value: -0.149, low: null, high: null };

test.each([
  ["tg", "−0,15 банди фоизӣ"],
  ["ru", "−0,15 п.\u00a0п."],
  ["az", "−0,15 faiz bəndi"],
  ["en", "−0.15 pp"],
] as const)("a change of a percentage is in points, not in per cent: %s", (language, text) => {
  expect(formatChange(change, "percent", language)).toBe(text);
});

test("a share of 0 to 1 changes in the same points, its range with it", () => {
  expect(formatChange({ value: 0.123, low: -0.02, high: 0.25 }, "share", "en")).toBe(
    "+12.3 (−2…+25) pp",
  );
});

test("counts have no unit, and what was not seen has no change", () => {
  expect(formatChange({ value: 1240, low: null, high: null }, "count", "en")).toBe("+1,240");
  expect(formatChange({ value: 0.2, low: null, high: null }, "count", "en")).toBe("0");
  expect(formatChange(null, "percent", "az")).toBe("–");
});
