import { livingTrees, plantedPlaces, plantingsTogether } from "@nihol/counting/living-trees";
import { expect, test } from "vitest";

const range = (value: number, low = value, high = value) => ({ value, low, high });
/** 4 living and 3 dead in twelve plots, 2,400 reported. */
const found = {
  ...{ survival: range(4 / 7, 0.27, 0.83), places: range(205, 68, 342) },
  ...{ reported: 2400, share: 1, verdict: null },
};

test("living trees are of the places found on the ground, never of what was reported", () => {
  const living = livingTrees(found);
  expect(living?.value).toBeCloseTo((205 * 4) / 7);
  expect(living?.high).toBeLessThan(300);
  expect(living?.low).toBeLessThan(60);
});

test("no more of a planting live than it reported, and where others planted too it has its part", () => {
  const crowded = { ...found, survival: range(0.9), places: range(1000), reported: 22 };
  expect(plantedPlaces(crowded)).toEqual(range(22));
  expect(livingTrees(crowded)?.value).toBeCloseTo(19.8);
  expect(livingTrees({ ...found, share: 0.25 })?.value).toBeCloseTo((205 * 4) / 7 / 4);
});

test("the range of the verdict bounds them", () => {
  const standing = range(100, 90, 110);
  expect(livingTrees({ ...found, verdict: { contradicts: false, standing } })).toEqual({
    ...{ value: 110, low: 90, high: 110 },
  });
});

test("where the verdict contradicts, those live that stand by it; where nothing speaks of them nobody knows", () => {
  const standing = range(35, 0, 95);
  const false_ = { ...found, verdict: { contradicts: true, standing } };
  expect(livingTrees(false_)).toEqual(standing);
  expect(plantedPlaces(false_).value).toBe(95);
  const unknown = { ...found, verdict: { contradicts: true, standing: null } };
  expect(livingTrees(unknown)).toBeUndefined();
  const { survival, living } = plantingsTogether([unknown]);
  expect([survival, living]).toEqual([undefined, undefined]);
});

test("several plantings count by the places found, so that a false report weighs what stands there", () => {
  const honest = { ...found, survival: range(0.8), places: range(500), reported: 500 };
  const false_ = { ...found, verdict: { contradicts: true, standing: range(35, 0, 95) } };
  const { survival, living } = plantingsTogether([honest, false_]);
  expect(survival?.value).toBeCloseTo((0.8 * 500 + (4 / 7) * 95) / 595);
  expect(living?.value).toBeCloseTo(435);
  expect(living?.low).toBeCloseTo(400);
});
