import { expect, test } from "vitest";
import { formatFor } from "../src/lib/text/format.ts";
import { countRange } from "../src/parts/counts/tree-count.tsx";

const format = formatFor("en");

test("an even range is written with ±", () => {
  expect(countRange({ total: 1240, low: 1150, high: 1330 }, format)).toBe("1,240 ± 90");
});

test("a lopsided range is written with both ends", () => {
  expect(countRange({ total: 1240, low: 1100, high: 1260 }, format)).toBe("1,240 (1,100–1,260)");
});

test("a count whose range was not measured stands alone", () => {
  expect(countRange({ total: 659, low: null, high: null }, format)).toBe("659");
});

test("where nothing was counted there is a dash", () => {
  expect(countRange({ total: 0, low: null, high: null }, format)).toBe("–");
});
