import { expect, test } from "vitest";
import { cutAtAntimeridian, type Ring } from "../../basemap/antimeridian.ts";

const jumps = (ring: Ring) =>
  ring.filter(([lon, lat], i) => {
    const [before] = ring[i - 1] ?? [lon];
    return Math.abs(lon - before) > 180 && lat > -90;
  }).length;

test("leaves a ring alone that does not cross the meridian", () => {
  const ring: Ring = [
    [60, 30],
    [70, 30],
    [70, 40],
    [60, 30],
  ];
  expect(cutAtAntimeridian(ring)).toEqual([ring]);
});

test("cuts a ring in two where it crosses the meridian", () => {
  const parts = cutAtAntimeridian([
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ]);
  expect(parts).toHaveLength(2);
  for (const part of parts) {
    expect(jumps(part)).toBe(0);
    expect(part.at(-1)).toEqual(part[0]);
  }
  const lons = parts.map((part) => part.map(([lon]) => Math.abs(lon)));
  for (const of of lons) expect([Math.min(...of), Math.max(...of)]).toEqual([170, 180]);
});

test("leads a ring around the South Pole along the meridian to the pole", () => {
  const around: Ring = [0, 60, 120, 170, -170, -120, -60, 0].map((lon) => [lon, -70]);
  const [part = [], ...others] = cutAtAntimeridian(around);
  expect(others).toEqual([]);
  expect(part).toContainEqual([180, -90]);
  expect(part).toContainEqual([-180, -90]);
  expect(jumps(part)).toBe(0);
});
