import { describe, expect, test } from "vitest";
import type { Position } from "../src/geometry.ts";
import { fitShapes, placeOfName, type Shape, thinRing } from "../src/paper-map.ts";

const shapeOf = (id: number, ...rings: Position[][]): Shape => ({
  id,
  boundary: { type: "MultiPolygon", coordinates: rings.map((ring) => [ring]) },
});
const square = (lon: number, lat: number, side = 1): Position[] => [
  [lon, lat],
  [lon + side, lat],
  [lon + side, lat + side],
  [lon, lat + side],
  [lon, lat],
];

describe("outlines on paper", () => {
  test("lie in the middle of their box, north above, as wide as they are on the ground", () => {
    const shapes = [shapeOf(1, square(68, 60)), shapeOf(2, square(69, 60))];
    const project = fitShapes(shapes, { x: 10, y: 20, width: 200, height: 100 });
    const [left, bottom] = project([68, 60]);
    const [right, top] = project([70, 61]);
    expect(bottom - top).toBeCloseTo(100);
    // A degree of longitude at 60.5° is 0.49 of one of latitude.
    expect(right - left).toBeCloseTo(2 * 100 * Math.cos((60.5 * Math.PI) / 180));
    expect((left + right) / 2).toBeCloseTo(110);
    expect((top + bottom) / 2).toBeCloseTo(70);
  });

  test("keep the corners that can be told apart", () => {
    const ring: Position[] = [
      [0, 0],
      [0.001, 0],
      [1, 0],
      [1, 1],
    ];
    const points = thinRing(ring, ([lon, lat]) => [lon * 100, lat * 100], 0.4);
    expect(points).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ]);
  });

  test("have their name within the widest part of the largest of their rings", () => {
    // A thin tail to the south of a square, and an island.
    const ring: Position[] = [
      [0, 2],
      [2, 2],
      [2, 4],
      [0, 4],
      [0, 2.2],
      [0, 0],
      [0.1, 0],
      [0.1, 2],
      [0, 2],
    ];
    const shape = shapeOf(1, ring, square(8, 0));
    const project = ([lon, lat]: Position): [number, number] => [lon, -lat];
    const [x, y] = placeOfName(shape, project);
    expect(x).toBeGreaterThan(0.5);
    expect(x).toBeLessThan(1.5);
    expect(-y).toBeGreaterThan(2);
    expect(-y).toBeLessThan(4);
  });
});
