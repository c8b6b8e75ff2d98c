/**
 * Writes the static base map under public/basemap: outlines and names of countries. What lies within the
 * region is written by make-archives.ts.
 * Run from the repository root: `node apps/web/basemap/make-basemap.ts`.
 * Source: Natural Earth (public domain) as packed by the npm package world-atlas.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { feature } from "topojson-client";
import { cutAtAntimeridian, type Ring } from "./antimeridian.ts";
import { countryNames, labelPlaces } from "./place-names.ts";

type Country = {
  id?: string;
  geometry:
    | { type: "Polygon"; coordinates: Ring[] }
    | { type: "MultiPolygon"; coordinates: Ring[][] };
};
type Part = { type: "Polygon"; coordinates: Ring[] };

const require = createRequire(import.meta.url);
const target = new URL("../public/basemap/", import.meta.url);

/** About one pixel at the zoom where our own borders take over (2 decimals are 1 km). */
const decimals = { near: 3, far: 2 };

const near = countriesOf("50m").filter((one) => one.id && countryNames[one.id]);
const far = countriesOf("110m").filter((one) => !one.id || !countryNames[one.id]);

write("countries.geojson", [
  ...near.map((one) => outline(one, decimals.near)),
  ...far.map((one) => outline(one, decimals.far)),
]);
write("places.geojson", [
  ...near.map((one) => point(placeOf(one), { ...countryNames[one.id ?? ""] })),
]);

function countriesOf(scale: "50m" | "110m"): Country[] {
  const topology = JSON.parse(
    readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), "utf8"),
  );
  return feature(topology, topology.objects.countries).features;
}

function partsOf({ geometry }: Country): Ring[][] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Rounded to a grid; points that fall together, and rings that vanish, are left out. */
function outline(country: Country, digits: number) {
  const coordinates = partsOf(country)
    .flatMap(([outer = [], ...holes]) => {
      const parts = cutAtAntimeridian(outer);
      return parts.map((part, index) => (index === 0 ? [part, ...holes] : [part]));
    })
    .map((rings) => rings.map((ring) => rounded(ring, digits)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
  return { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates } };
}

function rounded(ring: Ring, digits: number): Ring {
  const scale = 10 ** digits;
  const points = ring.map(([lon, lat]): [number, number] => [
    Math.round(lon * scale) / scale,
    Math.round(lat * scale) / scale,
  ]);
  return points.filter((at, index) => index === 0 || at.join() !== points[index - 1]?.join());
}

function placeOf(country: Country): [number, number] {
  const given = labelPlaces[country.id ?? ""];
  if (given) return given;
  const parts = partsOf(country).map((coordinates): Part => ({ type: "Polygon", coordinates }));
  const largest = parts.reduce((a, b) => (geodesicAreaM2(a) > geodesicAreaM2(b) ? a : b));
  const [lon, lat] = centroidOf(largest);
  return [Math.round(lon * 100) / 100, Math.round(lat * 100) / 100];
}

function point(coordinates: [number, number], properties: object) {
  return { type: "Feature", properties, geometry: { type: "Point", coordinates } };
}

function write(name: string, features: object[]): void {
  writeFileSync(
    new URL(name, target),
    `${JSON.stringify({ type: "FeatureCollection", features })}\n`,
  );
}
