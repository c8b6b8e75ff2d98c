/** Borders of countries are drawn once: by the programme's own outlines, and by the base map where there are none. */
import { readFileSync } from "node:fs";
import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from "geojson";
import { expect, test } from "vitest";
import { countryLines } from "../../src/map/data/country-lines.ts";

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8"));
const borders = read("apps/web/public/basemap/borders.geojson") as MultiLineString;
const { features: regions } = read(
  "packages/seed/seed/territory/regions.geojson",
) as FeatureCollection<MultiPolygon, { code: string }>;

/** Kilometres of a line within a box. */
function kilometres(lines: MultiLineString, [west, south, east, north]: readonly number[]) {
  const isIn = ([lon = 0, lat = 0]: Position) =>
    lon > (west ?? 0) && lon < (east ?? 0) && lat > (south ?? 0) && lat < (north ?? 0);
  let sum = 0;
  for (const line of lines.coordinates)
    for (const [i, to] of line.entries()) {
      const from = line[i - 1];
      if (!from || !isIn(from) || !isIn(to)) continue;
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [from, to];
      sum += Math.hypot((bx - ax) * Math.cos((by * Math.PI) / 180), by - ay) * 111.3;
    }
  return sum;
}

/** Tajikistan with the Panj, and Uzbekistan with Turkmenistan. */
const [panj, amu] = [
  [69.3, 37.0, 71.2, 38.0],
  [60, 40, 64, 42.5],
] as const;

test("where all regions are known none of the country's border is the base map's", () => {
  const shapes = regions.map(({ geometry }) => geometry);
  const left = countryLines(borders, shapes);
  expect(kilometres(borders, panj)).toBeGreaterThan(200);
  expect(kilometres(left, panj)).toBe(0);
  // Borders that no outline here draws stay as they were.
  expect(kilometres(left, amu)).toBe(kilometres(borders, amu));
});

test("a person who sees one region alone sees the rest of the country's border", () => {
  const sughd = regions.filter(({ geometry }) =>
    geometry.coordinates.flat(2).some(([, lat = 0]) => lat > 40.5),
  );
  expect(sughd).toHaveLength(1);
  const left = countryLines(
    borders,
    sughd.map(({ geometry }) => geometry),
  );
  expect(kilometres(left, panj)).toBe(kilometres(borders, panj));
  // Between Zafarobod and Bekobod the border is that of the region.
  expect(kilometres(left, [68.5, 39.8, 69.4, 40.3])).toBe(0);
});

test("a border that only meets an outline is not cut short", () => {
  const square = [0, 1].map((x) => [
    [x, 0],
    [x, 1],
  ]);
  const outline = {
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    ],
  };
  const meeting: Position[] = [
    [1, 0.5],
    [2, 0.5],
  ];
  const { coordinates } = countryLines(
    { type: "MultiLineString", coordinates: [...square, meeting] },
    [outline],
  );
  expect(coordinates).toHaveLength(1);
  expect(coordinates[0]?.[0]).toEqual([1, 0.5]);
  expect(coordinates[0]?.at(-1)).toEqual([2, 0.5]);
});

test("without outlines the borders are those of the base map", () => {
  expect(countryLines(borders, [])).toBe(borders);
});
