/**
 * The catalogue of images as STAC API 1.0.0 (core, collections, features, item search) over STAC 1.0.0. A parameter that
 * a call does not name is refused: a filter that was passed over would answer with images that were not asked for.
 */
import { bboxSchema, multiPolygonSchema, polygonalSchema } from "../geometry.ts";
import { call } from "../resource.ts";
import { catalogueLimits } from "../values/open-data/catalogue.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const version = z.literal("1.0.0");
const linkSchema = z.object({
  rel: z.string(),
  href: z.string(),
  type: z.string(),
  title: z.string().optional(),
  method: z.enum(["GET", "POST"]).optional(),
  /** Body that a `next` of a search by POST sends. */
  body: z.record(z.string(), z.unknown()).optional(),
});
export type StacLink = z.output<typeof linkSchema>;
const links = z.array(linkSchema);
const conformsTo = z.array(z.string());

const catalogSchema = z.object({
  type: z.literal("Catalog"),
  stac_version: version,
  id: z.string(),
  title: z.string(),
  description: z.string(),
  conformsTo,
  links,
});
const collectionSchema = z
  .object({
    type: z.literal("Collection"),
    stac_version: version,
    id: z.string(),
    title: z.string(),
    description: z.string(),
    license: z.string(),
    extent: z.object({
      spatial: z.object({ bbox: z.array(bboxSchema) }),
      temporal: z.object({
        interval: z.array(z.tuple([z.string().nullable(), z.string().nullable()])),
      }),
    }),
    links,
  })
  .meta({ id: "StacCollection" });
export type StacCollection = z.output<typeof collectionSchema>;

const assetSchema = z.looseObject({
  href: z.string(),
  type: z.string(),
  title: z.string(),
  roles: z.array(z.string()),
});
const itemSchema = z
  .object({
    type: z.literal("Feature"),
    stac_version: version,
    stac_extensions: z.array(z.string()),
    id: z.string(),
    collection: z.string(),
    geometry: multiPolygonSchema,
    bbox: bboxSchema,
    properties: z.record(z.string(), z.unknown()),
    assets: z.record(z.string(), assetSchema),
    links,
  })
  .meta({ id: "StacItem" });
export type StacItem = z.output<typeof itemSchema>;
const itemsSchema = z.object({
  type: z.literal("FeatureCollection"),
  /** Left out on later pages, and with a place, by which images are tried one by one. */
  numberMatched: z.number().int().optional(),
  numberReturned: z.number().int(),
  features: z.array(itemSchema),
  links,
});
export type StacItems = z.output<typeof itemsSchema>;

const invalid = { error: "invalid" };
const limit = z.coerce
  .number()
  .int()
  .min(1)
  .default(catalogueLimits.default)
  .transform((asked) => Math.min(asked, catalogueLimits.max));
/** Where the page before it ended; `next` links carry it. */
const after = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}_\d{1,10}$/, invalid)
  .optional();
const datetime = z.string().max(100).optional();

const plainQuery = z.strictObject({ f: z.literal("json", invalid).optional() }, invalid);
const itemsQuery = z.strictObject(
  { limit, bbox: z.string().max(200).optional(), datetime, after },
  invalid,
);
const names = z.string().max(20_000).optional();
const searchQuery = z.strictObject(
  { ...itemsQuery.shape, ids: names, collections: names, intersects: names },
  invalid,
);

const list = z.array(z.string().max(100)).max(1000).optional();
const searchBody = z.strictObject(
  {
    limit,
    bbox: z.array(z.number()).min(4).max(6).optional(),
    datetime,
    after,
    ids: list,
    collections: list,
    intersects: z.record(z.string(), z.unknown()).optional(),
  },
  invalid,
);
/** Geometry that `intersects` may be, apart from points and lines. */
export const stacAreaSchema = polygonalSchema;

const one = `${paths.stac}/collections/:collection` as const;
const collectionParams = z.object({ collection: z.string().max(40) });
const itemParams = collectionParams.extend({ id: z.coerce.number().int().positive() });
const access = "wholeimage.view";

export const stacLanding = call({
  method: "GET",
  path: paths.stac,
  access: "openData",
  personalToken: "header",
  summary: "STAC API: landing page of the catalogue of images",
  query: plainQuery,
  answer: catalogSchema,
});
export const stacConformance = call({
  method: "GET",
  path: `${paths.stac}/conformance`,
  access: "openData",
  personalToken: "header",
  summary: "STAC API: what it conforms to",
  query: plainQuery,
  answer: z.object({ conformsTo }),
});
export const stacApi = call({
  method: "GET",
  path: `${paths.stac}/api`,
  access: "openData",
  personalToken: "header",
  summary: "STAC API: its calls as OpenAPI 3.0",
  query: plainQuery,
});
export const stacCollections = call({
  method: "GET",
  path: `${paths.stac}/collections`,
  access,
  personalToken: "header",
  summary: "STAC API: the collections",
  query: plainQuery,
  answer: z.object({ links, collections: z.array(collectionSchema) }),
});
export const stacCollection = call({
  method: "GET",
  path: one,
  access,
  personalToken: "header",
  summary: "STAC API: one collection",
  params: collectionParams,
  query: plainQuery,
  answer: collectionSchema,
});
export const stacItems = call({
  method: "GET",
  path: `${one}/items`,
  access,
  personalToken: "header",
  summary: "STAC API: images of a collection, newest first, page by page",
  params: collectionParams,
  query: itemsQuery,
  answer: itemsSchema,
});
export const stacItem = call({
  method: "GET",
  path: `${one}/items/:id`,
  access,
  personalToken: "header",
  summary: "STAC API: one image",
  params: itemParams,
  query: plainQuery,
  answer: itemSchema,
});
export const stacSearch = call({
  method: "GET",
  path: `${paths.stac}/search`,
  access,
  personalToken: "header",
  summary: "STAC API: images by place, days, ids and collections",
  query: searchQuery,
  answer: itemsSchema,
});
export const stacSearchPost = call({
  method: "POST",
  path: `${paths.stac}/search`,
  access,
  personalToken: "header",
  summary: "STAC API: the same search with its parameters as JSON",
  body: searchBody,
  answer: itemsSchema,
});
