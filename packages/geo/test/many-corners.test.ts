/** Shapes of 36,000 corners, drawn to make one step of the cleaning slow: a quadratic one would not end in the test's time. */
import { expect, test } from "vitest";
import { cleanMultiPolygon } from "../src/files/clean-polygon.ts";
import type { Areal, Position, Ring } from "../src/geometry.ts";
import { type GroundPart, groundAreas } from "../src/ground-areas.ts";
import { bboxOf } from "../src/polygon.ts";
import { seededRandom } from "../src/seeded-random.ts";

const corners = 36_000;
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
const closed = (ring: Position[]): Ring => [...ring, ring[0] as Position];
const polygon = (...coordinates: Ring[]): Areal => ({ type: "Polygon", coordinates });
const parts = (...rings: Ring[]): Areal => ({
  type: "MultiPolygon",
  coordinates: rings.map((ring) => [ring]),
});

function around(n: number, radius: (i: number) => number, lon = 69): Ring {
  const at = (i: number): Position => {
    const angle = (2 * Math.PI * i) / n;
    return [
      rounded(lon + radius(i) * Math.cos(angle)),
      rounded(38.5 + radius(i) * Math.sin(angle)),
    ];
  };
  return closed(Array.from({ length: n }, (_, i) => at(i)));
}

function square(west: number, south: number, side: number): Ring {
  const [w, s, e, n] = [west, south, west + side, south + side].map(rounded) as number[];
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ] as Ring;
}

const squares = (count: number, step: number, side: number): Ring[] => {
  const across = Math.floor(Math.sqrt(count));
  return Array.from({ length: across ** 2 }, (_, i) =>
    square(68 + (i % across) * step, 38 + Math.floor(i / across) * step, side),
  );
};
const star = (n: number, lon = 69) => around(n, (i) => (i % 2 ? 0.4 : 0.3), lon);
const wave = Array.from(
  { length: corners / 2 },
  (_, i): Position => [rounded(69 + 0.01 * Math.sin(i / 7)), rounded(38 + i / corners)],
);
const teeth = (south: (i: number) => number): Ring =>
  closed([
    ...Array.from(
      { length: corners },
      (_, i): Position => [
        rounded(68 + i * 2e-5),
        rounded(i % 2 ? 38.9 + (i % 97) * 1e-4 : south(i)),
      ],
    ),
    [68 + corners * 2e-5, 38],
    [68, 38],
  ]);

test.each<[string, () => Areal, number]>([
  ["a round border", () => polygon(around(corners, () => 0.5)), 1],
  [
    "a border with 3,500 holes",
    () =>
      polygon(
        square(67, 37, 3),
        ...squares(corners / 10, 0.01, 0.004).map((ring) => ring.reverse() as Ring),
      ),
    1,
  ],
  [
    "a border with 7,000 holes side by side",
    () =>
      polygon(
        square(67, 37, 3),
        ...squares(corners / 5, 0.01, 0.01).map((ring) => ring.reverse() as Ring),
      ),
    1,
  ],
  ["7,056 squares apart", () => parts(...squares(corners / 5, 0.01, 0.004)), 7056],
  ["7,056 squares side by side", () => parts(...squares(corners / 5, 0.01, 0.01)), 1],
  [
    "two districts with a winding border between them",
    () =>
      parts(
        closed([[68, 38], ...wave, [68, 38.5]]),
        closed([...[...wave].reverse(), [70, 38], [70, 38.5]]),
      ),
    1,
  ],
])("%s is sound", (_, shape, expected) => {
  expect(cleanMultiPolygon(shape()).multiPolygon?.coordinates).toHaveLength(expected);
});

test.each<[string, () => Areal]>([
  ["a star with long rays", () => polygon(star(corners))],
  ["two stars over each other", () => parts(star(corners / 2), star(corners / 2, 69.3))],
  ["a comb with long teeth", () => polygon(teeth((i) => 38.1 + (i % 89) * 1e-4))],
  ["7,056 squares over their neighbours", () => parts(...squares(corners / 5, 0.01, 0.012))],
  [
    "7,200 times one square",
    () => parts(...Array.from({ length: corners / 5 }, () => square(68, 38, 1))),
  ],
  [
    "7,200 squares in each other",
    () =>
      parts(
        ...Array.from({ length: corners / 5 }, (_, i) =>
          square(68 + i * 1e-5, 38 + i * 1e-5, 1 - i * 2e-5),
        ),
      ),
  ],
])("%s is refused as too complicated", (_, shape) => {
  const { multiPolygon, problems } = cleanMultiPolygon(shape());
  expect(multiPolygon).toBeNull();
  expect(problems.at(-1)).toMatchObject({ code: "too_complex", isFault: true });
});

const sumOf = (ground: GroundPart[]) => ground.reduce((sum, { areaM2 }) => sum + areaM2, 0);

test("joined parts hold the ground that was drawn, each piece of it once", () => {
  const random = seededRandom(17);
  for (let round = 0; round < 40; round++) {
    const drawn = parts(
      ...Array.from({ length: 12 }, () =>
        square(68 + random(), 38 + random(), 0.02 + random() / 3),
      ),
    );
    const joined = cleanMultiPolygon(drawn).multiPolygon;
    if (!joined) throw new Error("twelve squares are not joined");
    const shapes = drawn.coordinates.map((rings): Areal => polygon(...(rings as Ring[])));
    const box = bboxOf(drawn);
    const total = (areal: Areal[]) => sumOf(groundAreas(box, areal));
    expect(total([joined]) / total(shapes)).toBeCloseTo(1, 9);
    const each = joined.coordinates.map((rings) => polygon(...rings));
    const shared = groundAreas(box, each).filter((part) => part.shapes.length > 1);
    expect(sumOf(shared)).toBeLessThan(1);
  }
});
