import { multiPolygonSchema, polygonalSchema } from "../geometry.ts";
import { idParamsSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { call, resource } from "../resource.ts";
import {
  attemptOutcomes,
  blockStates,
  processAreas,
  processPriorities,
  processStates,
  processSteps,
} from "../values/imagery.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const processMessageSchema = z.object({ code: z.string(), detail: z.string() }).nullable();
const processSchema = z
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
    /** Its image is too coarse for counting trees, or lies outside the country; false while that is not known. */
    too_coarse: z.boolean(),
    outside_country: z.boolean(),
    area: z.object({
      kind: z.enum(processAreas),
      name: z.record(z.string(), z.string()).nullable(),
    }),
    requested_by: z.string().nullable(),
    /** Where its image comes from, and whose it is. */
    source: referenceSchema.nullable(),
    attribution: z.string(),
    licence: z.string(),
    model: z.string().nullable(),
    priority: z.enum(processPriorities),
    message: processMessageSchema,
    can: z.object({
      change: z.boolean(),
      delete: z.boolean(),
      stop: z.boolean(),
      restart_all: z.boolean(),
      restart_failed: z.boolean(),
      /** Its priority may be changed, and be higher than usual. */
      prioritize: z.boolean(),
      raise: z.boolean(),
    }),
  })
  .meta({ id: "Process" });
export type Process = z.output<typeof processSchema>;

/** Number of blocks by state, and how long the rest may take. */
const blocksSchema = {
  blocks: z.object({
    pending: z.number().int(),
    running: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
  }),
  /** Seconds until all blocks have ended, of as many at once as lately; null: too few have, or none for long. */
  time_left: z
    .object({ min_s: z.number().int(), max_s: z.number().int(), at_once: z.number() })
    .nullable(),
};
const processDetailSchema = processSchema
  .extend({ footprint: multiPolygonSchema.nullable(), ...blocksSchema })
  .meta({ id: "ProcessDetail" });
export type ProcessDetail = z.output<typeof processDetailSchema>;

const blockSchema = z
  .object({
    n: z.number().int(),
    status: z.enum(blockStates),
    fragments: z.number().int(),
    trees: z.number().int(),
    attempts: z.number().int(),
    /** Of the last attempt. */
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    /** Where it lies in the image: its first and last column and row of fragments. */
    place: z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]),
    message: processMessageSchema,
  })
  .meta({ id: "ProcessBlock" });
export type ProcessBlock = z.output<typeof blockSchema>;
const attemptSchema = z.object({
  id: idSchema,
  /** Host and process that did it. */
  worker: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Null while it goes on. */
  outcome: z.enum(attemptOutcomes).nullable(),
  trees: z.number().int().nullable(),
  message: processMessageSchema,
});
export type BlockAttempt = z.output<typeof attemptSchema>;

/** Area that a process is limited to; null: the whole image. */
export const processAreaSchema = z
  .union([
    z.object({ garden: idSchema }),
    z.object({ district: idSchema }),
    z.object({ region: idSchema }),
    z.object({ boundary: polygonalSchema }),
  ])
  .nullable()
  .default(null);

/** `date` is the day the image was taken; everything said later about its trees hangs on it. */
export const processCreateSchema = z.object({
  /** A file that has arrived; null: the source is asked for the area on that day. */
  upload: z.string().min(1, { error: "required" }).nullable().default(null),
  /** Beside a file: under whose name it is shown. */
  source: idSchema.nullable().default(null),
  date: z.iso.date({ error: "required" }),
  threshold: z.number().min(0.02).max(0.95).nullable().default(null),
  area: processAreaSchema,
});
export const processDatesSchema = z.object({ date: z.iso.date({ error: "required" }) });
const processPrioritySchema = z.object({ priority: z.enum(processPriorities) });
const processRestartSchema = z.object({ which: z.enum(["all", "failed"]) });
const processQuerySchema = pageQuerySchema.extend({
  status: z.enum(processStates).optional(),
});
export const processOrderings = [
  "created_at",
  "process_date",
  "status",
  "state_percentage",
] as const;
const processHashSchema = z.object({
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
/** Message of GET /satellite-imagery/{id}/events (SSE), event name `process`. */
export const processEventSchema = z.object({
  status: z.enum(processStates),
  step: z.enum(processSteps),
  state_percentage: z.number(),
  generated_images: z.number().int(),
  total_images: z.number().int(),
  tree_count: z.number().int(),
  message: processMessageSchema,
  ...blocksSchema,
});

const one = `${paths.satelliteImagery}/:id` as const;

export const processes = resource({
  name: "satelliteimagery",
  rights: "satelliteimagery",
  path: paths.satelliteImagery,
  row: processSchema,
  detail: processDetailSchema,
  query: processQuerySchema,
  orderings: processOrderings,
  order: "-created_at",
});
export const processStart = call({
  method: "POST",
  path: paths.satelliteImagery,
  access: "satelliteimagery.add",
  body: processCreateSchema.superRefine(({ upload, source, area }, context) => {
    const missing = (path: string) =>
      context.addIssue({ code: "custom", path: [path], message: "required" });
    if (upload === null && source === null) missing("upload");
    if (upload === null && source !== null && area === null) missing("area");
  }),
  answer: processSchema,
  status: 201,
  bodyBytes: limits.boundaryBodyBytes,
});
export const processStop = call({
  method: "POST",
  path: `${one}/stop`,
  access: "satelliteimagery.change",
  params: idParamsSchema,
  answer: processSchema,
});
export const processRestart = call({
  ...processStop,
  path: `${one}/restart`,
  body: processRestartSchema,
});
export const processDate = call({
  ...processStop,
  path: `${one}/dates`,
  body: processDatesSchema,
});
export const processPriority = call({
  ...processStop,
  path: `${one}/priority`,
  body: processPrioritySchema,
});
/** All blocks, or with `after` those that changed since then, and perhaps some that did a little earlier. */
export const processBlocks = call({
  method: "GET",
  path: `${one}/blocks`,
  access: "satelliteimagery.view",
  params: idParamsSchema,
  query: z.object({ after: z.iso.datetime().optional() }),
  answer: z.object({
    /** To be sent as `after` the next time. */
    at: z.iso.datetime(),
    results: z.array(blockSchema),
  }),
});
/** Every attempt at one block, the oldest first. */
export const blockLog = call({
  method: "GET",
  path: `${one}/blocks/:n`,
  access: "satelliteimagery.view",
  params: idParamsSchema.extend({ n: z.coerce.number().int() }),
  answer: z.object({ block: blockSchema, attempts: z.array(attemptSchema) }),
});
export const processHashes = call({
  method: "GET",
  path: `${one}/hash`,
  access: "satelliteimagery.view",
  params: idParamsSchema,
  answer: processHashSchema,
});
/** A hash stands for an image: with it goes each process that read it and that the actor may delete. */
export const processHashDelete = call({
  method: "DELETE",
  path: `${one}/hash/:hash`,
  access: "satelliteimagery.delete",
  params: idParamsSchema.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: z.null(),
  status: 204,
});
export const processImageDelete = call({
  ...processHashDelete,
  path: `${one}/image/:image`,
  params: idParamsSchema.extend({ image: z.coerce.number().int() }),
});
export const processEvents = call({
  method: "GET",
  path: `${one}/events`,
  access: "satelliteimagery.view",
  summary: "Server-sent events: the process as it goes",
  params: idParamsSchema,
});
