/**
 * Writes the base map of the region under public/basemap: `land.pmtiles` (vector tiles of zooms 3 to 9),
 * `relief.pmtiles` (shading) and `borders.geojson`. From the repository root: `node apps/web/basemap/make-archives.ts FOLDER`, where
 * FOLDER/vector and FOLDER/relief hold the sources that README.md here names. A layer keeps to one source, because
 * each is under a licence of its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FeatureCollection } from "geojson";
import { borderLines } from "./border-lines.ts";
import { landLayers } from "./land-layers.ts";
import { archiveOf } from "./pmtiles-writer.ts";
import { reliefTiles } from "./relief-tiles.ts";
import { dataBounds } from "./tile-grid.ts";
import { vectorTiles } from "./vector-tiles.ts";

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder with the sources");
const target = new URL("../public/basemap/", import.meta.url);
const zooms = { first: 3, last: 9 };

const sourceOf = (name: string): FeatureCollection =>
  JSON.parse(readFileSync(join(folder, "vector", `${name}.geojson`), "utf8"));

const landTiles = vectorTiles(
  landLayers.map((layer) => ({ ...layer, features: layer.features(sourceOf) })),
  zooms,
  dataBounds,
);

const vectorLayers = landLayers.map(({ name, source, licence }) => ({
  id: name,
  description: `${source}; ${licence}`,
  minzoom: zooms.first,
  maxzoom: zooms.last,
  fields: {},
}));
const land = archiveOf(landTiles, {
  kind: "vector",
  bounds: dataBounds,
  metadata: {
    name: "Nihol: land",
    attribution:
      "Made with Natural Earth · Place names: GeoNames (CC BY 4.0) · GSHHG (LGPL) · roads, railways, towns: Natural Earth tiles (ODbL)",
    vector_layers: vectorLayers,
  },
});
writeFileSync(new URL("land.pmtiles", target), land);

const relief = archiveOf(await reliefTiles(join(folder, "relief", "ne_shaded_relief_3857.tif")), {
  kind: "webp",
  bounds: dataBounds,
  metadata: { name: "Nihol: relief", attribution: "Made with Natural Earth" },
});
writeFileSync(new URL("relief.pmtiles", target), relief);

const borders = JSON.stringify({
  type: "MultiLineString",
  coordinates: borderLines(sourceOf("admin0_lines")),
});
writeFileSync(new URL("borders.geojson", target), `${borders}\n`);
console.log(
  `land ${land.length} bytes, relief ${relief.length} bytes, borders ${borders.length} bytes`,
);
