import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { idParamsSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { call, resource } from "../resource.ts";
import { captureReasons, captureReviews, processStates } from "../values/imagery.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const captureSchema = z
  .object({
    /** Also the number of its whole image. */
    id: idSchema,
    process: idSchema,
    file_name: z.string(),
    date: z.iso.date(),
    gsd_m: z.number(),
    has_nir: z.boolean(),
    bbox: bboxSchema,
    footprint: multiPolygonSchema,
    coverage_m2: z.number(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    status: z.enum(processStates),
    tree_count: z.number().int(),
    /** Its trees are in the counts of maps, lists and reports. */
    counts: z.boolean(),
    /** Days on which other images show the same place, the newest first. */
    other_dates: z.array(z.iso.date()),
    review: z.enum(captureReviews),
    reason: z.enum(captureReasons).nullable(),
    comment: z.string(),
    reviewed_by: z.string().nullable(),
    reviewed_at: z.iso.datetime().nullable(),
    can: z.object({ review: z.boolean(), open: z.boolean() }),
  })
  .meta({ id: "Capture" });
export type Capture = z.output<typeof captureSchema>;

export const captureQuerySchema = pageQuerySchema.extend({
  review: z.enum(captureReviews).optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export const captureOrderings = ["date", "gsd_m", "tree_count", "review"] as const;

/** A rejection names its reason; "other" is explained. */
export const captureReviewSchema = z
  .object({
    state: z.enum(captureReviews),
    reason: z.enum(captureReasons, { error: "required" }).nullable().default(null),
    comment: z.string().trim().max(500, { error: "too_long" }).default(""),
  })
  .superRefine((body, context) => {
    if (body.state === "rejected" && !body.reason)
      context.addIssue({ code: "custom", path: ["reason"], message: "required" });
    if (body.state === "rejected" && body.reason === "other" && !body.comment)
      context.addIssue({ code: "custom", path: ["comment"], message: "required" });
  });

/** The images to check: what staff let count or reject. */
export const captures = resource({
  rights: "satelliteimagery",
  path: paths.capture,
  row: captureSchema,
  query: captureQuerySchema,
  orderings: captureOrderings,
  order: "-date",
});
export const captureReview = call({
  method: "POST",
  path: `${paths.capture}/:id/review`,
  access: "satelliteimagery.change",
  params: idParamsSchema,
  body: captureReviewSchema,
  answer: captureSchema,
});
