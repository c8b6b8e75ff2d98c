/** Base map that is installed, and how its archive is drawn. PMTiles, read in parts by address ranges. */
import type { BaseMapFacts, BaseMapSchema } from "@nihol/contract/imagery/base-map";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { addProtocol, type SourceSpecification } from "maplibre-gl";
import { Protocol } from "pmtiles";
import { getPanelFile } from "../../lib/api/api.ts";
import { colors, themed } from "../data/map-style.ts";
import { nihol } from "./nihol.ts";
import { openmaptiles } from "./openmaptiles.ts";
import { protomaps } from "./protomaps.ts";
import type { BaseSchema } from "./schema.ts";
import { shortbread } from "./shortbread.ts";

// MapLibre asks by `pmtiles://` for the parts that it needs.
addProtocol("pmtiles", new Protocol().tile);

const archive = (name: string) =>
  `pmtiles://${new URL(`/basemap/${name}.pmtiles`, location.href).href}`;

/** Images: names and borders of the archive's own are in them. */
const raster: BaseSchema = {
  layers: [
    {
      id: "base-raster",
      type: "raster",
      source: "base",
      paint: { "raster-brightness-max": themed(1, 0.55), "raster-fade-duration": 0 },
    },
  ],
  names: {},
};

const schemas: Record<BaseMapSchema, BaseSchema> = {
  nihol,
  openmaptiles,
  protomaps,
  shortbread,
  raster,
};

const factsQuery = queryOptions({
  queryKey: ["basemap", "archive"],
  queryFn: ({ signal }) => getPanelFile<BaseMapFacts>("/basemap/archive.json", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Base map as the server describes it; undefined until it has answered. Without an answer the panel's own is used. */
export function useBaseMap(): BaseMapFacts | undefined {
  const { data, isError } = useQuery(factsQuery);
  return data ?? (isError ? { schema: "nihol", own: false } : undefined);
}

/** Schema by which the archive in use is drawn, as far as it holds the layers. */
export function schemaOf(facts: BaseMapFacts): BaseSchema {
  const schema = schemas[facts.schema];
  const { layers } = facts;
  if (!facts.own || !layers || facts.schema === "raster") return schema;
  const has = ({ layer }: { layer: string }) => layers.includes(layer);
  return {
    layers: schema.layers.filter(
      (one) => !("source-layer" in one) || has({ layer: one["source-layer"] ?? "" }),
    ),
    names: schema.names,
    ...(schema.places && has(schema.places) && { places: schema.places }),
    ...(schema.rivers && has(schema.rivers) && { rivers: schema.rivers }),
    ...(schema.peaks && has(schema.peaks) && { peaks: schema.peaks }),
  };
}

/** The ground that an archive without one covers: the countries of the whole world are too coarse for it. */
export const groundLayer = {
  id: "base-bounds",
  type: "fill",
  source: "base-bounds",
  paint: { "fill-color": colors.land, "fill-antialias": false },
} as const;

/** Sources of the base map, as far as its layers use them. */
export function baseSources(facts: BaseMapFacts): Record<string, SourceSpecification> {
  const { attribution = schemaOf(facts).attribution ?? "" } = facts;
  const isRaster = facts.schema === "raster";
  const [west, south, east, north] = facts.bounds ?? [0, 0, 0, 0];
  const ring = [west, east, east, west, west].map((lon, i) => [
    lon,
    i > 1 && i < 4 ? north : south,
  ]);
  return {
    base: { type: isRaster ? "raster" : "vector", url: archive("land"), attribution },
    ...(!isRaster && { relief: { type: "raster", url: archive("relief"), tileSize: 256 } }),
    ...(facts.bounds && {
      "base-bounds": { type: "geojson", data: { type: "Polygon", coordinates: [ring] } },
    }),
  } as Record<string, SourceSpecification>;
}
