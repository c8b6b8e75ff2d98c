import {
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  referenceSchema,
} from "../paging.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import {
  type EvidenceFlag,
  type PhotoDuplicate,
  photoTimeKinds,
} from "../values/planting/evidence-flags.ts";
import { reportPlaceLimits } from "../values/planting/report-place.ts";
import { z } from "../z.ts";

// Flags of what does not fit together in a report, with figures: for whoever checks it and for the task's verdict.
export const evidenceFlags = [
  "photo_duplicate",
  "photo_elsewhere",
  "photo_time",
  "planted_before_assigned",
  "position_weak",
  "no_photo",
  "no_position",
  "too_dense",
  "order_too_dense",
  "beyond_ordered",
] as const;
export type EvidenceFlagName = (typeof evidenceFlags)[number];

const severity = z.enum(["note", "warning"]);
const metres = z.number().min(0);
const natural = z.number().int().min(0);

/** The other row that shows the same photo. */
const sameRowSchema = z.object({
  task: idSchema,
  row: idSchema,
  garden: referenceSchema,
  tree_type: referenceSchema,
  plant_date: dateSchema,
  image: z.string().nullable(),
});

const photoDuplicateSchema = z.object({
  flag: z.literal("photo_duplicate"),
  severity,
  /** The same file, byte by byte. */
  exact: z.boolean(),
  mirrored: z.boolean(),
  /** Bits of 256 by which the two hashes differ; null where one photo has none. */
  distance: natural.nullable(),
  /** Null where it lies beyond the reader's scope: in another organization or territory. */
  other: sameRowSchema.nullable(),
}) satisfies z.ZodType<PhotoDuplicate>;

/** Flag of a report's row, or of the whole task (`too_dense`, `order_too_dense`, `beyond_ordered`). */
export const evidenceFlagSchema = z
  .discriminatedUnion("flag", [
    photoDuplicateSchema,
    /** `distance_m` from the garden's boundary; `from_photo` where the camera said the place, not a person. */
    z.object({
      flag: z.literal("photo_elsewhere"),
      severity,
      distance_m: metres,
      from_photo: z.boolean(),
    }),
    /** `days` between the photo's day and the one that `kind` names. */
    z.object({
      flag: z.literal("photo_time"),
      severity,
      kind: z.enum(photoTimeKinds),
      days: natural,
      from_photo: z.boolean(),
    }),
    /** `days` from the planting to the day on which the task was assigned. */
    z.object({ flag: z.literal("planted_before_assigned"), severity, days: natural }),
    z.object({ flag: z.literal("position_weak"), severity, error_m: metres }),
    z.object({ flag: z.literal("no_photo"), severity }),
    z.object({ flag: z.literal("no_position"), severity }),
    /** `fits`: trees of a square grid; `fits_max`: as many as can stand at all at that spacing. */
    z.object({
      flag: z.enum(["too_dense", "order_too_dense"]),
      severity,
      count: natural,
      area_m2: metres,
      spacing_m: metres,
      fits: natural,
      fits_max: natural,
    }),
    z.object({ flag: z.literal("beyond_ordered"), severity, count: natural, ordered: natural }),
  ])
  .meta({ id: "EvidenceFlag" }) satisfies z.ZodType<EvidenceFlag>;

/** WGS 84, degrees. */
const positionSchema = z.object({
  latitude: z.number().min(-90, { error: "invalid" }).max(90, { error: "invalid" }),
  longitude: z.number().min(-180, { error: "invalid" }).max(180, { error: "invalid" }),
});

const bounded = (max: number) =>
  z.number().min(-max, { error: "invalid" }).max(max, { error: "invalid" });
const lonLat = z.tuple([bounded(180), bounded(90)]);
const positions = (min: number) =>
  z
    .array(lonLat)
    .min(min, { error: "invalid" })
    .max(reportPlaceLimits.positionsMax, { error: "invalid" });

/** GeoJSON, WGS 84, longitude first (RFC 7946); an area has one ring. Validity and distance are the server's to check. */
const reportPlaceSchema = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("Point"), coordinates: lonLat }),
    z.object({ type: z.literal("LineString"), coordinates: positions(2) }),
    z.object({
      type: z.literal("Polygon"),
      coordinates: z.array(positions(4)).length(1, { error: "invalid" }),
    }),
  ])
  .meta({ id: "ReportPlace" });

/** Horizontal error that the device states, metres. */
const accuracySchema = z.number().min(0).max(100_000).nullable();

/** Where the trees of a task's report stand. Another due date or number of trees is no rival of what was planted. */
const taskPlanSchema = z.object({ garden: idSchema });

/** Made on the phone: the same entry that comes again is written once, and only for the person who made it. */
export const fieldEntrySchema = z.object({
  id: z.uuid(),
  person: idSchema,
  /** The task as it was when the entry was made; one that is of another garden since is refused, for a person to decide. */
  seen: taskPlanSchema.optional(),
});

