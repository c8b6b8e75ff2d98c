import { dateSchema, idSchema } from "../paging.ts";
import { evidenceFlagSchema } from "../planting/plant-tree-reports.ts";
import { imageHandSchema, plotCounterSchema, verdictReasonSchema } from "../planting/verdicts.ts";
import { call } from "../resource.ts";
import { parameterSchema } from "../sensors/sensor-guidance.ts";
import { paths } from "../values/paths.ts";
import { verdicts } from "../values/planting/verdicts.ts";
import { alertKinds, alertSeverities } from "../values/sensors/alerts.ts";
import type { ViolationEvidence } from "../values/violations.ts";
import { z } from "../z.ts";

const countShape = {
  count: z.number().int(),
  low: z.number().int().nullable(),
  high: z.number().int().nullable(),
  withheld: z.boolean().optional(),
};
const pair = z.tuple([z.number(), z.number()]);

const evidenceImageSchema = z.object({
  id: idSchema,
  date: dateSchema,
  gsd_m: z.number(),
  file_name: z.string(),
  model: z.string().nullable(),
  trees: z.object(countShape),
});
const comparisonEvidenceSchema = z.object({
  kind: z.literal("comparison"),
  comparison: idSchema,
  before: evidenceImageSchema,
  after: evidenceImageSchema,
  lost: z.object({ ...countShape, area_m2: z.number() }),
  places: z
    .array(z.object({ place: pair, crown_m2: z.number().nullable(), chance: z.number() }))
    .optional(),
  tree: z.object({ id: idSchema, crown_m2: z.number().nullable(), chance: z.number() }).nullable(),
  crop: z.object({ center: pair, side_m: z.number(), lost_at: z.array(pair) }).nullable(),
});
const cropSchema = comparisonEvidenceSchema.shape.crop;
const taskImageSchema = z.object({
  id: idSchema,
  date: dateSchema,
  gsd_m: z.number(),
  counted: z.number().int().nullable(),
});
const names = z.record(z.string(), z.string());
const evidencePhotoSchema = z
  .object({
    task: idSchema,
    row: idSchema,
    garden: names,
    plant_date: dateSchema,
    taken_at: z.string().nullable(),
    taken_place: pair.nullable(),
    sha256: z.string().nullable(),
  })
  .meta({ id: "EvidencePhoto" });
const reportEvidenceSchema = z.object({
  rows: z.number().int(),
  without_photo: z.number().int(),
  without_position: z.number().int(),
  flags: z.array(evidenceFlagSchema),
  shown: z.array(
    z.object({
      row: idSchema,
      tree_type: names,
      count: z.number().int(),
      plant_date: dateSchema,
      flags: z.array(evidenceFlagSchema),
      photo: evidencePhotoSchema.nullable(),
      same: z.array(evidencePhotoSchema),
    }),
  ),
});
const taskEvidenceSchema = z.object({
  kind: z.literal("task"),
  task: idSchema,
  verdict: z.enum(verdicts),
  reported: z.number().int(),
  planted_on: dateSchema.nullable(),
  as_of: dateSchema.nullable(),
  standing: z.object(countShape).nullable(),
  before: taskImageSchema.nullable(),
  after: taskImageSchema.nullable(),
  plots: z
    .object({
      measured_on: dateSchema,
      plots: z.number().int(),
      living: z.number().int(),
      dead: z.number().int(),
      missing: z.number().int(),
    })
    .nullable(),
  counters: z.array(plotCounterSchema).optional(),
  image_hands: z.array(imageHandSchema).optional(),
  explanation: z.string(),
  reasons: z.array(verdictReasonSchema).optional(),
  report: reportEvidenceSchema.optional(),
  crop: cropSchema,
});
const alertEvidenceSchema = z.object({
  kind: z.literal("alert"),
  device: z.object({ id: idSchema, name: z.string() }),
  parameter: z.string(),
  unit: z.string(),
  value: z.number(),
  at: z.string(),
  state: z.enum(["watch", "act", "faulty"]),
  good: z.object({ min: z.number().nullable(), max: z.number().nullable() }),
});
const alertsEvidenceSchema = z.object({
  kind: z.literal("alerts"),
  rule: z.object({
    name: z.string(),
    kind: z.enum(alertKinds),
    limit: z.number().nullable(),
    minutes: z.number().int(),
  }),
  severity: z.enum(alertSeverities),
  alerts: z.array(
    z.object({
      id: idSchema,
      device: z.object({ id: idSchema, name: z.string() }),
      parameter: z.string().nullable(),
      unit: z.string().nullable(),
      began_at: z.string(),
      cleared_at: z.string().nullable(),
      worst: z.number().nullable(),
    }),
  ),
  series: z.array(
    z.object({
      device: z.string(),
      parameter: z.string(),
      unit: z.string(),
      step: z.enum(["hour", "day"]),
      points: z.array(pair),
    }),
  ),
});
/** Evidence as it was when a case was opened: written by the server, never sent to it. */
export const violationEvidenceSchema = z
  .discriminatedUnion("kind", [
    comparisonEvidenceSchema,
    alertEvidenceSchema,
    alertsEvidenceSchema,
    taskEvidenceSchema,
  ])
  .meta({ id: "ViolationEvidence" }) satisfies z.ZodType<ViolationEvidence>;

/**
 * Origin of a case: lost trees of a comparison, or one; what a device measured last; an alert, with those of
 * its rule, garden and time that are in no case; a task's verdict.
 */
export const openedFromSchema = z.union([
  z.object({ comparison: idSchema, tree: idSchema.nullable().default(null) }),
  z.object({ device: idSchema, parameter: parameterSchema }),
  z.object({ alert: idSchema }),
  z.object({ task: idSchema }),
]);
export type OpenedFrom = z.output<typeof openedFromSchema>;

const id = z.coerce.number().int().positive();
/** A comparison, with a lost tree or a garden where it is about them; a device with one of its parameters; an alert; or a task. */
const evidenceQuerySchema = z.object({
  comparison: id.optional(),
  tree: id.optional(),
  garden: id.optional(),
  device: id.optional(),
  parameter: parameterSchema.optional(),
  alert: id.optional(),
  task: id.optional(),
});
export type EvidenceQuery = z.output<typeof evidenceQuerySchema>;

/** Previews what a case would be opened with: its figures, and what the form is filled with. Nothing is written. */
export const violationEvidence = call({
  method: "GET",
  path: `${paths.violation}/evidence`,
  access: "violation.add",
  query: evidenceQuerySchema,
  refuses: [404],
  answer: z.object({
    evidence: violationEvidenceSchema,
    point: pair,
    garden: idSchema.nullable(),
    /** The organization that answers for a planting task. */
    ministry: idSchema.nullable(),
    observed_on: dateSchema,
  }),
});
