/** Calibrations of devices: from a moment on a parameter is shown as gain × what was sent + offset. Decision 125. */
import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { deviceCalibrationLimits as limits } from "../values/sensors/calibrations.ts";
import { z } from "../z.ts";
import { parameterSchema } from "./sensor-guidance.ts";

/** Somebody's act: their name as it was then, and the time. */
const actSchema = z.object({ name: z.string(), at: z.iso.datetime() });

/** Effect once it is computed: how many values are shown otherwise, and their mean before and after; null of none. */
const effectSchema = z.object({
  values: z.number().int(),
  mean_before: z.number().nullable(),
  mean_after: z.number().nullable(),
  at: z.iso.datetime(),
});

const calibrationSchema = z
  .object({
    id: idSchema,
    parameter: parameterSchema,
    from: z.iso.datetime(),
    /** Exclusive; null: until another one begins. */
    to: z.iso.datetime().nullable(),
    gain: z.number(),
    /** In the unit of the parameter. */
    offset: z.number(),
    /** Value of a reference instrument and what the device sent at that time; null where nobody said. */
    reference: z.number().nullable(),
    sent: z.number().nullable(),
    note: z.string(),
    /** Calibration in the place of which it was written. */
    replaces: idSchema.nullable(),
    added: actSchema,
    taken_back: actSchema.extend({ note: z.string() }).nullable(),
    /** False until the worker has computed with it, or without it again. */
    is_computed: z.boolean(),
    /** Effect of adding it, and of taking it back. */
    effect: effectSchema.nullable(),
    effect_of_taking_back: effectSchema.nullable(),
  })
  .meta({ id: "DeviceCalibration" });
export type DeviceCalibration = z.output<typeof calibrationSchema>;

const moment = z.iso.datetime({ offset: true, error: "invalid" });
const measured = z
  .number({ error: "invalid" })
  .min(-limits.offset, { error: "invalid" })
  .max(limits.offset, { error: "invalid" });
const note = z.string().trim().max(limits.note, { error: "too_long" });

/** The offset is left out where a reference and what was sent say it. */
const createSchema = z
  .object({
    parameter: parameterSchema,
    from: moment,
    to: moment.nullable().default(null),
    gain: z
      .number({ error: "required" })
      .min(limits.gainMin, { error: "invalid" })
      .max(limits.gainMax, { error: "invalid" })
      .default(1),
    offset: measured.nullable().default(null),
    reference: measured.nullable().default(null),
    sent: measured.nullable().default(null),
    note: note.min(1, { error: "required" }),
    /** One that stands, of the same parameter: it is taken back, and this one takes its place. */
    replaces: idSchema.nullable().default(null),
  })
  .refine(({ reference, sent }) => sent !== null || reference === null, {
    error: "required",
    path: ["sent"],
  })
  .refine(({ reference, sent }) => reference !== null || sent === null, {
    error: "required",
    path: ["reference"],
  })
  .refine(({ offset, reference, sent }) => offset !== null || reference !== null || sent !== null, {
    error: "required",
    path: ["offset"],
  });

const ofDevice = `${paths.device}/:id/calibration` as const;

/** Newest first, `deviceCalibrationLimits.shown` at most, with those that were taken back. */
export const deviceCalibrationList = call({
  method: "GET",
  path: ofDevice,
  access: "device.view",
  params: idParamsSchema,
  answer: z
    .object({ results: z.array(calibrationSchema), can: z.object({ change: z.boolean() }) })
    .meta({ id: "DeviceCalibrationList" }),
});
/** Values are corrected from the next seconds on: a job computes what follows from them. */
export const deviceCalibrationAdd = call({
  method: "POST",
  path: ofDevice,
  access: "device.change",
  params: idParamsSchema,
  body: createSchema,
  answer: calibrationSchema,
  status: 201,
});
/** Values are shown without it again. It stays in the list with who took it back and why. */
export const deviceCalibrationTakeBack = call({
  method: "POST",
  path: `${ofDevice}/:calibration/take-back`,
  access: "device.change",
  params: idParamsSchema.extend({ calibration: z.coerce.number().int().positive() }),
  body: z.object({ note: note.default("") }),
  answer: calibrationSchema,
});
