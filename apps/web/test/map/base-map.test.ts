/** The base map's land has no holes that look like lakes. */
import { readFileSync } from "node:fs";
import type { FeatureCollection, MultiPolygon } from "geojson";
import { expect, test } from "vitest";

const countries = JSON.parse(
  readFileSync(new URL("../../public/basemap/countries.geojson", import.meta.url), "utf8"),
) as FeatureCollection<MultiPolygon>;

/** Tells whether a ray to the east crosses the rings an odd number of times. */
function holds(rings: number[][][], [x, y]: readonly [number, number]): boolean {
  const edges = rings.flatMap((ring) => ring.slice(1).map((end, i) => [ring[i], end] as const));
  const crossed = edges.filter(([[ax = 0, ay = 0] = [], [bx = 0, by = 0]]) => {
    if (ay > y === by > y) return false;
    return x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  });
  return crossed.length % 2 === 1;
}

test.each([
  ["Dushanbe", [68.77, 38.56]],
  ["the Fergana valley", [71.2, 40.7]],
  ["where three borders meet in the Karakoram", [77.2, 35.4]],
] as const)("%s is land", (_, place) => {
  const isLand = countries.features.some(({ geometry }) =>
    geometry.coordinates.some((rings) => holds(rings, place)),
  );
  expect(isLand).toBe(true);
});
