import { regularityOf } from "@nihol/counting/verdict/regularity";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";

const side = 100;
const measure = (points: { x: number; y: number }[]) => regularityOf(points, side * side, 4 * side);

test("trees in rows stand farther apart than at random, and trees in clumps nearer", () => {
  const random = seededRandom(5);
  const shake = () => (random() - 0.5) * 0.6;
  const rows = Array.from({ length: 400 }, (_, i) => ({
    x: 2.5 + 5 * (i % 20) + shake(),
    y: 2.5 + 5 * Math.floor(i / 20) + shake(),
  }));
  const scattered = Array.from({ length: 400 }, () => ({ x: side * random(), y: side * random() }));
  const clumps = Array.from({ length: 400 }, (_, i) => ({
    x: 10 + 20 * (i % 5) + 2 * random(),
    y: 10 + 20 * (Math.floor(i / 5) % 5) + 2 * random(),
  }));
  expect(measure(rows)?.ratio).toBeGreaterThan(1.6);
  expect(measure(rows)?.nearestM).toBeCloseTo(4.8, 0);
  expect(measure(scattered)?.ratio).toBeCloseTo(1, 1);
  expect(Math.abs(measure(scattered)?.z ?? 9)).toBeLessThan(3);
  expect(measure(clumps)?.ratio).toBeLessThan(0.5);
});

test("a handful of trees says nothing of rows", () => {
  expect(
    measure([
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ]),
  ).toBeUndefined();
});
