import { bboxSchema, multiPolygonSchema, polygonalSchema } from "./geometry.ts";
import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
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
  can: canSchema,
};
export const regionSchema = z
  .object({ ...shared, district_count: z.number().int() })
  .meta({ id: "Region" });
export type Region = z.output<typeof regionSchema>;
export const districtSchema = z
  .object({ ...shared, region: referenceSchema, kind: z.enum(["district", "city"]) })
  .meta({ id: "District" });
export type District = z.output<typeof districtSchema>;

const code = z.string().trim().max(40, { error: "too_long" }).default("");
export const regionCreateSchema = z.object({
  name: namesSchema,
  code,
  boundary: polygonalSchema.nullable().default(null),
});
export const regionPatchSchema = z
  .object({
    name: namesSchema,
    code: z.string().trim().max(40),
    boundary: polygonalSchema.nullable(),
  })
  .partial();
export const districtCreateSchema = regionCreateSchema.extend({
  region: idSchema,
  kind: z.enum(["district", "city"]).default("district"),
});
export const districtPatchSchema = regionPatchSchema.extend({
  region: idSchema.optional(),
  kind: z.enum(["district", "city"]).optional(),
});
/** Lists leave the boundary out unless `boundary=1`: a country's borders are megabytes on a slow line. */
export const regionQuerySchema = pageQuerySchema.extend({
  boundary: z.enum(["0", "1"]).optional(),
});
export const districtQuerySchema = regionQuerySchema.extend({
  region: z.coerce.number().int().optional(),
});
export const territoryOrderings = ["name", "code", "area_m2"] as const;

export const territoryImportQuerySchema = z.object({ dry_run: z.enum(["0", "1"]).default("0") });
/** Answer of POST /region/import and /district/import; with `?dry_run=1` nothing is written. */
export const territoryImportSchema = z.object({
  dry_run: z.boolean(),
  matched: z.array(
    z.object({
      id: idSchema,
      name: namesSchema,
      feature: z.string(),
      area_m2: z.number(),
      replaces: z.boolean(),
    }),
  ),
  unmatched: z.array(z.object({ feature: z.string(), reason: z.string() })),
  rejected: z.array(z.object({ feature: z.string(), reason: z.string() })),
});
