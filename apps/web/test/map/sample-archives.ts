/** Small archives of the surroundings of Dushanbe in each public schema, for tests of a country's own base map. */
import { type Bbox, bboxPolygon } from "@nihol/geo/geometry";
import type { Feature, Geometry } from "geojson";
import sharp from "sharp";
import { archiveOf, type Tile } from "../../basemap/pmtiles-writer.ts";
import { tilesOver } from "../../basemap/tile-grid.ts";
import { vectorTiles } from "../../basemap/vector-tiles.ts";

/** Zoom levels of the archives: two serve, for maps enlarge the last one. */
const zooms = { first: 5, last: 6 };
export const sampleBounds: Bbox = [67.5, 37.5, 70, 39.5];

const shapes = {
  lake: bboxPolygon([68.2, 38.6, 68.5, 38.8]),
  wood: bboxPolygon([69, 38, 69.4, 38.3]),
  land: bboxPolygon([67.5, 37.5, 70, 39.5]),
  road: {
    type: "LineString",
    coordinates: [
      [67.6, 38.5],
      [69.9, 38.55],
    ],
  },
  river: {
    type: "LineString",
    coordinates: [
      [68.6, 39.3],
      [68.7, 37.6],
    ],
  },
  capital: { type: "Point", coordinates: [68.77, 38.56] },
  town: { type: "Point", coordinates: [68.2, 38.1] },
} satisfies Record<string, Geometry>;

/** A town whose name has been written down in two languages alone. */
const townNames = { name: "Шаҳрак", "name:ru": "Городок", "name:en": "Small Town" };
const capitalNames = {
  name: "Душанбе",
  "name:tg": "Душанбе",
  "name:ru": "Душанбе",
  "name:az": "Düşənbə",
  "name:en": "Dushanbe",
};

type Layers = Record<string, [geometry: keyof typeof shapes, properties: Feature["properties"]][]>;

const schemas = {
  openmaptiles: {
    water: [["lake", { class: "lake" }]],
    waterway: [["river", { class: "river", ...capitalNames }]],
    landcover: [["wood", { class: "wood" }]],
    transportation: [["road", { class: "primary" }]],
    place: [
      ["capital", { class: "city", capital: 2, rank: 1, ...capitalNames }],
      ["town", { class: "town", rank: 9, ...townNames }],
    ],
  },
  protomaps: {
    earth: [["land", { kind: "earth" }]],
    water: [
      ["lake", { kind: "lake" }],
      ["river", { kind: "river", ...capitalNames }],
    ],
    landuse: [["wood", { kind: "forest" }]],
    roads: [["road", { kind: "major_road" }]],
    places: [
      ["capital", { kind: "locality", capital: "yes", population: 900_000, ...capitalNames }],
      ["town", { kind: "locality", population: 9000, ...townNames }],
    ],
  },
  shortbread: {
    water_polygons: [["lake", { kind: "water" }]],
    water_lines: [["river", { kind: "river" }]],
    land: [["wood", { kind: "forest" }]],
    streets: [["road", { kind: "primary" }]],
    place_labels: [
      ["capital", { kind: "capital", population: 900_000, name: "Душанбе", name_en: "Dushanbe" }],
      ["town", { kind: "town", population: 9000, name: "Шаҳрак", name_en: "Small Town" }],
    ],
  },
  unknown: { parcels: [["wood", {}]] },
} satisfies Record<string, Layers>;

/** The schemas of which there is a sample; `raster` holds green images, `avif` a kind that no map can draw. */
export type Sample = keyof typeof schemas | "raster" | "avif";

const metadata = { attribution: '<a href="https://example.org">Survey &amp; Co</a>' };

async function imageTiles(kind: "png" | "avif"): Promise<Tile[]> {
  const side = { width: 256, height: 256 };
  const image = sharp({ create: { ...side, channels: 3, background: "#3a7d44" } });
  const data = await image.toFormat(kind).toBuffer();
  const tiles: Tile[] = [];
  for (let z = zooms.first; z <= zooms.last; z++)
    for (const { x, y } of tilesOver(sampleBounds, z)) tiles.push({ z, x, y, data });
  return tiles;
}

/** The bytes of an archive in a schema. */
export async function sampleArchive(sample: Sample): Promise<Buffer> {
  if (sample === "raster" || sample === "avif") {
    const kind = sample === "raster" ? "png" : "avif";
    return archiveOf(await imageTiles(kind), { kind, bounds: sampleBounds, metadata });
  }
  const layers = Object.entries(schemas[sample] as Layers).map(([name, parts]) => ({
    name,
    features: parts.map(
      ([shape, properties]): Feature => ({ type: "Feature", geometry: shapes[shape], properties }),
    ),
  }));
  const vector_layers = layers.map(({ name }) => ({ id: name, fields: {} }));
  const tiles = vectorTiles(layers, zooms, sampleBounds);
  return archiveOf(tiles, {
    kind: "vector",
    bounds: sampleBounds,
    metadata: { ...metadata, vector_layers },
  });
}
