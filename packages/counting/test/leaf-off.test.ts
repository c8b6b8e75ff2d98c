import { areLeavesOff, leafOffDays, leafOffPattern } from "@nihol/contract/values/imagery/leaf-off";
import { expect, it } from "vitest";

it("takes leaves for off by latitude and day where a region says nothing", () => {
  const at = (day: string, latitude: number) => areLeavesOff(day, latitude, "by_latitude");
  expect([at("2026-10-31", 38.5), at("2026-11-01", 38.5)]).toEqual([false, true]);
  expect([at("2027-03-31", 38.5), at("2027-04-01", 38.5)]).toEqual([true, false]);
  expect([at("2026-01-15", -38.5), at("2026-07-15", -38.5)]).toEqual([false, true]);
  expect(at("2026-01-15", 10)).toBe(false);
});

it("takes a region at its word, whatever its latitude", () => {
  const valley = "10-01/05-15";
  expect(areLeavesOff("2026-05-15", 38.5, valley)).toBe(true);
  expect(areLeavesOff("2026-05-16", 38.5, valley)).toBe(false);
  expect(areLeavesOff("2026-09-30", 38.5, valley)).toBe(false);
  expect(areLeavesOff("2026-10-01", null, valley)).toBe(true);
  // Within one year.
  expect(areLeavesOff("2026-02-10", 38.5, "02-01/02-29")).toBe(true);
  expect(areLeavesOff("2026-11-10", 38.5, "02-01/02-29")).toBe(false);
  expect(areLeavesOff("2026-01-15", 38.5, "never")).toBe(false);
  expect(leafOffDays("never", 38.5)).toBeNull();
});

it("says nothing where day or latitude is not known", () => {
  expect(areLeavesOff(null, 38.5, "by_latitude")).toBe(false);
  expect(areLeavesOff("2026-01-15", null, "by_latitude")).toBe(false);
});

it("takes days that there are, in pairs", () => {
  const isSeason = (text: string) => leafOffPattern.test(text);
  expect(["by_latitude", "never", "11-01/03-31", "02-29/02-29"].every(isSeason)).toBe(true);
  const wrong = [
    "",
    "11-01",
    "11-31/03-31",
    "02-30/03-01",
    "13-01/03-31",
    "1-1/3-31",
    "11-01/03-31 ",
  ];
  expect(wrong.filter(isSeason)).toEqual([]);
});
