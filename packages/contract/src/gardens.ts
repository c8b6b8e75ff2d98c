import { photoCalls } from "./attached-files.ts";
import {
  canopySchema,
  coverageSchema,
  greenByIndexSchema,
  greenLevelsSchema,
  shrubsSchema,
} from "./coverage.ts";
import {
  bboxSchema,
  boundaryPreviewSchema,
  gardenPreviewSchema,
  multiPolygonSchema,
  polygonalSchema,
} from "./geometry.ts";
import { namesSchema } from "./names.ts";
import {
  booleanQuerySchema,
  canSchema,
  idParamsSchema,
  idSchema,
  idsQuerySchema,
  mapPointsSchema,
  pageQuerySchema,
  rangeSchema,
  referenceSchema,
  unpaged,
} from "./paging.ts";
import { call, resource } from "./resource.ts";
import { changeFiguresSchema, treeCountsSchema } from "./statistics.ts";
import { soilTypes } from "./values/gardens.ts";
import { limits } from "./values/limits.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

/**
 * Fields that are columns of the garden's table under their own names, read and written as they are: the server
 * selects, shows and writes them by these keys.
 */
export const gardenFields = {
  name: namesSchema,
  /** Null where nobody has said it. */
  soil_type: z.enum(soilTypes, { error: "invalid" }).nullable(),
};

const gardenSchema = z
  .object({
    id: idSchema,
    ...gardenFields,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    ministry: referenceSchema.nullable(),
    boundary: multiPolygonSchema.nullable(),
    bbox: bboxSchema.nullable(),
    /** On the WGS 84 ellipsoid; null without a boundary. */
    area_m2: z.number().nullable(),
    photo: z.string().nullable(),
    /** Null where no image shows any of the garden. */
    tree_count: z.number().int().nullable(),
    green_count: z.number().int().nullable(),
    /** Beside the trees; null where no image of the garden says. */
    closed_canopy_m2: z.number().nullable(),
    shrub_count: z.number().int().nullable(),
    coverage: coverageSchema,
    /** Trees planted and lost by the comparisons of the period, as reports count them; null where none shows the garden. */
    changes: changeFiguresSchema.nullable(),
    /** Share of the planting places visited in the period whose tree lives; null where nobody counted or may not be seen. */
    survival: rangeSchema.nullable(),
    last_capture: z.iso.date().nullable(),
    created_at: z.iso.datetime(),
    can: canSchema,
  })
  .meta({ id: "Garden" });
export type Garden = z.output<typeof gardenSchema>;

/** Said of a garden that is meant to be larger than `limits.gardenAreaM2`. */
const confirmLarge = z.boolean().default(false);

/** The district follows from the boundary where borders are known; what is sent counts only where they are not. */
export const gardenCreateSchema = z.object({
  ...gardenFields,
  soil_type: gardenFields.soil_type.default(null),
  region: idSchema.nullable().default(null),
  district: idSchema.nullable().default(null),
  ministry: idSchema.nullable().default(null),
  boundary: polygonalSchema.nullable().default(null),
  confirm_large: confirmLarge,
});
export const gardenPatchSchema = z
  .object({
    ...gardenFields,
    region: idSchema.nullable(),
    district: idSchema.nullable(),
    ministry: idSchema.nullable(),
    boundary: polygonalSchema.nullable(),
    confirm_large: confirmLarge,
  })
  .partial();
