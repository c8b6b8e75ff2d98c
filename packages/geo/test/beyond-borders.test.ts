import { expect, test } from "vitest";
import { exchanged, pointBeyond } from "../src/beyond-borders.ts";
import type { MultiPolygon } from "../src/geometry.ts";

/** A box in degrees. */
const box = (west: number, south: number, east: number, north: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ],
});
const country = [box(68, 38, 69, 39), box(69, 38, 70, 39)];

test("a shape across two neighbours keeps within both together", () => {
  expect(pointBeyond(box(68.9, 38.4, 69.1, 38.5), country, 0)).toBeUndefined();
});

test("a shape that leaves the borders is found where it leaves them", () => {
  const [lon, lat] = pointBeyond(box(69.9, 38.4, 70.5, 38.5), country, 0) ?? [0, 0];
  expect(lon).toBeGreaterThan(70);
  expect(lat).toBeGreaterThanOrEqual(38.4);
});

test("the tolerance is metres on the ground, to the north and to the east", () => {
  // 0.01° of latitude are 1,110 m; of longitude at 38.5° they are 870 m.
  expect(pointBeyond(box(68.5, 38.99, 68.51, 39.01), country, 1000)).toBeDefined();
  expect(pointBeyond(box(68.5, 38.99, 68.51, 39.01), country, 1200)).toBeUndefined();
  expect(pointBeyond(box(69.99, 38.5, 70.01, 38.51), country, 800)).toBeDefined();
  expect(pointBeyond(box(69.99, 38.5, 70.01, 38.51), country, 1000)).toBeUndefined();
});

test("an edge that passes outside between two corners inside is noticed", () => {
  const bent: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [3, 4],
          [3, 1],
          [1, 1],
          [1, 4],
          [0, 4],
          [0, 0],
        ],
      ],
    ],
  };
  expect(pointBeyond(box(0.5, 2, 3.5, 3), [bent], 1000)).toBeDefined();
});

test("longitude and latitude are exchanged, unless that is no place on Earth", () => {
  expect(exchanged(box(38, 68, 39, 69))?.coordinates[0]?.[0]?.[1]).toEqual([68, 39]);
  expect(exchanged(box(38, 68, 139, 69))).toBeUndefined();
});
