/** A country's own base map: an archive in the data folder takes the place of the one that comes with the panel. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { BaseMapFacts, BaseMapProblem, BaseMapSchema } from "@nihol/contract/imagery/base-map";
import { codeOf } from "@nihol/contract/values/thrown";
import { PMTiles, type Source, TileType } from "pmtiles";

const fileName = "basemap.pmtiles";

/**
 * Layers by which a schema is known. `nihol`: apps/web/basemap. The panel has a style for each
 * (apps/web/src/map/base).
 */
const schemas = {
  nihol: ["ground", "lake", "lake_more", "river", "road", "rail"],
  openmaptiles: ["transportation", "waterway", "place", "landcover", "boundary", "water_name"],
  protomaps: ["earth", "roads", "places", "boundaries", "pois"],
  shortbread: ["streets", "water_polygons", "water_lines", "place_labels", "sites"],
};

/** Archive of the country's own in the data folder, where there is one. */
export type OwnBaseMap = { file: string; facts: BaseMapFacts } | undefined;

const imageTypes: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp];

const sourceOf = (path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length) {
    await using file = await open(path);
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  },
});

/** The schema of which most layers are there. */
function schemaOf(layers: readonly string[]): BaseMapSchema | undefined {
  const counts = Object.entries(schemas).map(([schema, known]) => ({
    schema: schema as keyof typeof schemas,
    count: known.filter((name) => layers.includes(name)).length,
  }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count > 0 ? best.schema : undefined;
}

/** Sources name themselves in HTML: the panel shows the words. */
const wordsOf = (html: unknown) =>
  typeof html === "string"
    ? html
        .replace(/<[^>]*>/g, "")
        .replace(/&copy;/g, "©")
        .replace(/&amp;/g, "&")
        .replace(/[<>]/g, "")
        .trim()
    : "";

const unusable = (problem: BaseMapProblem, layers?: string[]): BaseMapFacts => ({
  schema: "nihol",
  own: false,
  problem,
  ...(layers && { layers }),
});

async function factsOf(path: string): Promise<BaseMapFacts> {
  const archive = new PMTiles(sourceOf(path));
  const header = await archive.getHeader();
  const isImage = imageTypes.includes(header.tileType);
  if (header.tileType !== TileType.Mvt && !isImage) return unusable("tile_kind");
  const metadata = (await archive.getMetadata()) as {
    vector_layers?: { id: string }[];
    attribution?: unknown;
  } | null;
  const layers = (metadata?.vector_layers ?? []).map(({ id }) => id);
  const schema = isImage ? "raster" : schemaOf(layers);
  if (!schema) return unusable("unknown_schema", layers);
  const attribution = wordsOf(metadata?.attribution);
  return {
    schema,
    own: true,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    ...(attribution && { attribution }),
    ...(layers.length > 0 && { layers }),
  };
}

/** Looks for `basemap.pmtiles` in the data folder and reads its header and the names of its layers. */
export async function findOwnBaseMap(dataDir: string): Promise<OwnBaseMap> {
  const file = join(dataDir, fileName);
  try {
    return { file, facts: await factsOf(file) };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    return { file, facts: unusable("unreadable") };
  }
}

/** The problem in the words of `doctor` and of the log. */
export function problemWords({ problem, layers = [] }: BaseMapFacts): string | undefined {
  if (problem === "unreadable") return "it cannot be read as a PMTiles archive";
  if (problem === "tile_kind") return "its tiles are neither vector tiles nor PNG, JPEG or WebP";
  if (problem === undefined) return undefined;
  const found = layers.length > 0 ? layers.join(", ") : "none";
  return `its layers (${found}) are of no schema that the map can draw: OpenMapTiles, Protomaps, Shortbread or this panel's own`;
}
