import { describe, expect, test } from "vitest";
import { readBoundaryFile } from "../src/files/boundary-file.ts";
import type { MultiPolygon, Ring } from "../src/geometry.ts";
import { intersection, intersects, overlapShare } from "../src/overlay.ts";
import {
  bboxOf,
  centroidOf,
  geodesicAreaM2,
  pointInMultiPolygon,
  preparePolygon,
} from "../src/polygon.ts";
import { seededRandom } from "../src/seeded-random.ts";
import { readable, regions } from "./boundary-samples.ts";
import { realDistricts } from "./real-files.ts";

const shape = (...rings: Ring[]): MultiPolygon => ({ type: "MultiPolygon", coordinates: [rings] });
const box = (w: number, s: number, e: number, n: number): Ring => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];

/** A star of `count` vertices around Dushanbe, for tests with many edges. */
function star(count: number): MultiPolygon {
  const open = Array.from({ length: count }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / count;
    const radius = 0.3 + (i % 2) * 0.02 + 0.05 * Math.sin(angle * 9);
    return [68.8 + radius * Math.cos(angle), 38.55 + radius * Math.sin(angle)];
  });
  return shape([...open, open[0] ?? [0, 0]]);
}

/**
 * Area by another way: the integral of the authalic function (Snyder 1987, eq. 3-12) along edges
 * that are straight in degrees. For short edges it meets the geodesic area.
 */
function authalicArea(ring: Ring): number {
  const f = 1 / 298.257223563;
  const e = Math.sqrt(f * (2 - f));
  const q = (lat: number) => {
    const s = Math.sin((lat * Math.PI) / 180);
    return (1 - e * e) * (s / (1 - (e * s) ** 2) - Math.log((1 - e * s) / (1 + e * s)) / (2 * e));
  };
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] ?? [0, 0];
    const [bx, by] = ring[i] ?? [0, 0];
    for (let k = 0; k < 50; k++) sum += ((bx - ax) / 50) * q(ay + ((by - ay) * (k + 0.5)) / 50);
  }
  return Math.abs((sum * Math.PI * 6378137 ** 2) / 360);
}

describe("area on the ellipsoid", () => {
  // From the tests of GeographicLib's Planimeter (Karney): latitude and longitude swapped here.
  test.each<[string, Ring, number]>([
    [
      "a square round the pole",
      [
        [0, 89],
        [90, 89],
        [180, 89],
        [270, 89],
        [0, 89],
      ],
      24952305678.0,
    ],
    [
      "a diamond on the equator",
      [
        [-1, 0],
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ],
      24619419146.0,
    ],
    [
      "an octant",
      [
        [0, 90],
        [0, 0],
        [90, 0],
        [0, 90],
      ],
      63758202715511.0,
    ],
    [
      "a triangle at the pole over the date line",
      [
        [0.1, 89],
        [90.1, 89],
        [-179.9, 89],
        [0.1, 89],
      ],
      12476152838.5,
    ],
  ])("of %s is Karney's value", (_, ring, areaM2) => {
    expect(Math.abs(geodesicAreaM2(shape(ring)) - areaM2)).toBeLessThan(1);
  });

  test("takes holes off, whichever way the rings run", () => {
    const hole = box(68.2, 38.2, 68.4, 38.4);
    const whole = geodesicAreaM2(shape(box(68, 38, 69, 39)));
    const rest = geodesicAreaM2(shape(box(68, 38, 69, 39), hole));
    expect(rest).toBeCloseTo(whole - geodesicAreaM2(shape(hole)), 1);
    expect(geodesicAreaM2(shape(box(68, 38, 69, 39).reverse(), hole.reverse()))).toBeCloseTo(
      rest,
      3,
    );
  });

  test("of real borders agrees with the authalic integral", () => {
    const files = [regions, ...readable.map(([file]) => file), ...realDistricts.map(([f]) => f)];
    const features = files.flatMap(({ bytes, name }) => readBoundaryFile(bytes, name).features);
    expect(features.length).toBeGreaterThan(70);
    for (const { multiPolygon, areaM2 } of features) {
      const other = multiPolygon.coordinates.reduce(
        (sum, rings) => rings.reduce((s, ring, i) => s + (i ? -1 : 1) * authalicArea(ring), sum),
        0,
      );
      expect(Math.abs(areaM2 / other - 1)).toBeLessThan(1e-4);
    }
  });
});

describe("measures", () => {
  test("bounds and centre of a shape with a hole", () => {
    const holed = shape(box(0, 0, 4, 4), box(2, 1, 3, 3));
    expect(bboxOf(holed)).toEqual([0, 0, 4, 4]);
    // 16 squares about (2, 2) less 2 squares about (2.5, 2).
    expect(centroidOf(holed)[0]).toBeCloseTo((16 * 2 - 2 * 2.5) / 14, 12);
    expect(centroidOf(holed)[1]).toBeCloseTo(2, 12);
  });

  test("an empty shape has no bounds", () => {
    expect(() => bboxOf({ type: "MultiPolygon", coordinates: [] })).toThrow(RangeError);
  });
});

describe("point in polygon", () => {
  test("knows inside, outside and hole", () => {
    const holed = shape(box(0, 0, 4, 4), box(1, 1, 2, 2));
    expect(pointInMultiPolygon(3, 3, holed)).toBe(true);
    expect(pointInMultiPolygon(1.5, 1.5, holed)).toBe(false);
    expect(pointInMultiPolygon(5, 3, holed)).toBe(false);
  });

  test("a point on a shared border belongs to exactly one of the neighbours", () => {
    const [west, east] = [shape(box(0, 0, 1, 1)), shape(box(1, 0, 2, 1))];
    for (let y = 0; y < 1; y += 0.05) {
      expect(
        Number(pointInMultiPolygon(1, y, west)) + Number(pointInMultiPolygon(1, y, east)),
      ).toBe(1);
    }
  });

  test.each([10, 800, 20_000])("made ready for %i edges gives the same answers", (edges) => {
    const polygon = star(edges);
    const isInside = preparePolygon(polygon);
    const random = seededRandom(edges);
    for (let i = 0; i < 2000; i++) {
      const [lon, lat] = [68.4 + random() * 0.8, 38.15 + random() * 0.8];
      expect(isInside(lon, lat)).toBe(pointInMultiPolygon(lon, lat, polygon));
    }
    for (const [lon, lat] of polygon.coordinates[0]?.[0]?.slice(0, 500) ?? []) {
      expect(isInside(lon, lat)).toBe(pointInMultiPolygon(lon, lat, polygon));
    }
  });

  test("of nothing is never true", () => {
    expect(preparePolygon({ type: "MultiPolygon", coordinates: [] })(0, 0)).toBe(false);
  });
});

describe("overlay", () => {
  test("share, common part and touching", () => {
    const a = shape(box(68, 38, 69, 39));
    const b = shape(box(68.5, 38, 69.5, 39));
    expect(overlapShare(a, b)).toBeCloseTo(0.5, 4);
    expect(bboxOf(intersection(a, b))).toEqual([68.5, 38, 69, 39]);
    expect(intersects(a, shape(box(69, 38, 70, 39)))).toBe(false);
    expect(overlapShare(a, shape(box(80, 38, 81, 39)))).toBe(0);
    expect(overlapShare(a, a)).toBe(1);
  });
});