/** Row of a task's report: trees of one type, planted on one day, with a photo of them. */
const plantTreeReportSchema = z
  .object({
    id: idSchema,
    tree_type: referenceSchema,
    count: z.number().int(),
    /** Of the trees when they were planted, centimetres; null where nobody has said it. */
    stock_height_cm: z.number().int().nullable(),
    plant_date: dateSchema,
    /** The photo's path, changed with the photo. */
    image: z.string().nullable(),
    image_date: dateSchema.nullable(),
    position: positionSchema.nullable(),
    /** Place recorded on the spot: a point, a walked line or a drawn area; `position` lies on it, or is the photo's. */
    place: reportPlaceSchema.nullable(),
    accuracy_m: accuracySchema,
    /** Tells which metadata the photo held before they were stripped. */
    from_photo: z.object({ image_date: z.boolean(), position: z.boolean() }),
    /** True where the position lies in the task's garden; null where one of the two is not known. */
    in_garden: z.boolean().nullable(),
    /** Flags of the row, warnings first. */
    flags: z.array(evidenceFlagSchema),
    created_at: z.iso.datetime(),
    can: canSchema.extend({ photo: z.boolean() }),
  })
  .meta({ id: "PlantTreeReport" });
export type PlantTreeReport = z.output<typeof plantTreeReportSchema>;

const count = z
  .number()
  .int()
  .min(1, { error: "count_range" })
  .max(1_000_000, { error: "count_range" });
/** Centimetres from the ground to the top of a tree when it is planted. */
export const stockHeightSchema = z
  .number()
  .int({ error: "invalid" })
  .min(limits.stockHeightCm.min, { error: "invalid" })
  .max(limits.stockHeightCm.max, { error: "invalid" })
  .nullable();
const fields = {
  tree_type: idSchema,
  count,
  stock_height_cm: stockHeightSchema,
  plant_date: dateSchema,
  image_date: dateSchema.nullable(),
  position: positionSchema.nullable(),
};
export const plantTreeReportCreateSchema = z.object({
  ...fields,
  stock_height_cm: stockHeightSchema.default(null),
  image_date: fields.image_date.default(null),
  position: fields.position.default(null),
  /** Gives the position too, where none is sent. */
  place: reportPlaceSchema.nullable().default(null),
  accuracy_m: accuracySchema.default(null),
  entry: fieldEntrySchema.optional(),
});
/**
 * A place that is corrected gives the position too, where none is sent; what the phone stated of its error ends with
 * the place that it recorded.
 */
export const plantTreeReportPatchSchema = z
  .object({ ...fields, place: reportPlaceSchema.nullable() })
  .partial();
export const plantTreeReportOrderings = ["plant_date", "tree_type", "count", "image_date"] as const;

const reportParamsSchema = z.object({
  id: z.coerce.number().int().positive(),
  row: z.coerce.number().int().positive(),
});

const all = `${paths.plantTreeTask}/:id/report` as const;
const one = `${all}/:row` as const;

export const plantTreeReports = call({
  method: "GET",
  path: all,
  access: "planttreetaskreport.view",
  params: idParamsSchema,
  query: pageQuerySchema,
  answer: pageSchema(plantTreeReportSchema),
});
/** An equal row without an entry that the same person sends again within seconds is answered with the first one. */
export const plantTreeReportCreate = call({
  method: "POST",
  path: all,
  access: "planttreetaskreport.add",
  params: idParamsSchema,
  body: plantTreeReportCreateSchema,
  answer: plantTreeReportSchema,
  status: 201,
});
export const plantTreeReport = call({
  method: "GET",
  path: one,
  access: "planttreetaskreport.view",
  params: reportParamsSchema,
  answer: plantTreeReportSchema,
});
/** Changes a row: their own for those who may add rows, every one for those who may change them. */
export const plantTreeReportPatch = call({
  ...plantTreeReport,
  method: "PATCH",
  andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
  body: plantTreeReportPatchSchema,
});
export const plantTreeReportDelete = call({
  ...plantTreeReport,
  method: "DELETE",
  access: "planttreetaskreport.delete",
  answer: z.null(),
  status: 204,
});
/** Sets a row's photo, also another one: of their own rows for those who may add, of every row for those who may change. */
export const plantTreeReportPhotoSend = call({
  ...plantTreeReport,
  method: "POST",
  path: `${one}/photo`,
  andOneOf: ["planttreetaskreport.add", "planttreetaskreport.change"],
  consumes: "multipart/form-data",
});
export const plantTreeReportPhoto = call({
  method: "GET",
  path: `${one}/photo`,
  access: "planttreetaskreport.view",
  params: reportParamsSchema,
});
