/** Borders of countries as lines, each once: of the region by Natural Earth's finest scale, of the rest by coarser ones. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FeatureCollection, Position } from "geojson";
import { mesh } from "topojson-client";
import { countryNames } from "./place-names.ts";
import { dataBounds } from "./tile-grid.ts";

const require = createRequire(import.meta.url);

/** A rocket range that is let to another state has an outline, and is no country. */
const noBorder = "Lease limit";

const isWithin = ([lon = 0, lat = 0]: Position) => {
  const [west, south, east, north] = dataBounds;
  return lon > west && lon < east && lat > south && lat < north;
};

type Country = { id?: string };
const isNamed = ({ id }: Country) => countryNames[id ?? ""] !== undefined;

/** Borders beyond the region; those of countries that are named on the map are finer. */
function farLines(): Position[][] {
  return (["50m", "110m"] as const).flatMap((scale) => {
    const path = require.resolve(`world-atlas/countries-${scale}.json`);
    const topology = JSON.parse(readFileSync(path, "utf8"));
    const lines = mesh(
      topology,
      topology.objects.countries,
      (a: Country, b: Country) => a !== b && (isNamed(a) || isNamed(b)) === (scale === "50m"),
    );
    return lines.coordinates.flatMap(beyondRegion).map((line) => rounded(line, 2));
  });
}

/** The parts of a line outside of the region. */
function beyondRegion(line: Position[]): Position[][] {
  const parts: Position[][] = [[]];
  for (const point of line) {
    if (isWithin(point)) parts.push([]);
    else parts.at(-1)?.push(point);
  }
  return parts.filter((part) => part.length > 1);
}

function rounded(line: Position[], digits: number): Position[] {
  const scale = 10 ** digits;
  const points = line.map((point) => point.map((value) => Math.round(value * scale) / scale));
  return points.filter((at, i) => i === 0 || at.join() !== points[i - 1]?.join());
}

/** @param near Natural Earth's admin0_lines, cut to the region */
export function borderLines(near: FeatureCollection): Position[][] {
  const fine = near.features.flatMap(({ geometry, properties }) => {
    if (properties?.featurecla === noBorder) return [];
    if (geometry.type === "LineString") return [geometry.coordinates];
    return geometry.type === "MultiLineString" ? geometry.coordinates : [];
  });
  return [...fine.map((line) => rounded(line, 4)), ...farLines()].filter((line) => line.length > 1);
}
