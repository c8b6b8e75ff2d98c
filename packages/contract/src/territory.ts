import { bboxSchema, multiPolygonSchema, polygonalSchema } from "./geometry.ts";
import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { call, resource } from "./resource.ts";
import { leafOffPattern } from "./values/imagery/leaf-off.ts";
import { limits } from "./values/limits.ts";
import { paths } from "./values/paths.ts";
import { districtKinds, matchedBy } from "./values/territory.ts";
import { z } from "./z.ts";

const shared = {
  id: idSchema,
  code: z.string(),
  name: namesSchema,
  boundary: multiPolygonSchema.nullable(),
  bbox: bboxSchema.nullable(),
  /** On the WGS 84 ellipsoid; null without a boundary. */
  area_m2: z.number().nullable(),
  center: z.tuple([z.number(), z.number()]).nullable(),
  garden_count: z.number().int(),
  /** Its border has moved, and trees are still being given their new places: figures change meanwhile. */
  updating: z.boolean(),
  can: canSchema,
};
/** `by_latitude`, `never`, or first and last day, "11-01/03-31". */
const leafOff = z.string().regex(leafOffPattern, { error: "invalid" });
/** Gardens that lie outside the place which their form names, or in one that it does not name: how many, and the first five. */
const gardensOutsideSchema = z
  .object({ count: z.number().int(), first: z.array(referenceSchema) })
  .meta({ id: "GardensOutside" });
export type GardensOutside = z.output<typeof gardensOutsideSchema>;
const regionSchema = z
  .object({
    ...shared,
    district_count: z.number().int(),
    /** When deciduous trees stand without leaves there. */
    leaf_off: leafOff,
  })
  .meta({ id: "Region" });
const outside = { gardens_outside: gardensOutsideSchema };
export type Region = z.output<typeof regionSchema>;
const districtSchema = z
  .object({ ...shared, region: referenceSchema, kind: z.enum(districtKinds) })
  .meta({ id: "District" });
export type District = z.output<typeof districtSchema>;

const code = z.string().trim().max(40, { error: "too_long" });
const boundary = polygonalSchema.nullable();
/** Confirms that a border may leave gardens outside, once the answer has named them. */
const confirm_gardens = z.boolean();
const written = z.object({ name: namesSchema, code, boundary, confirm_gardens });
const defaults = {
  code: code.default(""),
  boundary: boundary.default(null),
  confirm_gardens: confirm_gardens.default(false),
};
const kind = z.enum(districtKinds);
/** Lists leave the boundary out unless `boundary=1`: a country's borders are megabytes on a slow line. */
const territoryQuerySchema = pageQuerySchema.extend({ boundary: z.enum(["0", "1"]).optional() });
const orderings = ["name", "code", "area_m2"] as const;

export const regions = resource({
  name: "region",
  rights: "region",
  path: paths.region,
  row: regionSchema,
  detail: regionSchema.extend(outside).meta({ id: "RegionDetail" }),
  create: written.extend({ ...defaults, leaf_off: leafOff.default("by_latitude") }),
  patch: written.extend({ leaf_off: leafOff }).partial(),
  query: territoryQuerySchema,
  orderings,
  order: "name",
  bodyBytes: limits.boundaryBodyBytes,
});
export const districts = resource({
  ...regions,
  name: "district",
  rights: "district",
  path: paths.district,
  row: districtSchema,
  detail: districtSchema.extend(outside).meta({ id: "DistrictDetail" }),
  create: written.extend({ ...defaults, region: idSchema, kind: kind.default("district") }),
  patch: written.extend({ region: idSchema, kind }).partial(),
  query: territoryQuerySchema.extend({ region: z.coerce.number().int().optional() }),
});

/** Says to everybody, and no more than that, when figures by place are about to change. */
export const territoryUpdate = call({
  method: "GET",
  path: paths.territoryUpdate,
  access: "signedIn",
  summary: "Whether trees are being given new places after borders moved",
  answer: z.object({ running: z.boolean() }).meta({ id: "TerritoryUpdate" }),
});

/** `choices`: outline and place, by their numbers ("3:12,7:"); without a place the outline is left out. */
const choicesSchema = z
  .string()
  .regex(/^\d{1,6}:\d{0,9}(,\d{1,6}:\d{0,9})*$/, { error: "invalid" })
  .optional()
  .transform((text) => {
    const pairs = text?.split(",").map((pair) => pair.split(":")) ?? [];
    return new Map(pairs.map(([at, id]) => [Number(at), id ? Number(id) : null]));
  });

const importQuerySchema = z.object({
  dry_run: z.enum(["0", "1"]).default("0"),
  choices: choicesSchema,
});
const outline = {
  /** Its place among the sound outlines of the file, from 0: what `choices` names it by. */
  index: z.number().int(),
  /** Its name in the file. */
  feature: z.string(),
};
/** With `?dry_run=1` nothing is written. */
const territoryImportSchema = z.object({
  dry_run: z.boolean(),
  matched: z.array(
    z.object({
      ...outline,
      id: idSchema,
      name: namesSchema,
      by: z.enum(matchedBy),
      area_m2: z.number(),
      replaces: z.boolean(),
    }),
  ),
  /** Outlines that several places fit: left out until one is chosen. */
  ambiguous: z.array(z.object({ ...outline, candidates: z.array(referenceSchema) })),
  unmatched: z.array(z.object({ ...outline, reason: z.string() })),
  rejected: z.array(z.object({ feature: z.string(), reason: z.string() })),
  /** As they lie once the matched borders are written. */
  gardens_outside: gardensOutsideSchema,
});
export type TerritoryImport = z.output<typeof territoryImportSchema>;

/** Borders out of a file, for regions that are there. */
export const regionImport = call({
  method: "POST",
  path: `${paths.region}/import`,
  access: "region.change",
  query: importQuerySchema,
  consumes: "multipart/form-data",
  answer: territoryImportSchema,
});
/** The same for districts. */
export const districtImport = call({
  ...regionImport,
  path: `${paths.district}/import`,
  access: "district.change",
});
