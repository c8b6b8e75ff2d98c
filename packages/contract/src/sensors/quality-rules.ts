/** Rules that look at the quality of what devices sent, their trial on the past, and what they propose. Decision 118. */
import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { badIntervalLimits } from "../values/sensors/bad-intervals.ts";
import { qualityKinds, qualityLimits } from "../values/sensors/quality.ts";
import { z } from "../z.ts";
import { namedDeviceSchema } from "./alert-rules.ts";
import { parameterSchema } from "./sensor-guidance.ts";

const numbersShape = {
  /** Of stuck: hours; of wrong_unit: percent of the values of a day; else a difference in the unit of the parameter. */
  suspect_at: z.number(),
  /** From here on values are set aside at once; null: never without a person. */
  fail_at: z.number().nullable(),
  /** Of stuck: values that differ by no more are the same. */
  tolerance: z.number(),
  /** Of neighbours, and null of all others: kilometres within which devices are compared, and times their spread. */
  radius_km: z.number().nullable(),
  factor: z.number().nullable(),
  /** Largest difference of altitude in metres; null where altitude plays no part. */
  altitude_m: z.number().nullable(),
  /** Change of the parameter with a kilometre of altitude. */
  per_km: z.number().nullable(),
};

const ruleSchema = z
  .object({
    id: idSchema,
    parameter: parameterSchema,
    kind: z.enum(qualityKinds),
    enabled: z.boolean(),
    ...numbersShape,
    /** Where its numbers come from. */
    source: z.string(),
    /** Null while it is as it was delivered. */
    changed: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: "QualityRule" });
export type QualityRule = z.output<typeof ruleSchema>;

const positive = z
  .number({ error: "required" })
  .positive({ error: "invalid" })
  .max(1e6, { error: "invalid" });
/** Number of the rule of neighbours; left out, it stays as it is. */
const ofNeighbours = (max: number) => positive.max(max, { error: "invalid" }).nullable().optional();
const numbersSchema = z.object({
  suspect_at: positive,
  fail_at: positive.nullable(),
  tolerance: z
    .number({ error: "required" })
    .min(0, { error: "invalid" })
    .max(1e6, { error: "invalid" }),
  radius_km: ofNeighbours(qualityLimits.radiusKm),
  factor: ofNeighbours(qualityLimits.factor),
  altitude_m: ofNeighbours(qualityLimits.altitudeM),
  per_km: z
    .number({ error: "invalid" })
    .min(-1e6, { error: "invalid" })
    .max(1e6, { error: "invalid" })
    .nullable()
    .optional(),
});
export type QualityNumbers = z.output<typeof numbersSchema>;

const patchSchema = numbersSchema
  .extend({
    enabled: z.boolean(),
    source: z
      .string()
      .trim()
      .min(1, { error: "required" })
      .max(qualityLimits.source, { error: "too_long" }),
  })
  .partial();
export type QualityRulePatch = z.output<typeof patchSchema>;

const trialSchema = z
  .object({
    /** Intervals that the rule would have proposed in `qualityLimits.trialDays`, and those of them that it would have set aside. */
    proposed: z.number().int(),
    set_aside: z.number().int(),
    /** Devices that measure it, those that were read within the trial's time, and those of which it would have spoken. */
    devices: z.number().int(),
    devices_read: z.number().int(),
    devices_found: z.number().int(),
  })
  .meta({ id: "QualityTrial" });
export type QualityTrial = z.output<typeof trialSchema>;

/** Proposals of one rule on one device that nobody has decided. */
const groupSchema = z
  .object({
    device: namedDeviceSchema,
    parameter: parameterSchema,
    kind: z.enum(qualityKinds),
    intervals: z.number().int(),
    /** Those of them whose values are set aside already. */
    set_aside: z.number().int(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  })
  .meta({ id: "QualityProposals" });
export type QualityProposals = z.output<typeof groupSchema>;

const decideSchema = z.object({
  groups: z
    .array(z.object({ device: idSchema, parameter: parameterSchema, kind: z.enum(qualityKinds) }))
    .min(1, { error: "required" })
    .max(qualityLimits.decidedAtOnce, { error: "too_many" }),
  /** The values are wrong, or right after all. */
  wrong: z.boolean(),
  note: z.string().trim().max(badIntervalLimits.note, { error: "too_long" }).default(""),
});

export const qualityRuleList = call({
  method: "GET",
  path: paths.qualityRule,
  access: "signedIn",
  answer: z
    .object({ results: z.array(ruleSchema), can: z.object({ change: z.boolean() }) })
    .meta({ id: "QualityRuleList" }),
});
export const qualityRulePatch = call({
  method: "PATCH",
  path: `${paths.qualityRule}/:id`,
  access: "builtIn",
  params: idParamsSchema,
  body: patchSchema,
  answer: ruleSchema,
});
/** Says what the rule with other numbers would have said of the past; changes nothing. */
export const qualityRuleTrial = call({
  method: "POST",
  path: `${paths.qualityRule}/:id/trial`,
  access: "builtIn",
  params: idParamsSchema,
  body: numbersSchema,
  answer: trialSchema,
});
/** Proposals within the reader's scope that nobody has decided, `qualityLimits.decidedAtOnce` groups at most. */
export const qualityProposalList = call({
  method: "GET",
  path: paths.qualityProposal,
  access: "device.view",
  answer: z
    .object({
      count: z.number().int(),
      results: z.array(groupSchema),
      can: z.object({ change: z.boolean() }),
    })
    .meta({ id: "QualityProposalList" }),
});
/** Decides proposals of some groups that stand now, for some seconds: `left` says how many wait for the next call. */
export const qualityProposalDecide = call({
  method: "POST",
  path: `${paths.qualityProposal}/decide`,
  access: "device.change",
  body: decideSchema,
  answer: z.object({ decided: z.number().int(), left: z.number().int() }),
});
