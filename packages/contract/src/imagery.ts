import { bboxSchema, multiPolygonSchema, polygonalSchema } from "./geometry.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { treeCountsSchema } from "./statistics.ts";
import { greenStates } from "./trees.ts";
import { z } from "./z.ts";

/** The specification's five. */
export const processStates = ["pending", "in_progress", "failed", "stopped", "completed"] as const;
export type ProcessState = (typeof processStates)[number];
/** What a process is doing; shown beside the percentage. */
export const processSteps = [
  "waiting",
  "checking",
  "converting",
  "detecting",
  "publishing",
  "done",
] as const;
export type ProcessStep = (typeof processSteps)[number];
/** Which state may follow which; an illegal change is a 409. */
export const processTransitions: Record<ProcessState, readonly ProcessState[]> = {
  pending: ["in_progress", "stopped", "failed"],
  in_progress: ["completed", "failed", "stopped"],
  failed: ["pending"],
  stopped: ["pending"],
  completed: ["pending"],
};

export const uploadStates = ["receiving", "checking", "ready", "refused"] as const;
/** GET /upload/{id}: a tus upload after (or during) its arrival. `problem` is in the reader's language. */
export const uploadSchema = z
  .object({
    id: z.string(),
    file_name: z.string(),
    size: z.number(),
    received: z.number(),
    status: z.enum(uploadStates),
    problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
    facts: z
      .object({
        width: z.number(),
        height: z.number(),
        gsd_m: z.number(),
        has_nir: z.boolean(),
        bits: z.number(),
        bbox: bboxSchema,
        footprint: multiPolygonSchema,
        capture_date: z.iso.date().nullable(),
        capture_date_basis: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Upload" });
export type Upload = z.output<typeof uploadSchema>;

export const processMessageSchema = z.object({ code: z.string(), detail: z.string() }).nullable();
export const processSchema = z
  .object({
    id: idSchema,
    imagery_task_id: z.string(),
    file_name: z.string(),
    process_date: z.iso.date().nullable(),
    status: z.enum(processStates),
    step: z.enum(processSteps),
    state_percentage: z.number(),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    generated_images: z.number().int(),
    total_images: z.number().int(),
    tree_count: z.number().int(),
    image_location: z.string().nullable(),
    centroid_lat: z.number().nullable(),
    centroid_lng: z.number().nullable(),
    date_hash: z.string().nullable(),
    whole_image: idSchema.nullable(),
    area: z.object({
      kind: z.enum(["image", "garden", "district", "region", "boundary"]),
      name: z.record(z.string(), z.string()).nullable(),
    }),
    requested_by: z.string().nullable(),
    model: z.string().nullable(),
    message: processMessageSchema,
    can: z.object({
      change: z.boolean(),
      delete: z.boolean(),
      stop: z.boolean(),
      restart_all: z.boolean(),
      restart_failed: z.boolean(),
    }),
  })
  .meta({ id: "Process" });
export type Process = z.output<typeof processSchema>;

export const blockStates = ["pending", "running", "done", "failed"] as const;
export const processDetailSchema = processSchema
  .extend({
    footprint: multiPolygonSchema.nullable(),
    blocks: z.array(
      z.object({
        n: z.number().int(),
        status: z.enum(blockStates),
        fragments: z.number().int(),
        trees: z.number().int(),
        attempts: z.number().int(),
        message: processMessageSchema,
      }),
    ),
  })
  .meta({ id: "ProcessDetail" });
export type ProcessDetail = z.output<typeof processDetailSchema>;

/** `date` is the day the picture was taken; everything said later about its trees hangs on it. */
export const processCreateSchema = z.object({
  upload: z.string().min(1, { error: "required" }),
  date: z.iso.date({ error: "required" }),
  threshold: z.number().min(0.02).max(0.95).nullable().default(null),
  area: z
    .union([
      z.object({ garden: idSchema }),
      z.object({ district: idSchema }),
      z.object({ region: idSchema }),
      z.object({ boundary: polygonalSchema }),
    ])
    .nullable()
    .default(null),
});
export const processDatesSchema = z.object({ date: z.iso.date({ error: "required" }) });
export const processRestartSchema = z.object({ which: z.enum(["all", "failed"]) });
export const processQuerySchema = pageQuerySchema.extend({
  status: z.enum(processStates).optional(),
});
export const processOrderings = [
  "created_at",
  "process_date",
  "status",
  "state_percentage",
] as const;
export const processHashSchema = z.object({
  results: z.array(
    z.object({
      date_hash: z.string(),
      date: z.iso.date(),
      whole_image: idSchema,
      file_name: z.string(),
      width: z.number(),
      height: z.number(),
      tree_count: z.number().int(),
      can: z.object({ delete: z.boolean() }),
    }),
  ),
});
/** One SSE message of GET /satellite-imagery/{id}/events, event name `process`. */
export const processEventSchema = z.object({
  status: z.enum(processStates),
  step: z.enum(processSteps),
  state_percentage: z.number(),
  generated_images: z.number().int(),
  total_images: z.number().int(),
  tree_count: z.number().int(),
  message: processMessageSchema,
});

export const wholeImageSchema = z
  .object({
    id: idSchema,
    process: idSchema,
    file_name: z.string(),
    date: z.iso.date(),
    date_hash: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    gsd_m: z.number(),
    has_nir: z.boolean(),
    bbox: bboxSchema,
    footprint: multiPolygonSchema,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    gardens: z.array(referenceSchema),
    model: z.string().nullable(),
    fragment_count: z.number().int(),
    status: z.enum(processStates),
    /** Whether its trees count: it is published, and not too coarse to tell trees apart. */
    counts: z.boolean(),
    trees: treeCountsSchema,
    can: canSchema,
  })
  .meta({ id: "WholeImage" });
export type WholeImage = z.output<typeof wholeImageSchema>;
export const wholeImageQuerySchema = pageQuerySchema.extend({
  garden: z.coerce.number().int().optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  bbox: z.string().max(200).optional(),
});
export const wholeImageOrderings = ["date", "tree_count", "gsd_m"] as const;

export const fragmentReviews = ["new", "accepted", "corrected", "rejected"] as const;
export const fragmentLayers = ["original", "labelled", "segmentation"] as const;
export const fragmentSchema = z
  .object({
    n: z.number().int(),
    whole_image: idSchema,
    date: z.iso.date(),
    fx: z.number().int(),
    fy: z.number().int(),
    /** In source pixels: the picture shown, and the core whose trees it owns. */
    window: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    core: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    bbox: bboxSchema,
    status: z.enum(["pending", "done", "failed"]),
    review: z.enum(fragmentReviews),
    reviewed_by: z.string().nullable(),
    tree_count: z.number().int(),
    green_count: z.number().int(),
    images: z.object({ original: z.string(), labelled: z.string(), segmentation: z.string() }),
    can: canSchema,
  })
  .meta({ id: "Fragment" });
export type Fragment = z.output<typeof fragmentSchema>;
export const fragmentTreeSchema = z.object({
  id: idSchema,
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  score: z.number(),
  green: z.enum(greenStates),
  area_m2: z.number(),
});
export const fragmentQuerySchema = pageQuerySchema.extend({
  review: z.enum(fragmentReviews).optional(),
  with_trees: z.enum(["0", "1"]).optional(),
});
export const fragmentOrderings = ["n", "tree_count"] as const;
export const fragmentReviewSchema = z.object({ review: z.enum(["new", "accepted", "rejected"]) });
export const fragmentRelatedSchema = z.object({
  neighbours: z.array(fragmentSchema),
  other_dates: z.array(fragmentSchema),
});
