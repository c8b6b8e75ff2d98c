/**
 * Writes `settlements.json` of the search: the settlements of `land.pmtiles`, largest first.
 * From the repository root: `node apps/web/basemap/make-settlements.ts FOLDER`, with FOLDER as for `make-archives.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FeatureCollection, Point } from "geojson";
import { landLayers } from "./land-layers.ts";

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder with the sources");
const sourceOf = (name: string): FeatureCollection =>
  JSON.parse(readFileSync(join(folder, "vector", `${name}.geojson`), "utf8"));

const settlements = landLayers
  .filter(({ name }) => name === "place")
  .flatMap(({ features }) => features(sourceOf))
  .sort((a, b) => b.properties?.pop - a.properties?.pop)
  .map(({ geometry, properties }) => {
    const [longitude = 0, latitude = 0] = (geometry as Point).coordinates;
    const { tg, ru, en, az } = properties ?? {};
    const place = [latitude, longitude].map((degrees) => Number(degrees.toFixed(4)));
    return `  [${[...place, tg, ru, en, az].map((value) => JSON.stringify(value)).join(", ")}]`;
  });
const file = new URL("../src/features/shell/settlements.json", import.meta.url);
writeFileSync(file, `[\n${settlements.join(",\n")}\n]\n`);
console.log(`${settlements.length} settlements`);
