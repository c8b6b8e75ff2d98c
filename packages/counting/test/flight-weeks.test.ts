/** Rules of the advice before a flight: pixel, sun, weeds, leaves. */
import {
  gradeOf,
  leaflessOf,
  lowestSun,
  narrowestM,
  pixelFor,
  weedsOn,
} from "@nihol/counting/flight/flight-weeks";
import { expect, test } from "vitest";

const sapling = { growth: "medium", isEvergreen: false, stockHeightM: null } as const;
const pine = { growth: "slow", isEvergreen: true, stockHeightM: 0.5 } as const;

test("narrow plants need finer pixels, and none a coarser one than pits do", () => {
  expect([0.15, 0.2, 0.4, 0.69].map(pixelFor)).toEqual([0.0075, 0.01, 0.015, 0.015]);
  expect([0.8, 1.2, 3].map(pixelFor)).toEqual([0.1, 0.15, 0.2]);
});

test("the sun stands so high that shadows end half-way to the next plant", () => {
  expect(lowestSun([sapling], 3)).toBe(39);
  expect(lowestSun([pine], 4)).toBe(30);
  expect(lowestSun([{ ...sapling, stockHeightM: 2.5 }], 2)).toBe(50);
  expect(lowestSun([sapling], null)).toBe(lowestSun([sapling], 3));
});

test("weeds follow the season, fewer after digging, and half a year later in the south", () => {
  const old = "2020-01-01";
  expect(weedsOn("2026-04-20", 38.5, old)).toBe("many");
  expect(weedsOn("2026-10-20", -33, old)).toBe("many");
  expect(weedsOn("2026-04-20", 38.5, "2026-04-10")).toBe("few");
  expect(weedsOn("2026-04-20", 38.5, "2026-03-20")).toBe("some");
  expect(weedsOn("2026-04-20", 38.5, "2026-05-20")).toBe("many");
});

test("a week is good with few weeds, leaves and sun; poor with many weeds or bare sticks", () => {
  const good = { weeds: "few", leavesOff: "none", isSunLow: false } as const;
  expect(gradeOf(good)).toBe("good");
  expect(gradeOf({ ...good, isSunLow: true })).toBe("fair");
  expect(gradeOf({ ...good, weeds: "many" })).toBe("poor");
  expect(gradeOf({ ...good, leavesOff: leaflessOf([sapling, sapling], true) })).toBe("poor");
  expect(gradeOf({ ...good, leavesOff: leaflessOf([sapling, pine], true) })).toBe("fair");
  expect(leaflessOf([pine], true)).toBe("none");
});

test("the narrowest plants count, and they grow", () => {
  const of = { plantedOn: "2026-03-15", spacingM: 4 };
  const at = (day: string) => narrowestM([sapling, pine], day, of);
  expect(at("2026-01-01")).toBeCloseTo(0.167, 2);
  expect(at("2028-03-15")).toBeGreaterThan(0.35);
});
