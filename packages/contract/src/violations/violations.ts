import { attachedFileCalls, attachedFileSchema } from "../attached-files.ts";
import {
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  mapPointsSchema,
  pageQuerySchema,
  referenceSchema,
  unpaged,
} from "../paging.ts";
import { timeZoneSchema } from "../reports/reports.ts";
import { call, resource } from "../resource.ts";
import { languages } from "../values/languages.ts";
import { paths } from "../values/paths.ts";
import { today } from "../values/planting/programme-day.ts";
import {
  needsComment,
  violationChangeFields,
  violationKinds,
  violationLimits,
  violationSources,
  violationStates,
} from "../values/violations.ts";
import { z } from "../z.ts";
import { openedFromSchema, violationEvidenceSchema } from "./violation-evidence.ts";

const L = violationLimits;
const text = (max: number) => z.string().trim().max(max, { error: "too_long" });
const needed = (max: number) =>
  z.string().trim().min(1, { error: "required" }).max(max, { error: "too_long" });
/** Longitude and latitude in degrees. */
const pointSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export type Point = z.output<typeof pointSchema>;

const day = (value: string) => value <= today();
const observedOn = dateSchema.refine(day, { error: "date_in_future" });

/** Person who answers for a case: `id` is null once the account is gone, the name stays. */
const responsibleSchema = z.object({ id: idSchema.nullable(), name: z.string() });

const violationSchema = z
  .object({
    id: idSchema,
    /** "2026-0012": counted anew each year, each given once; that of a deleted case stays in the register. */
    number: z.string(),
    kind: z.enum(violationKinds),
    state: z.enum(violationStates),
    title: z.string(),
    description: z.string(),
    point: pointSchema.nullable(),
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** Organization that is to act on it. */
    ministry: referenceSchema.nullable(),
    observed_on: dateSchema,
    /** The day by which it is to be settled. */
    due_date: dateSchema.nullable(),
    /** The deadline has passed, and the case is neither closed nor dismissed. */
    overdue: z.boolean(),
    responsible: responsibleSchema.nullable(),
    source: z.enum(violationSources),
    /** Person who saw it, in words. */
    reported_by: z.string(),
    /** The account that wrote it down; empty once it is gone. */
    created_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    file_count: z.number().int(),
    comment_count: z.number().int(),
    /** `answer`: comment and add files; to people of the organization that it accuses nothing else is open. */
    can: canSchema.extend({ answer: z.boolean() }),
  })
  .meta({ id: "Violation" });
export type Violation = z.output<typeof violationSchema>;

const violationCommentSchema = z
  .object({
    id: idSchema,
    author: z.string(),
    body: z.string(),
    created_at: z.string(),
    can: z.object({ delete: z.boolean() }),
  })
  .meta({ id: "ViolationComment" });
export type ViolationComment = z.output<typeof violationCommentSchema>;

const violationChangeSchema = z
  .object({
    id: idSchema,
    field: z.enum(violationChangeFields),
    /** Of a deadline the day, of a responsible person the name; null where there was none. */
    from_value: z.string().nullable(),
    to_value: z.string().nullable(),
    /** Null where it begins. */
    from: z.enum(violationStates).nullable(),
    to: z.enum(violationStates),
    comment: z.string(),
    author: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "ViolationChange" });
export type ViolationChange = z.output<typeof violationChangeSchema>;

/** Detail of a violation: all that belongs to it. */
const violationDetailSchema = violationSchema
  .extend({
    /** The figures that it was opened with. */
    evidence: violationEvidenceSchema.nullable(),
    /** Record that it was opened from, as long as that is there. */
    comparison: idSchema.nullable(),
    device: idSchema.nullable(),
    task: idSchema.nullable(),
    /** Alerts that it was opened from, and those that were added since, of devices that the reader sees. */
    alerts: z.array(
      z.object({
        id: idSchema,
        device: z.string(),
        rule: z.string(),
        began_at: z.string(),
        cleared_at: z.string().nullable(),
      }),
    ),
    files: z.array(attachedFileSchema),
    comments: z.array(violationCommentSchema),
    history: z.array(violationChangeSchema),
    /** The states that this person may set now. */
    next_states: z.array(z.enum(violationStates)),
  })
  .meta({ id: "ViolationDetail" });
export type ViolationDetail = z.output<typeof violationDetailSchema>;

const fields = {
  kind: z.enum(violationKinds, { error: "required" }),
  title: needed(L.title),
  description: text(L.description),
  point: pointSchema.nullable(),
  garden: idSchema.nullable(),
  /** Where borders are not known; else the place decides. */
  region: idSchema.nullable(),
  district: idSchema.nullable(),
  ministry: idSchema.nullable(),
  observed_on: observedOn,
  due_date: dateSchema.nullable(),
  /** An account whose scope holds the case. */
  responsible: idSchema.nullable(),
  reported_by: text(L.reporter),
};
// Takes what the case is opened from, which no later change may: it would be another case.
const violationCreateSchema = z
  .object({
    ...fields,
    description: fields.description.default(""),
    point: fields.point.default(null),
    garden: fields.garden.default(null),
    region: fields.region.default(null),
    district: fields.district.default(null),
    ministry: fields.ministry.default(null),
    due_date: fields.due_date.default(null),
    responsible: fields.responsible.default(null),
    reported_by: fields.reported_by.default(""),
    opened_from: openedFromSchema.nullable().default(null),
  })
  .refine((sent) => sent.point !== null || sent.garden !== null, {
    error: "place_required",
    path: ["point"],
  });
