import { expect, test } from "vitest";
import type { Polygon, Ring } from "../src/geometry.ts";
import { sharedFraction } from "../src/overlap.ts";
import { overlapShare } from "../src/overlay.ts";
import { seededRandom } from "../src/seeded-random.ts";

const box = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const polygon = (...coordinates: Ring[]): Polygon => ({ type: "Polygon", coordinates });

test("is the part of the first shape that lies in the second", () => {
  const shape = polygon(box(68, 38, 1));
  expect(sharedFraction(shape, shape)).toBeCloseTo(1, 9);
  expect(sharedFraction(shape, polygon(box(68.75, 38, 1)))).toBeCloseTo(0.25, 6);
  expect(sharedFraction(shape, polygon(box(69, 38, 1)))).toBe(0);
  expect(sharedFraction(shape, polygon(box(80, 10, 1)))).toBe(0);
  expect(
    sharedFraction(
      polygon(box(68, 38, 1), box(68.25, 38.25, 0.5)),
      polygon(box(68.25, 38.25, 0.5)),
    ),
  ).toBe(0);
});

test("agrees with the exact overlay within a thousandth", () => {
  const random = seededRandom(3);
  const star = (): Polygon => {
    const ring: Ring = Array.from({ length: 40 }, (_, i) => {
      const radius = 0.05 + 0.1 * random();
      const angle = (i / 40) * 2 * Math.PI;
      return [68 + radius * Math.cos(angle), 38 + radius * Math.sin(angle)];
    });
    return polygon([...ring, ring[0] as Ring[number]]);
  };
  for (let i = 0; i < 20; i++) {
    const [a, b] = [star(), star()];
    expect(Math.abs(sharedFraction(a, b) - overlapShare(a, b))).toBeLessThan(0.001);
  }
});
