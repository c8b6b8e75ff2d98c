import { bboxSchema } from "../geometry.ts";
import {
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  referenceSchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { paths } from "../values/paths.ts";
import {
  decidedVerdicts,
  type ProposedVerdict,
  type RowsSeen,
  reasonCodes,
  reasonSides,
  verdictLimits,
  verdictRefusals,
  verdictStates,
  verdicts,
} from "../values/planting/verdicts.ts";
import { type ImageHand, imageHandKinds, type PlotCounter } from "../values/violations.ts";
import { z } from "../z.ts";

const count = z.number().int();
const verdict = z.enum(verdicts);
const range = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const verdictReasonSchema = z.object({
  code: z.enum(reasonCodes),
  says: z.enum(reasonSides),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** Proposal of the machine, with its reasons; `values/planting/verdicts.ts` tells what each field means. */
const proposedVerdictSchema = z
  .object({
    version: z.string(),
    verdict,
    as_of: dateSchema.nullable(),
    reported: count,
    standing: range.nullable(),
    chance: z.number(),
    reasons: z.array(verdictReasonSchema),
    next_look: z
      .object({
        on: dateSchema,
        earliest: dateSchema,
        latest: dateSchema,
        smallest_crown_m: z.number(),
      })
      .nullable(),
  })
  .meta({ id: "ProposedVerdict" }) satisfies z.ZodType<ProposedVerdict>;

/** `values/planting/verdicts.ts` tells what each field means. */
export const plotCounterSchema = z
  .object({
    name: z.string().nullable(),
    organization: referenceSchema.shape.name.nullable(),
    counted_on: dateSchema,
    plots: count,
    own_side: z.boolean(),
    distance_max_m: z.number().nullable(),
    no_position: count,
  })
  .meta({ id: "PlotCounter" }) satisfies z.ZodType<PlotCounter>;

/** `values/planting/verdicts.ts` tells what each field means. */
export const rowsSeenSchema = z
  .object({
    ...{ image: idSchema, captured_on: dateSchema, places: count, occupied: count },
    ...{ low: count, high: count, pits: count.nullable() },
  })
  .meta({ id: "RowsSeen" }) satisfies z.ZodType<RowsSeen>;

const plantingVerdictSchema = z
  .object({
    /** Also the number of its planting task. */
    id: idSchema,
    garden: referenceSchema,
    ministry: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** Last planting day of the report; null where nothing is reported. */
    planted_on: dateSchema.nullable(),
    reported: count,
    /** The machine's; null until it is worked out for the first time. */
    proposed: verdict.nullable(),
    /** A person's; null until somebody decides. */
    decided: verdict.nullable(),
    /** Verdict that counts: a person's decision before the machine's proposal. */
    verdict: verdict.nullable(),
    state: z.enum(verdictStates),
    /** Trees that stand, by the machine; null where nothing speaks of them. */
    standing: range.nullable(),
    /** Young trees in rows and empty pits on the newest image that shows some, as the reasons state them. */
    rows_seen: rowsSeenSchema.nullable(),
    /** Organizations, other than the garden's, whose people uploaded images that the reasons rest on. */
    given_by: z.array(referenceSchema.shape.name),
    next_look_on: dateSchema.nullable(),
    proposed_at: z.iso.datetime().nullable(),
    decided_at: z.iso.datetime().nullable(),
    decided_by: z.string().nullable(),
    /** Evidence has come that the proposal does not know yet. */
    stale: z.boolean(),
    /** Since the decision the machine has come to something else. */
    differs: z.boolean(),
    can: z.object({
      decide: z.boolean(),
      appeal: z.boolean(),
      /** Reason why this person cannot decide though their rights allow it. */
      blocked: z.enum(verdictRefusals).nullable(),
    }),
  })
  .meta({ id: "PlantingVerdict" });
export type PlantingVerdict = z.output<typeof plantingVerdictSchema>;

const verdictImageSchema = z.object({
  id: idSchema,
  date: dateSchema,
  gsd_m: z.number(),
  smallest_crown_m: z.number().nullable(),
  file_name: z.string(),
  bbox: bboxSchema,
});
export type VerdictImage = z.output<typeof verdictImageSchema>;

/** `values/violations.ts` tells what each field means. */
export const imageHandSchema = z
  .object({
    image: idSchema,
    date: dateSchema,
    kind: z.enum(imageHandKinds),
    name: z.string().nullable(),
    organization: referenceSchema.shape.name.nullable(),
    on: dateSchema,
    before: dateSchema.nullable(),
    threshold: z.number().nullable(),
    own_side: z.boolean(),
  })
  .meta({ id: "ImageHand" }) satisfies z.ZodType<ImageHand>;

/** Somebody who stood at pits that images over the garden show empty. */
export const pitVisitorSchema = z
  .object({
    /** Null where the reader may not know it; empty where the account is gone. */
    name: z.string().nullable(),
    organization: referenceSchema.shape.name.nullable(),
    visited_on: dateSchema,
    /** Pits by what was found there. */
    ...{ empty: count, planted: count, no_pit: count },
    /** Of the side that reported: it refutes nothing. */
    own_side: z.boolean(),
    /** Answers given from too far away: they weigh nothing. */
    far: count,
  })
  .meta({ id: "PitVisitor" });
export type PitVisitor = z.output<typeof pitVisitorSchema>;

const verdictEventSchema = z.object({
  id: idSchema,
  kind: z.enum(["proposed", "decided", "appealed"]),
  verdict,
  explanation: z.string(),
  /** Empty for the machine. */
  author: z.string(),
  at: z.iso.datetime(),
});
export type VerdictEvent = z.output<typeof verdictEventSchema>;

/** Detail of a verdict: everything that it is decided on. */
const plantingVerdictDetailSchema = plantingVerdictSchema
  .extend({
    proposal: proposedVerdictSchema.nullable(),
    /** Raised by new evidence; a decision names the one that was seen. */
    revision: count,
    /** The last image before planting and the newest one since, of those within the reader's scope. */
    before: verdictImageSchema.nullable(),
    after: verdictImageSchema.nullable(),
    garden_bbox: bboxSchema.nullable(),
    /** People who counted the plots of the newest draws; the first count first. */
    counters: z.array(plotCounterSchema),
    /** People who stood at pits in the rows that the reasons state. */
    pit_visitors: z.array(pitVisitorSchema),
    /** People who had a hand in images over the garden; those of the images that the reasons name first. */
    image_hands: z.array(imageHandSchema),
    /** Newest first. */
    history: z.array(verdictEventSchema),
    /** Cases that were opened from the task, as far as the reader may see them. */
    cases: z.array(z.object({ id: idSchema, number: z.string() })),
  })
  .meta({ id: "PlantingVerdictDetail" });
export type PlantingVerdictDetail = z.output<typeof plantingVerdictDetailSchema>;

const id = z.coerce.number().int().optional();
const filters = {
  region: id,
  district: id,
  garden: id,
  ministry: id,
  verdict: verdict.optional(),
};
const verdictQuerySchema = pageQuerySchema.extend({
  ...filters,
  /** `waiting`: somebody has to decide. */
  state: z.enum([...verdictStates, "waiting"]).optional(),
});
export const verdictOrderings = ["need", "planted_on", "reported", "proposed_at"] as const;

/** Verdicts of planting tasks, what needs a decision first. */
export const plantingVerdicts = resource({
  rights: "planttreetask",
  path: paths.plantingVerdict,
  row: plantingVerdictSchema,
  query: verdictQuerySchema,
  orderings: verdictOrderings,
  order: "need",
  detail: plantingVerdictDetailSchema,
});

const explanation = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(verdictLimits.explanation, { error: "too_long" });

export const verdictDecisionSchema = z.object({
  verdict: z.enum(decidedVerdicts, { error: "required" }),
  explanation,
  /** State that was on the screen: after new evidence, another decision or an appeal the answer is 409. */
  seen: z.object({ revision: count, state: z.enum(verdictStates) }),
});
export const verdictDecision = call({
  method: "POST",
  path: `${paths.plantingVerdict}/:id/decision`,
  access: "planttreetask.change",
  params: idParamsSchema,
  body: verdictDecisionSchema,
  answer: plantingVerdictDetailSchema,
});

export const verdictAppealSchema = z.object({ explanation });
/** The task's ministry says why a decision is wrong; somebody else decides anew. */
export const verdictAppeal = call({
  method: "POST",
  path: `${paths.plantingVerdict}/:id/appeal`,
  access: "planttreetask.view",
  andOneOf: ["planttreetaskreport.add", "planttreetask.change"],
  params: idParamsSchema,
  body: verdictAppealSchema,
  answer: plantingVerdictDetailSchema,
});
