/** Cuts features into vector tiles. */
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Bbox } from "@nihol/geo/geometry";
import type { Feature } from "geojson";
import type { Tile } from "./pmtiles-writer.ts";
import { tilesOver } from "./tile-grid.ts";

export interface TileLayer {
  name: string;
  /** In degrees; the property `minzoom` says from where one is shown. */
  features: Feature[];
  /** Simplification, in units of 1/4096 of a tile; 3 by default. */
  tolerance?: number;
}
interface Zooms {
  first: number;
  last: number;
}

const extent = 4096;

/** A layer cut into tiles on demand; at each zoom only what that zoom shows. */
function cutter({ features, tolerance = 3 }: TileLayer, { last }: Zooms) {
  return (zoom: number) =>
    new GeoJSONVT(
      {
        type: "FeatureCollection",
        features: features.filter(
          ({ properties }) => (properties?.minzoom ?? 0) <= zoom || zoom === last,
        ),
      },
      { maxZoom: last, indexMaxZoom: zoom, indexMaxPoints: 0, tolerance, extent, buffer: 64 },
    );
}

/** The tiles of all zooms over the bounds; those without anything are left out. */
export function vectorTiles(layers: readonly TileLayer[], zooms: Zooms, bounds: Bbox): Tile[] {
  const cutters = layers.map((layer) => [layer.name, cutter(layer, zooms)] as const);
  const tiles: Tile[] = [];
  for (let z = zooms.first; z <= zooms.last; z++) {
    const indexes = cutters.map(([name, cut]) => [name, cut(z)] as const);
    for (const { x, y } of tilesOver(bounds, z)) {
      const cut = indexes.map(([name, index]) => [name, index.getTile(z, x, y)] as const);
      const full = cut.filter(([, tile]) => tile && tile.features.length > 0);
      if (full.length === 0) continue;
      const named = Object.fromEntries(full) as Parameters<typeof fromGeojsonVt>[0];
      const data = gzipSync(fromGeojsonVt(named, { version: 2, extent }), { level: 9 });
      tiles.push({ z, x, y, data });
    }
  }
  return tiles;
}
