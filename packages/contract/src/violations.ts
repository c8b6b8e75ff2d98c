import { attachedFileCalls, attachedFileSchema } from "./attached-files.ts";
import {
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  referenceSchema,
} from "./paging.ts";
import { call, resource } from "./resource.ts";
import { paths } from "./values/paths.ts";
import {
  needsComment,
  violationKinds,
  violationLimits,
  violationStates,
} from "./values/violations.ts";
import { z } from "./z.ts";

const L = violationLimits;
const text = (max: number) => z.string().trim().max(max, { error: "too_long" });
const needed = (max: number) =>
  z.string().trim().min(1, { error: "required" }).max(max, { error: "too_long" });
/** Longitude and latitude in degrees. */
const pointSchema = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export type Point = z.output<typeof pointSchema>;

const day = (value: string) =>
  value <= new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const observedOn = dateSchema.refine(day, { error: "date_in_future" });

const violationSchema = z
  .object({
    id: idSchema,
    kind: z.enum(violationKinds),
    state: z.enum(violationStates),
    title: z.string(),
    description: z.string(),
    point: pointSchema.nullable(),
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    /** Who is to act on it. */
    ministry: referenceSchema.nullable(),
    observed_on: dateSchema,
    /** Who saw it, in words. */
    reported_by: z.string(),
    /** The account that wrote it down; empty once it is gone. */
    created_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    file_count: z.number().int(),
    comment_count: z.number().int(),
    can: canSchema,
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
    /** Null where it begins. */
    from: z.enum(violationStates).nullable(),
    to: z.enum(violationStates),
    comment: z.string(),
    author: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "ViolationChange" });
export type ViolationChange = z.output<typeof violationChangeSchema>;

/** One violation with all that belongs to it. */
const violationDetailSchema = violationSchema
  .extend({
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
  reported_by: text(L.reporter),
};
const violationCreateSchema = z
  .object({
    ...fields,
    description: fields.description.default(""),
    point: fields.point.default(null),
    garden: fields.garden.default(null),
    region: fields.region.default(null),
    district: fields.district.default(null),
    ministry: fields.ministry.default(null),
    reported_by: fields.reported_by.default(""),
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
  state: z.enum(violationStates).optional(),
  kind: z.enum(violationKinds).optional(),
  region: id,
  district: id,
  garden: id,
  ministry: id,
  /** Days of observation, both included. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});
export type ViolationQuery = z.output<typeof violationQuerySchema>;
export const violationOrderings = ["observed_on", "created_at", "title", "kind", "state"] as const;

/** How many in each state, under the same filters. */
const violationCountSchema = z.object({
  count: z.number().int(),
  states: z.record(z.enum(violationStates), z.number().int()),
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
export const violationCommentDelete = call({
  method: "DELETE",
  path: `${one}/comment/:comment`,
  access: "violation.change",
  params: violationCommentParamsSchema,
  answer: z.null(),
  status: 204,
});
export const violationFiles = attachedFileCalls("violation");
