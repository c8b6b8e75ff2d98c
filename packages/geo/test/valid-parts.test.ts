/** Boundaries are valid as the OGC says; the GEOS of GDAL's SpatiaLite is asked. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanMultiPolygon } from "../src/files/clean-polygon.ts";
import type { MultiPolygon, Position, Ring } from "../src/geometry.ts";
import { geodesicAreaM2 } from "../src/polygon.ts";
import { seededRandom } from "../src/seeded-random.ts";

const box = (w: number, s: number, e: number, n: number): Ring => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];
const ring = (...corners: [number, number][]): Ring => [...corners, corners[0] as Position];

/** Shapes that are clear, whose rings touch; with the rings of each part that comes of them. */
const touching: [string, Ring[][], number[]][] = [
  ["a hole along the shell", [[box(0, 0, 4, 4), box(0, 1, 2, 3)]], [1]],
  [
    "a hole that touches the shell in a corner",
    [[box(0, 0, 4, 4), ring([0, 2], [2, 3], [2, 1])]],
    [2],
  ],
  ["a hole from side to side", [[box(0, 0, 4, 4), ring([0, 1], [2, 2], [4, 1], [2, 3])]], [1, 1]],
  [
    "a ring that goes round its own hole",
    [[ring([0, 0], [4, 0], [4, 4], [2, 4], [3, 3], [2, 2], [1, 3], [2, 4], [0, 4])]],
    [2],
  ],
  ["a ring that touches itself", [[ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4])]], [1, 1]],
  [
    "two rooms at a corner",
    [[ring([0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1])]],
    [1, 1],
  ],
  ["two parts with a common edge", [[box(0, 0, 1, 1)], [box(1, 0, 2, 1)]], [1]],
  ["two parts with a stretch of edge in common", [[box(0, 0, 1, 3)], [box(1, 1, 2, 2)]], [1]],
  [
    "two brackets around a yard",
    [
      [ring([0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [2, 2], [2, 3], [0, 3])],
      [ring([2, 0], [4, 0], [4, 3], [2, 3], [2, 2], [3, 2], [3, 1], [2, 1])],
    ],
    [2],
  ],
  [
    "an island at a corner of its lake",
    [[box(0, 0, 4, 4), box(1, 1, 3, 3)], [ring([1, 1], [2, 1.5], [1.5, 2])]],
    [2, 1],
  ],
  ["two holes with a common edge", [[box(0, 0, 4, 4), box(1, 1, 2, 2), box(2, 1, 3, 2)]], [2]],
  [
    "a corner beside a line, a hair off",
    [[box(0, 0, 1 / 3, 1)], [ring([1 / 3 + 1e-12, 0.1], [0.9, 0.2], [1 / 3 - 1e-12, 0.7])]],
    [1],
  ],
];
const shapeOf = (coordinates: Ring[][]): MultiPolygon => ({ type: "MultiPolygon", coordinates });

test.each(touching)("%s is put together anew", (_, parts, expected) => {
  const { multiPolygon, problems } = cleanMultiPolygon(shapeOf(parts));
  expect(multiPolygon?.coordinates.map((rings) => rings.length).sort()).toEqual(expected.sort());
  const before = geodesicAreaM2(shapeOf(parts));
  expect(geodesicAreaM2(multiPolygon ?? shapeOf([])) / before).toBeCloseTo(1, 9);
  expect(problems.filter(({ isFault }) => isFault)).toEqual([]);
});

/** Cells of a turned, stretched grid: borders, corners and yards in common, none of them in round figures. */
function mosaic(seed: number): Ring[][] {
  const random = seededRandom(seed);
  const [turn, east, north] = [random() * 6, 1e-3 * (1 + random()), 1e-4 + 1e-3 * random()];
  const [lon, lat] = [68 + random(), 38 + random()];
  const at = (i: number, j: number): Position => [
    lon + i * east * Math.cos(turn) - j * north * Math.sin(turn),
    lat + i * east * Math.sin(turn) + j * north * Math.cos(turn),
  ];
  const cells = Array.from({ length: 36 }, (_, n) => [n % 6, Math.floor(n / 6)] as const);
  return cells
    .filter(() => random() < 0.6)
    .map(([i, j]) => [[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), at(i, j)]]);
}

test("GEOS calls every one of them valid", () => {
  const shapes = [
    ...touching.map(([, parts]) => parts),
    ...Array.from({ length: 150 }, (_, seed) => mosaic(seed + 1)),
  ];
  const folder = mkdtempSync(join(tmpdir(), "nihol-valid-"));
  try {
    const features = shapes.map((parts, n) => {
      const { multiPolygon } = cleanMultiPolygon(shapeOf(parts));
      const [before, after] = [shapeOf(parts), multiPolygon ?? shapeOf([])].map(geodesicAreaM2);
      expect((after ?? 0) / (before ?? 1), `shape ${n}`).toBeCloseTo(1, 6);
      return { type: "Feature", properties: { n }, geometry: multiPolygon };
    });
    const path = join(folder, "shapes.geojson");
    writeFileSync(path, JSON.stringify({ type: "FeatureCollection", features }));
    const sql = "select count(*) as shapes, sum(ST_IsValid(geometry)) as valid from shapes";
    const said = execFileSync("ogrinfo", ["-q", "-dialect", "SQLite", "-sql", sql, path], {
      encoding: "utf8",
    });
    // A GDAL without SpatiaLite has no such function and says nothing of shapes.
    if (said.includes("valid"))
      expect(/shapes \(Integer\) = (\d+)\s+valid \(Integer\) = (\d+)/.exec(said)?.slice(1)).toEqual(
        [shapes.length, shapes.length].map(String),
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