const gardenQuerySchema = pageQuerySchema.extend({
  ids: idsQuerySchema.optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  ministry: z.coerce.number().int().optional(),
  boundary: z.enum(["0", "1"]).optional(),
  bbox: z.string().max(200).optional(),
  /** With lost trees, or compared and without any. */
  lost: booleanQuerySchema.optional(),
  /** With a survival of less than so many per cent. */
  survival_below: z.coerce.number().int().min(1).max(100).optional(),
  /** Trees, losses and survival as they count in this period; all gardens are listed whatever it is. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
const gardenOrderings = [
  "name",
  "area_m2",
  "tree_count",
  "lost",
  "survival",
  "created_at",
] as const;

/** The garden for which the outlines of a file are checked: its place beside others depends on it. */
const gardenPreviewQuerySchema = z.object({
  garden: z.coerce.number().int().optional(),
  ministry: z.coerce.number().int().optional(),
});

const gardenAnalyticsSchema = z
  .object({
    garden: idSchema,
    area_m2: z.number().nullable(),
    coverage: coverageSchema,
    /** Null where nothing was seen, as the areas and rates are. */
    trees: treeCountsSchema.nullable(),
    tree_area_m2: z.number().nullable(),
    /** Of the ground seen. */
    tree_area_percent: z.number().nullable(),
    /** Share of vegetation apart from trees by the index that covers most; the others stand in `green_levels`. */
    green_level: greenByIndexSchema.nullable(),
    green_levels: greenLevelsSchema,
    /** Beside the trees; null where no image of the garden says. */
    canopy: canopySchema.nullable(),
    shrubs: shrubsSchema.nullable(),
    /** Captures that hold the garden, one row each, newest first. */
    captures: z.array(
      z.object({
        whole_image: idSchema,
        date: z.iso.date(),
        gsd_m: z.number(),
        model: z.string(),
        trees: treeCountsSchema,
        tree_area_m2: z.number(),
        covered_percent: z.number(),
        /** Organization whose people uploaded it, where that is neither the garden's own nor the programme. */
        given_by: namesSchema.nullable(),
      }),
    ),
    by_crown_m2: z.array(
      z.object({ from: z.number(), to: z.number().nullable(), count: z.number().int() }),
    ),
  })
  .meta({ id: "GardenAnalytics" });
export type GardenAnalytics = z.output<typeof gardenAnalyticsSchema>;

export const gardens = resource({
  name: "garden",
  rights: "garden",
  path: paths.garden,
  row: gardenSchema,
  create: gardenCreateSchema,
  patch: gardenPatchSchema,
  query: gardenQuerySchema,
  orderings: gardenOrderings,
  order: "name",
  bodyBytes: limits.boundaryBodyBytes,
});

const gardenPointsSchema = mapPointsSchema("GardenPoints", {
  name: namesSchema,
  area_m2: z.number().nullable(),
});
export type GardenPoints = z.output<typeof gardenPointsSchema>;
/** The middles of all gardens of a query. */
export const gardenPoints = call({
  method: "GET",
  path: `${paths.garden}/points`,
  access: "garden.view",
  query: gardenQuerySchema.omit({ ...unpaged, boundary: true, bbox: true }),
  answer: gardenPointsSchema,
});

const one = `${paths.garden}/:id` as const;

export const gardenPhoto = photoCalls("garden", gardenSchema);
export const gardenAnalytics = call({
  method: "GET",
  path: `${one}/analytics`,
  access: "garden.view",
  params: idParamsSchema,
  answer: gardenAnalyticsSchema,
});
/** Lists the outlines that a file holds, and which of them may not be a garden where they lie. */
export const gardenBoundaryPreview = call({
  method: "POST",
  path: `${paths.garden}/boundary-preview`,
  access: "garden.view",
  query: gardenPreviewQuerySchema,
  consumes: "multipart/form-data",
  answer: gardenPreviewSchema,
});
/** Takes the boundary out of a file, the one of its outlines that `feature` names. */
export const gardenBoundarySend = call({
  method: "POST",
  path: `${one}/boundary`,
  access: "garden.change",
  params: idParamsSchema,
  query: z.object({
    feature: z.coerce.number().int().min(0).optional(),
    confirm_large: booleanQuerySchema.default(false),
  }),
  consumes: "multipart/form-data",
  answer: boundaryPreviewSchema,
});
export const gardenBoundary = call({
  method: "GET",
  path: `${one}/boundary`,
  access: "garden.view",
  params: idParamsSchema,
  query: z.object({ format: z.enum(["kml", "geojson"]).default("geojson") }),
});
