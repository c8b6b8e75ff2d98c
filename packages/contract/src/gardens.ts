import { bboxSchema, multiPolygonSchema, polygonalSchema } from "./geometry.ts";
import { namesSchema } from "./names.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { treeCountsSchema } from "./statistics.ts";
import { z } from "./z.ts";

export const gardenSchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    ministry: referenceSchema.nullable(),
    boundary: multiPolygonSchema.nullable(),
    bbox: bboxSchema.nullable(),
    /** On the WGS 84 ellipsoid; null without a boundary. */
    area_m2: z.number().nullable(),
    photo: z.string().nullable(),
    tree_count: z.number().int(),
    green_count: z.number().int(),
    last_capture: z.iso.date().nullable(),
    created_at: z.iso.datetime(),
    can: canSchema,
  })
  .meta({ id: "Garden" });
export type Garden = z.output<typeof gardenSchema>;

/** The district follows from the boundary where borders are known; what is sent counts only where they are not. */
export const gardenCreateSchema = z.object({
  name: namesSchema,
  region: idSchema.nullable().default(null),
  district: idSchema.nullable().default(null),
  ministry: idSchema.nullable().default(null),
  boundary: polygonalSchema.nullable().default(null),
});
export const gardenPatchSchema = z
  .object({
    name: namesSchema,
    region: idSchema.nullable(),
    district: idSchema.nullable(),
    ministry: idSchema.nullable(),
    boundary: polygonalSchema.nullable(),
  })
  .partial();
export const gardenQuerySchema = pageQuerySchema.extend({
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  ministry: z.coerce.number().int().optional(),
  boundary: z.enum(["0", "1"]).optional(),
  bbox: z.string().max(200).optional(),
});
export const gardenOrderings = ["name", "area_m2", "tree_count", "created_at"] as const;

/** What POST /garden/{id}/boundary and /garden/boundary-preview read out of a file. Nothing is written by the preview. */
export const boundaryPreviewSchema = z.object({
  features: z.array(
    z.object({ name: z.string(), boundary: multiPolygonSchema, area_m2: z.number() }),
  ),
  rejected: z.array(
    z.object({
      name: z.string(),
      line: z.number().int().nullable(),
      code: z.string(),
      reason: z.string(),
    }),
  ),
});
export type BoundaryPreview = z.output<typeof boundaryPreviewSchema>;

export const gardenAnalyticsSchema = z
  .object({
    garden: idSchema,
    area_m2: z.number().nullable(),
    trees: treeCountsSchema,
    tree_area_m2: z.number(),
    tree_area_percent: z.number().nullable(),
    /** Share of vegetation apart from trees; `index` names how it was measured. */
    green_level: z.object({ percent: z.number(), index: z.string() }).nullable(),
    /** One row per capture that holds the garden, newest first. */
    captures: z.array(
      z.object({
        whole_image: idSchema,
        date: z.iso.date(),
        gsd_m: z.number(),
        model: z.string(),
        trees: treeCountsSchema,
        tree_area_m2: z.number(),
        covered_percent: z.number(),
      }),
    ),
    by_crown_m2: z.array(
      z.object({ from: z.number(), to: z.number().nullable(), count: z.number().int() }),
    ),
  })
  .meta({ id: "GardenAnalytics" });
export type GardenAnalytics = z.output<typeof gardenAnalyticsSchema>;
