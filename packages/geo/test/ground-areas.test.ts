import { expect, it } from "vitest";
import type { Bbox, MultiPolygon, Ring } from "../src/geometry.ts";
import { groundAreas } from "../src/ground-areas.ts";
import { geodesicAreaM2, pointInMultiPolygon } from "../src/polygon.ts";
import { seededRandom } from "../src/seeded-random.ts";

const polygon = (...rings: Ring[]): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [rings],
});
const box = ([w, s, e, n]: Bbox) =>
  polygon([
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ]);
const whole: Bbox = [69, 38, 70, 39];
const sum = (parts: { areaM2: number }[]) => parts.reduce((total, one) => total + one.areaM2, 0);
const areaUnder = (parts: ReturnType<typeof groundAreas>, shape: number) =>
  sum(parts.filter(({ shapes }) => shapes.includes(shape)));

it("measures a shape on the ellipsoid", () => {
  const shape = polygon([
    [69, 38],
    [69.02, 38.003],
    [69.017, 38.02],
    [69.003, 38.016],
    [69, 38],
  ]);
  expect(sum(groundAreas(whole, [shape])) / geodesicAreaM2(shape)).toBeCloseTo(1, 5);
});

it("takes holes off", () => {
  const ring = (b: Bbox) => box(b).coordinates[0]?.[0] as Ring;
  const outer: Bbox = [69, 38, 69.01, 38.01];
  const shape = polygon(ring(outer), ring([69.002, 38.002, 69.004, 38.004]));
  expect(sum(groundAreas(whole, [shape])) / geodesicAreaM2(shape)).toBeCloseTo(1, 5);
});

it("gives what lies under which shapes, and not what only touches", () => {
  const parts = groundAreas(whole, [
    box([69, 38, 69.2, 38.1]),
    box([69.1, 38, 69.3, 38.1]),
    box([69.3, 38, 69.4, 38.1]),
  ]);
  expect(parts.map(({ shapes }) => shapes.join()).sort()).toEqual(["0", "0,1", "1", "2"]);
  const [first] = parts;
  for (const { areaM2 } of parts) expect(areaM2).toBeCloseTo(first?.areaM2 ?? 0, 2);
});

it("clips what extends beyond the box, however bent", () => {
  const comb: Ring = [[60, 38.2]];
  for (let i = 0; i <= 10; i++) comb.push([69.05 + i * 0.09, i % 2 ? 38.1 : 45]);
  comb.push([80, 30], [60, 30], [60, 38.2]);
  const inside = groundAreas(whole, [polygon(comb)]);
  const cut = groundAreas([60, 30, 80, 45], [polygon(comb), box(whole)]);
  const both = sum(cut.filter(({ shapes }) => shapes.length === 2));
  expect(sum(inside) / both).toBeCloseTo(1, 8);
});

it("takes no notice of a shape given twice", () => {
  const shape = box([69, 38, 69.2, 38.1]);
  expect(groundAreas(whole, [shape, shape]).map(({ shapes }) => shapes)).toEqual([[0, 1]]);
});

/** A star of `corners` points about a centre: bent, and often across its neighbours. */
function star(random: () => number, corners: number): MultiPolygon {
  const [x, y] = [69.2 + 0.6 * random(), 38.2 + 0.6 * random()];
  const ring: Ring = Array.from({ length: corners }, (_, i) => {
    const radius = 0.05 + 0.3 * random();
    const angle = (2 * Math.PI * i) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return polygon([...ring, ring[0] as [number, number]]);
}

it("agrees with counting points, and its parts add up", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 8; round++) {
    const shapes = Array.from({ length: 5 }, () => star(random, 7));
    const parts = groundAreas(whole, [box(whole), ...shapes]);
    expect(sum(parts) / geodesicAreaM2(box(whole))).toBeCloseTo(1, 4);
    for (const [index, shape] of shapes.entries()) {
      const alone = sum(groundAreas(whole, [shape]));
      expect(areaUnder(parts, index + 1)).toBeCloseTo(alone, 1);
    }
    const counted = new Map<string, number>();
    const side = 120;
    const square = sum(parts) / side ** 2;
    for (let i = 0; i < side ** 2; i++) {
      const lon = 69 + ((i % side) + 0.5) / side;
      const lat = 38 + (Math.floor(i / side) + 0.5) / side;
      const key = [0, ...shapes.flatMap((s, n) => (pointInMultiPolygon(lon, lat, s) ? n + 1 : []))];
      counted.set(key.join(), (counted.get(key.join()) ?? 0) + square);
    }
    for (const { shapes: under, areaM2 } of parts)
      expect(Math.abs(areaM2 - (counted.get(under.join()) ?? 0))).toBeLessThan(0.006 * sum(parts));
  }
});