export type ViolationCreate = z.output<typeof violationCreateSchema>;
const violationPatchSchema = z.object(fields).partial();
export type ViolationPatch = z.output<typeof violationPatchSchema>;

/** `from`: the state that was on the screen; when another has come meanwhile, the answer is 409. */
export const violationStateSchema = z
  .object({
    from: z.enum(violationStates),
    to: z.enum(violationStates),
    comment: text(L.comment).default(""),
    /** The organization that a case is referred to; left out, the one that it names already. */
    ministry: idSchema.nullish(),
  })
  .refine((sent) => sent.comment !== "" || !needsComment(sent.from, sent.to), {
    error: "required",
    path: ["comment"],
  });
export type ViolationStateChange = z.output<typeof violationStateSchema>;
export const violationCommentCreateSchema = z.object({ body: needed(L.comment) });
const violationCommentParamsSchema = z.object({
  id: z.coerce.number().int().positive(),
  comment: z.coerce.number().int().positive(),
});

const id = z.coerce.number().int().optional();
const violationQuerySchema = pageQuerySchema.extend({
  /** `open`: any in which somebody still has to act. */
  state: z.enum([...violationStates, "open"]).optional(),
  kind: z.enum(violationKinds).optional(),
  region: id,
  district: id,
  garden: id,
  ministry: id,
  source: z.enum(violationSources).optional(),
  /** Only those whose deadline has passed. */
  overdue: z.literal("1").optional(),
  /** Only those that name no organization. */
  unassigned: z.literal("1").optional(),
  /** Only those that the reader answers for. */
  mine: z.literal("1").optional(),
  /** Days of observation, both included. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  /** Closed or dismissed; between these days. */
  settled: z.literal("1").optional(),
  settled_from: dateSchema.optional(),
  settled_to: dateSchema.optional(),
});
export type ViolationQuery = z.output<typeof violationQuerySchema>;
export const violationOrderings = [
  "number",
  "observed_on",
  "due_date",
  "created_at",
  "title",
  "kind",
  "state",
] as const;

/** Number of cases in each state, under the same filters. */
const violationCountSchema = z.object({
  count: z.number().int(),
  states: z.record(z.enum(violationStates), z.number().int()),
  /** Of all states together, those whose deadline has passed. */
  overdue: z.number().int(),
});
export type ViolationCount = z.output<typeof violationCountSchema>;

export const violations = resource({
  name: "violation",
  rights: "violation",
  path: paths.violation,
  row: violationSchema,
  create: violationCreateSchema,
  patch: violationPatchSchema,
  query: violationQuerySchema,
  orderings: violationOrderings,
  order: "-observed_on",
  view: "signedIn",
  detail: violationDetailSchema,
});

const one = `${paths.violation}/:id` as const;

export const violationCount = call({
  method: "GET",
  path: `${paths.violation}/count`,
  access: "signedIn",
  query: violationQuerySchema,
  answer: violationCountSchema,
});

const violationPointsSchema = mapPointsSchema("ViolationPoints", {
  ...violationSchema.pick({ number: true, overdue: true }).shape,
});
export type ViolationPoints = z.output<typeof violationPointsSchema>;
/** The places of all cases of a query. */
export const violationPoints = call({
  method: "GET",
  path: `${paths.violation}/points`,
  access: "signedIn",
  query: violationQuerySchema.omit(unpaged),
  answer: violationPointsSchema,
});
export const violationState = call({
  method: "POST",
  path: `${one}/state`,
  access: "violation.change",
  params: idParamsSchema,
  body: violationStateSchema,
  answer: violationDetailSchema,
});
export const violationComment = call({
  ...violationState,
  path: `${one}/comment`,
  body: violationCommentCreateSchema,
  status: 201,
});
/** Adds an alert to a case, with those of its rule, garden and time that are in none. */
export const violationAlert = call({
  ...violationState,
  path: `${one}/alert`,
  body: z.object({ alert: idSchema }),
});
export const violationCommentDelete = call({
  method: "DELETE",
  path: `${one}/comment/:comment`,
  access: "violation.change",
  params: violationCommentParamsSchema,
  answer: z.null(),
  status: 204,
});
/** The act of a case as PDF; in the reader's language unless another is asked for. */
export const violationAct = call({
  method: "GET",
  path: `${one}/act`,
  access: "signedIn",
  params: idParamsSchema,
  query: z.object({ language: z.enum(languages).optional(), time_zone: timeZoneSchema }),
});
/** The accounts that may answer for a case: active, and with the case in their scope. */
export const violationPeople = call({
  method: "GET",
  path: `${one}/people`,
  access: "violation.change",
  params: idParamsSchema,
  answer: z.array(z.object({ id: idSchema, name: z.string(), role: z.string() })),
});
const degrees = (max: number) => z.coerce.number().min(-max).max(max).optional();
/** The same for a case that somebody is about to open at a place. */
export const violationPeopleOfNew = call({
  method: "GET",
  path: `${paths.violation}/people`,
  access: "violation.add",
  query: z.object({
    ...{ garden: id, region: id, district: id, ministry: id },
    longitude: degrees(180),
    latitude: degrees(90),
  }),
  answer: violationPeople.answer,
});
export const violationFiles = attachedFileCalls("violation");
