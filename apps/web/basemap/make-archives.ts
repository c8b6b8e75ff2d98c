/**
 * Writes the base map of the region under public/basemap: `land.pmtiles` (vector tiles of zooms 3 to 9),
 * `relief.pmtiles` (shading) and `borders.geojson`. From the repository root: `node apps/web/basemap/make-archives.ts FOLDER`, where
 * FOLDER/vector and FOLDER/relief hold the sources that README.md here names. A layer keeps to one source, because
 * each is under a licence of its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { FeatureCollection } from "geojson";
import { borderLines } from "./border-lines.ts";
import { type LandLayer, landLayers } from "./land-layers.ts";
import { archiveOf, type Tile } from "./pmtiles-writer.ts";
import { reliefTiles } from "./relief-tiles.ts";
import { dataBounds, tilesOver } from "./tile-grid.ts";

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder with the sources");
const target = new URL("../public/basemap/", import.meta.url);
const zooms = { first: 3, last: 9 };
const extent = 4096;

const sourceOf = (name: string): FeatureCollection =>
  JSON.parse(readFileSync(join(folder, "vector", `${name}.geojson`), "utf8"));

/** A layer cut into tiles on demand; at each zoom only what that zoom shows. */
function cutter(layer: LandLayer) {
  const features = layer.features(sourceOf);
  return (zoom: number) =>
    new GeoJSONVT(
      {
        type: "FeatureCollection",
        features: features.filter(
          ({ properties }) => (properties?.minzoom ?? 0) <= zoom || zoom === zooms.last,
        ),
      },
      {
        maxZoom: zooms.last,
        indexMaxZoom: zoom,
        indexMaxPoints: 0,
        tolerance: layer.tolerance ?? 3,
        extent,
        buffer: 64,
      },
    );
}

function landTiles(): Tile[] {
  const cutters = landLayers.map((layer) => [layer.name, cutter(layer)] as const);
  const tiles: Tile[] = [];
  for (let z = zooms.first; z <= zooms.last; z++) {
    const indexes = cutters.map(([name, cut]) => [name, cut(z)] as const);
    for (const { x, y } of tilesOver(dataBounds, z)) {
      const cut = indexes.map(([name, index]) => [name, index.getTile(z, x, y)] as const);
      const full = cut.filter(([, tile]) => tile && tile.features.length > 0);
      if (full.length === 0) continue;
      const layers = Object.fromEntries(full) as Parameters<typeof fromGeojsonVt>[0];
      const data = gzipSync(fromGeojsonVt(layers, { version: 2, extent }), { level: 9 });
      tiles.push({ z, x, y, data });
    }
  }
  return tiles;
}

const vectorLayers = landLayers.map(({ name, source, licence }) => ({
  id: name,
  description: `${source}; ${licence}`,
  minzoom: zooms.first,
  maxzoom: zooms.last,
  fields: {},
}));
const land = archiveOf(landTiles(), {
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
