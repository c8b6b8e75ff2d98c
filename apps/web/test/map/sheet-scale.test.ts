import { expect, test } from "vitest";
import { mapOnSheet, metersPerPixel, roundScale } from "../../src/map/print/sheet-scale.ts";

const view = { longitude: 68.8, latitude: 38.5, zoom: 14 };

test("the scale of the sheet is that of the ground, and its bar a round length", () => {
  const px = { width: 1000, height: 400 };
  const map = mapOnSheet("a4", view, px);
  // 1,000 pixels of the ground on the width of the paper.
  expect(metersPerPixel(view)).toBeCloseTo(3.739, 3);
  const groundM = 1000 * metersPerPixel(view);
  expect(map.width).toBe(277);
  expect(map.scale).toBeCloseTo(groundM / 0.277, 6);
  expect(map.bar.meters).toBe(500);
  expect((map.bar.meters / groundM) * map.width).toBeCloseTo(map.bar.mm, 6);
  for (let zoom = 3; zoom <= 20; zoom += 0.37) {
    const { bar } = mapOnSheet("a3", { ...view, zoom }, px);
    expect(bar.mm).toBeGreaterThan(23);
    expect(bar.mm).toBeLessThanOrEqual(60);
    expect([1, 2, 5]).toContain(Number(bar.meters.toPrecision(1).replace(/[0.]|e.*/g, "")));
  }
});

test("the map is as large as the paper's room allows", () => {
  const tall = mapOnSheet("a4", view, { width: 400, height: 800 });
  expect(tall.height).toBe(138);
  expect(tall.width).toBe(69);
  expect(mapOnSheet("a3", view, { width: 400, height: 800 }).scale).toBeLessThan(tall.scale);
});

test("a scale is said with three digits", () => {
  expect([13_498.2, 999_600, 847.3, 12].map(roundScale)).toEqual([13_500, 1_000_000, 847, 12]);
});
