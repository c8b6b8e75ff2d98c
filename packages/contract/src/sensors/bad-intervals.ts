/** Times over which a person says that values of a device are wrong. They are kept, and in no average, line or alert. */
import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import {
  allReasons,
  badIntervalLimits,
  badIntervalReasons,
  proposalStates,
} from "../values/sensors/bad-intervals.ts";
import { z } from "../z.ts";
import { parameterSchema } from "./sensor-guidance.ts";

/** Somebody's act: their name as it was then, the time, and what they noted. */
const actSchema = z.object({ name: z.string(), at: z.iso.datetime() });

const badIntervalSchema = z
  .object({
    id: idSchema,
    /** Null: all parameters of the device. */
    parameter: parameterSchema.nullable(),
    from: z.iso.datetime(),
    /** Exclusive; null while it goes on. */
    to: z.iso.datetime().nullable(),
    reason: z.enum(allReasons),
    note: z.string(),
    /** Of a rule of quality, which has no author; null where a person said so. */
    rule: z
      .object({
        state: z.enum(proposalStates),
        /** Hours of the same value, the largest difference, or the largest share of a day in percent. */
        worst: z.number(),
      })
      .nullable(),
    /** False of a proposal whose values stay in averages until a person decides. */
    sets_aside: z.boolean(),
    confirmed: actSchema.nullable(),
    added: actSchema,
    /** Act that ended an open one. */
    ended: actSchema.nullable(),
    taken_back: actSchema.extend({ note: z.string() }).nullable(),
    /** Values that it holds aside now. */
    values: z.number().int(),
  })
  .meta({ id: "BadInterval" });
export type BadInterval = z.output<typeof badIntervalSchema>;

/** Newest first, `badIntervalLimits.shown` at most, with those that were taken back. */
const badIntervalListSchema = z
  .object({ results: z.array(badIntervalSchema), can: z.object({ change: z.boolean() }) })
  .meta({ id: "BadIntervalList" });
export type BadIntervalList = z.output<typeof badIntervalListSchema>;

const moment = z.iso.datetime({ offset: true, error: "invalid" });
const note = z.string().trim().max(badIntervalLimits.note, { error: "too_long" });

const createSchema = z.object({
  parameter: parameterSchema.nullable(),
  from: moment,
  /** Null: it goes on, and what comes is set aside too. */
  to: moment.nullable(),
  reason: z.enum(badIntervalReasons, { error: "required" }),
  note: note.default(""),
});
const countQuerySchema = z.object({
  parameter: parameterSchema.optional(),
  from: moment,
  to: moment.optional(),
});

const ofDevice = `${paths.device}/:id/bad-interval` as const;
const oneParams = idParamsSchema.extend({ interval: z.coerce.number().int().positive() });

export const badIntervalList = call({
  method: "GET",
  path: ofDevice,
  access: "device.view",
  params: idParamsSchema,
  answer: badIntervalListSchema,
});
/** Number of right values that an interval would set aside now. */
export const badIntervalCount = call({
  method: "GET",
  path: `${ofDevice}/count`,
  access: "device.change",
  params: idParamsSchema,
  query: countQuerySchema,
  answer: z.object({ values: z.number().int() }),
});
export const badIntervalAdd = call({
  method: "POST",
  path: ofDevice,
  access: "device.change",
  params: idParamsSchema,
  body: createSchema,
  answer: badIntervalSchema,
  status: 201,
});
/** Says when an open one ended: later values return. */
export const badIntervalEnd = call({
  method: "POST",
  path: `${ofDevice}/:interval/end`,
  access: "device.change",
  params: oneParams,
  body: z.object({ to: moment }),
  answer: badIntervalSchema,
});
/** Says that the proposal of a rule is right: its values are wrong, and set aside. */
export const badIntervalConfirm = call({
  method: "POST",
  path: `${ofDevice}/:interval/confirm`,
  access: "device.change",
  params: oneParams,
  answer: badIntervalSchema,
});
/** Lets its values return. It stays in the list with who took it back and why. */
export const badIntervalTakeBack = call({
  method: "POST",
  path: `${ofDevice}/:interval/take-back`,
  access: "device.change",
  params: oneParams,
  body: z.object({ note: note.default("") }),
  answer: badIntervalSchema,
});
