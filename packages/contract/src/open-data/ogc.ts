/**
 * OGC API - Features, Part 1: Core (OGC 17-069r4), with GeoJSON. A parameter that a call does not name is refused, as
 * the standard asks.
 */
import { bboxSchema } from "../geometry.ts";
import { call } from "../resource.ts";
import { featureLimits, openCollections } from "../values/open-data/collections.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const linkSchema = z.object({
  href: z.string(),
  rel: z.string(),
  type: z.string(),
  title: z.string().optional(),
});
export type OgcLink = z.output<typeof linkSchema>;
const links = z.array(linkSchema);

const landingSchema = z.object({ title: z.string(), description: z.string(), links });
const conformanceSchema = z.object({ conformsTo: z.array(z.string()) });
const collectionSchema = z
  .object({
    id: z.enum(openCollections),
    title: z.string(),
    itemType: z.literal("feature"),
    crs: z.array(z.string()),
    extent: z
      .object({
        spatial: z.object({ bbox: z.array(bboxSchema), crs: z.string() }).optional(),
        temporal: z
          .object({ interval: z.array(z.tuple([z.string(), z.string()])), trs: z.string() })
          .optional(),
      })
      .optional(),
    links,
  })
  .meta({ id: "OgcCollection" });
export type OgcCollection = z.output<typeof collectionSchema>;

const featureSchema = z.object({
  type: z.literal("Feature"),
  id: z.number().int(),
  geometry: z
    .object({ type: z.enum(["Point", "MultiPolygon"]), coordinates: z.array(z.unknown()) })
    .nullable(),
  properties: z.record(z.string(), z.unknown()),
});
export type OgcFeature = z.output<typeof featureSchema>;
const featurePageSchema = z.object({
  type: z.literal("FeatureCollection"),
  timeStamp: z.iso.datetime(),
  /** Left out on later pages, and where counting would read everything. */
  numberMatched: z.number().int().optional(),
  numberReturned: z.number().int(),
  features: z.array(featureSchema),
  links,
});
export type OgcFeaturePage = z.output<typeof featurePageSchema>;

/** Only JSON is written; the parameter is taken because people type it. */
const format = { f: z.literal("json", { error: "invalid" }).optional() };
const plainQuery = z.strictObject(format, { error: "invalid" });
const itemsQuery = z.strictObject(
  {
    ...format,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .default(featureLimits.default)
      .transform((asked) => Math.min(asked, featureLimits.max)),
    bbox: z.string().max(200).optional(),
    datetime: z.string().max(100).optional(),
    /** Where the page before it ended; `next` links carry it. */
    after: z
      .string()
      .regex(/^\d{1,19}(-\d{1,19})?$/, { error: "invalid" })
      .optional(),
  },
  { error: "invalid" },
);
export type OgcItemsQuery = z.output<typeof itemsQuery>;

const collectionParams = z.object({ collection: z.string().max(40) });
const one = `${paths.ogc}/collections/:collection` as const;

export const ogcLanding = call({
  method: "GET",
  path: paths.ogc,
  access: "openData",
  summary: "OGC API - Features: landing page",
  query: plainQuery,
  answer: landingSchema,
});
export const ogcConformance = call({
  method: "GET",
  path: `${paths.ogc}/conformance`,
  access: "openData",
  summary: "OGC API - Features: the requirement classes that it conforms to",
  query: plainQuery,
  answer: conformanceSchema,
});
export const ogcApi = call({
  method: "GET",
  path: `${paths.ogc}/api`,
  access: "openData",
  summary: "OGC API - Features: its calls as OpenAPI 3.0",
  query: plainQuery,
});
export const ogcCollections = call({
  method: "GET",
  path: `${paths.ogc}/collections`,
  access: "openData",
  summary: "OGC API - Features: the collections that the caller may read",
  query: plainQuery,
  answer: z.object({ links, collections: z.array(collectionSchema) }),
});
export const ogcCollection = call({
  method: "GET",
  path: one,
  access: "openData",
  summary: "OGC API - Features: one collection",
  params: collectionParams,
  query: plainQuery,
  answer: collectionSchema,
});
export const ogcItems = call({
  method: "GET",
  path: `${one}/items`,
  access: "openData",
  summary: "OGC API - Features: features of a collection, page by page",
  params: collectionParams,
  query: itemsQuery,
  answer: featurePageSchema,
});
export const ogcItem = call({
  method: "GET",
  path: `${one}/items/:id`,
  access: "openData",
  summary: "OGC API - Features: one feature",
  params: collectionParams.extend({ id: z.coerce.number().int().positive() }),
  query: plainQuery,
  answer: featureSchema.extend({ links }),
});
