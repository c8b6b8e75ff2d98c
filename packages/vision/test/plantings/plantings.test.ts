import { rangeOfPlaces, sumPlaces } from "@nihol/contract/values/planting/place-range";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { findPlantings } from "@nihol/vision/plantings/find-plantings";
import { chancesOf } from "@nihol/vision/plantings/occupancy";
import { reduced } from "@nihol/vision/plantings/periods";
import { youngTreesOf } from "@nihol/vision/plantings/young-trees";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { expect, test } from "vitest";

const SUN = { dx: -0.75, dy: -0.66, shadowLength: 0.6 };
const GSD = 0.1;

function planted(gaps: number) {
  const plan = { ground: "soil", crownMeters: 1, rows: 3, spacing: 2, sun: SUN, side: 28 } as const;
  const drawn = drawPlanting({ ...plan, seed: 5, gaps });
  return { ...drawn, pixels: photographPlanting(drawn, GSD, 3, 5) };
}

const find = (pixels: ReturnType<typeof photographPlanting>, gsd = GSD) =>
  findPlantings(pixelSource(pixels), gsd, { x: 0, y: 0, ...pixels });

test("young trees in rows are found with their spacing, their gaps and a range that holds", async () => {
  const { pixels, places } = planted(0.1);
  const plantings = await find(pixels);
  expect(plantings).toHaveLength(1);
  const [rows] = plantings;
  if (!rows) throw new Error("no rows");
  expect(rows.spacingMeters[0]).toBeCloseTo(2, 1);
  expect(rows.spacingMeters[1]).toBeCloseTo(3, 1);
  const near = (at: { x: number; y: number }) =>
    places.find(({ x, y }) => Math.hypot(x - at.x * GSD, y - at.y * GSD) < 0.5);
  const right = rows.places.filter((place) => near(place)?.stands === place.isOccupied);
  expect(right.length).toBeGreaterThan(0.95 * rows.places.length);
  expect(rows.places.filter(({ isOccupied }) => !isOccupied).length).toBeGreaterThan(2);
  const standing = rows.places.filter((place) => near(place)?.stands).length;
  expect(rows.low).toBeLessThanOrEqual(standing);
  expect(rows.high).toBeGreaterThanOrEqual(standing);
});

test("ground on which nobody planted has no rows, nor has an image of coarse pixels", async () => {
  const { pixels } = planted(1);
  expect(await find(pixels)).toEqual([]);
  expect(await find(pixels, 0.5)).toEqual([]);
});

test("a place on which the network found a tree is that tree", () => {
  const place = { chance: 0.9, isOccupied: true };
  const planting = {
    places: [
      { x: 10, y: 10, ...place },
      { x: 30, y: 10, ...place },
      { x: 50, y: 10, chance: 0.1, isOccupied: false },
    ],
    occupied: 2,
    low: 2,
    high: 2,
    shared: { doubt: 0, mistaken: 0 },
    spacingMeters: [2, 3] as [number, number],
    directionDegrees: 0,
    crownMeters: 1,
    separation: 1,
  };
  const young = youngTreesOf([planting], [{ box: [5, 5, 15, 15] }], GSD);
  expect(young).toEqual([{ x: 30, y: 10, box: [25, 5, 35, 15], score: 0.9 }]);
});

test("the steps of a lattice are its shortest ones", () => {
  const { a, b } = reduced({ a: { x: 10, y: 0 }, b: { x: 21, y: 4 } });
  expect([Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)].map(Math.round)).toEqual([4, 10]);
});

test("places that cannot be told apart widen the range", () => {
  const at = (mean: number, n: number) =>
    Array.from({ length: n }, (_, i) => mean + ((i % 9) - 4) / 4);
  const between = at(0, 300);
  const count = (values: number[]) => {
    const { chances, ...shared } = chancesOf(values, between);
    return rangeOfPlaces(sumPlaces(chances), shared);
  };
  const sharp = count([...at(8, 90), ...at(0, 10)]);
  const dull = count([...at(1.2, 90), ...at(0, 10)]);
  expect(sharp.occupied).toBe(90);
  expect(sharp.high - sharp.low).toBeLessThan(4);
  expect(dull.high - dull.low).toBeGreaterThan(8);
});
