/**
 * Rules of the JSON schemas of STAC 1.0.0 (item, collection, catalog), of STAC API 1.0.0 and of the extensions projection
 * 1.1.0, eo 1.1.0, raster 1.1.0 and web map links 1.1.0 ask of a document, written from them: not read from our contract.
 */
import { z } from "zod";

const href = z.string().min(1);
const link = z.looseObject({ rel: z.string().min(1), href, type: z.string().optional() });
const linksWith = (...rels: string[]) =>
  z
    .array(link)
    .refine((links) => rels.every((rel) => links.some((one) => one.rel === rel)), `links ${rels}`);
const time = z.iso.datetime({ offset: true });
const version = z.literal("1.0.0");
const bbox = z.array(z.number()).refine(({ length }) => length === 4 || length === 6);

const position = z.array(z.number()).min(2).max(3);
const ring = z
  .array(position)
  .min(4)
  .refine((at) => JSON.stringify(at[0]) === JSON.stringify(at.at(-1)), "closed");
const geometry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Polygon"), coordinates: z.array(ring) }),
  z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(ring)) }),
]);

const commonNames = z.enum(["red", "green", "blue", "nir"]);
const band = z.looseObject({ name: z.string().optional(), common_name: commonNames.optional() });
const dataType = z.enum(["uint8", "uint16", "int16"]);
const rasterBand = z.looseObject({
  data_type: dataType.optional(),
  nodata: z.union([z.number(), z.enum(["nan", "inf", "-inf"])]).optional(),
  bits_per_sample: z.number().int().optional(),
  spatial_resolution: z.number().optional(),
});
const asset = z.looseObject({
  href,
  type: z.string().optional(),
  title: z.string().optional(),
  roles: z.array(z.string()).optional(),
  "eo:bands": z.array(band).min(1).optional(),
  "raster:bands": z.array(rasterBand).min(1).optional(),
});

const item = z.looseObject({
  type: z.literal("Feature"),
  stac_version: version,
  stac_extensions: z.array(z.url()).refine((all) => new Set(all).size === all.length),
  id: z.string().min(1),
  geometry,
  bbox,
  properties: z
    .looseObject({
      datetime: time.nullable(),
      start_datetime: time.optional(),
      end_datetime: time.optional(),
      created: time.optional(),
      gsd: z.number().positive().optional(),
      "proj:epsg": z.number().int().nullable(),
      "proj:wkt2": z.string().optional(),
      "proj:shape": z.array(z.number().int()).length(2),
      "proj:transform": z.array(z.number()).refine(({ length }) => length === 6 || length === 9),
    })
    .refine((one) => one.datetime !== null || (one.start_datetime && one.end_datetime)),
  links: linksWith("self", "root", "parent", "collection", "xyz"),
  assets: z.record(z.string().min(1), asset),
  // Required where there is a link to a collection.
  collection: z.string().min(1),
});

const extent = z.object({
  spatial: z.object({ bbox: z.array(bbox).min(1) }),
  temporal: z.object({ interval: z.array(z.tuple([time.nullable(), time.nullable()])).min(1) }),
});
const collection = z.looseObject({
  type: z.literal("Collection"),
  stac_version: version,
  id: z.string().min(1),
  title: z.string().optional(),
  description: z.string().min(1),
  license: z.string().regex(/^[\w\-.+]+$/),
  extent,
  links: linksWith("self", "root", "parent", "items"),
});
const catalog = z.looseObject({
  type: z.literal("Catalog"),
  stac_version: version,
  id: z.string().min(1),
  description: z.string().min(1),
  links: linksWith("self", "root", "child"),
});
/** A landing page says what it conforms to, and where to search by either method. */
const landing = z.looseObject({
  conformsTo: z
    .array(z.url())
    .refine((all) =>
      ["core", "collections", "ogcapi-features", "item-search"].every((name) =>
        all.includes(`https://api.stacspec.org/v1.0.0/${name}`),
      ),
    ),
  links: linksWith("service-desc", "conformance", "data", "search").refine((links) =>
    ["GET", "POST"].every((method) =>
      links.some(
        (one) =>
          one.rel === "search" && one.method === method && one.type === "application/geo+json",
      ),
    ),
  ),
});
const itemCollection = z.looseObject({
  type: z.literal("FeatureCollection"),
  features: z.array(item),
  links: z.array(link),
  numberMatched: z.number().int().optional(),
  numberReturned: z.number().int().optional(),
});

const rules = { item, collection, catalog, landing, itemCollection };

/** Lists what a document lacks or has otherwise than it should, a line each. */
export function problemsOf(kind: keyof typeof rules, document: unknown): string[] {
  const { error } = rules[kind].safeParse(document);
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}
