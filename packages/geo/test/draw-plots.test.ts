import { circleRing, drawPlots, metresApart } from "@nihol/geo/draw-plots";
import type { MultiPolygon, Ring } from "@nihol/geo/geometry";
import { geodesicAreaM2, pointInMultiPolygon } from "@nihol/geo/polygon";
import { expect, test } from "vitest";

const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
/** Two parts, the greater with a hole. */
const ground: MultiPolygon = {
  type: "MultiPolygon",
  coordinates: [
    [box(69, 38.5, 69.004, 38.503), box(69.001, 38.501, 69.003, 38.502)],
    [box(69.005, 38.5, 69.006, 38.503)],
  ],
};
const draw = { ground, seed: 1234, count: 20, radiusM: 5.64 };

const placesOf = (plots: ReturnType<typeof drawPlots>) =>
  plots.map(({ longitude, latitude }) => [longitude, latitude]);

test("the same seed over the same ground gives these plots, on every machine", () => {
  expect(placesOf(drawPlots({ ...draw, count: 3 }))).toEqual([
    [69.0050328, 38.5007746],
    [69.0027828, 38.5002191],
    [69.0057828, 38.501219],
  ]);
  expect(drawPlots(draw).slice(0, 3)).toEqual(drawPlots({ ...draw, count: 3 }));
});

test("a draw that was made by the algorithm of before is repeated by its name", () => {
  const algorithm = "mulberry32-rejection-1";
  expect(placesOf(drawPlots({ ...draw, algorithm, count: 3 }))).toEqual([
    [69.0004398, 38.5021102],
    [69.0054171, 38.5029116],
    [69.0002458, 38.5003533],
  ]);
});

test("a tenth of the ground is not without a plot of twenty", () => {
  const corner = box(69, 38.5, 69.002, 38.50075);
  const part: MultiPolygon = { type: "MultiPolygon", coordinates: [[corner]] };
  const share = geodesicAreaM2(part) / geodesicAreaM2(ground);
  expect(share).toBeCloseTo(0.115, 2);
  // Of plots drawn each by itself every twelfth draw would be.
  const without = Array.from({ length: 25 }, (_, seed) => drawPlots({ ...draw, seed })).filter(
    (plots) => !plots.some((p) => pointInMultiPolygon(p.longitude, p.latitude, part)),
  );
  expect(without).toEqual([]);
});

test("plots lie inside the ground, not in its holes, and apart from each other", () => {
  const plots = drawPlots(draw);
  expect(plots.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  for (const { longitude, latitude } of plots)
    expect(pointInMultiPolygon(longitude, latitude, ground)).toBe(true);
  for (const [i, one] of plots.entries())
    for (const other of plots.slice(i + 1))
      expect(metresApart(one, other)).toBeGreaterThanOrEqual(2 * 5.64);
});

test("a plot's area is the circle's, less what lies beyond the boundary", () => {
  const plots = drawPlots({ ...draw, count: 60 });
  const circle = Math.PI * 5.64 ** 2;
  const cut = plots.filter(({ areaM2 }) => areaM2 < circle - 0.01);
  const whole = plots.filter(({ areaM2 }) => Math.abs(areaM2 - circle) < 0.01);
  expect(whole.length + cut.length).toBe(60);
  expect(cut.length).toBeGreaterThan(0);
  for (const { areaM2 } of cut) expect(areaM2).toBeGreaterThan(0.2 * circle);
  const ring = circleRing({ longitude: 69, latitude: 38.5 }, 5.64);
  expect(geodesicAreaM2({ type: "Polygon", coordinates: [ring] })).toBeCloseTo(circle, 2);
});

test("each part of the ground gets its share", () => {
  const plots = drawPlots({ ...draw, count: 400, radiusM: 0.1 });
  const small: MultiPolygon = { type: "MultiPolygon", coordinates: ground.coordinates.slice(1) };
  const share = geodesicAreaM2(small) / geodesicAreaM2(ground);
  const within = plots.filter(({ longitude }) => longitude > 69.0045).length / 400;
  expect(Math.abs(within - share)).toBeLessThan(0.06);
});

test("where the ground is too small for plots apart they may overlap; where there is none they are refused", () => {
  const tiny: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: [[box(69, 38.5, 69.0001, 38.5001)]],
  };
  expect(drawPlots({ ground: tiny, seed: 5, count: 6, radiusM: 5.64 })).toHaveLength(6);
  const none: MultiPolygon = { type: "MultiPolygon", coordinates: [] };
  expect(() => drawPlots({ ...draw, ground: none })).toThrow(RangeError);
});
