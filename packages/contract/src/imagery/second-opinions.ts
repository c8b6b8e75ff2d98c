/** Two people's counts of the same fragments: drawn at random, the second without seeing the first. */
import {
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  referenceSchema,
} from "../paging.ts";
import { call } from "../resource.ts";
import { agreementGroups, opinionLimits, opinionStates } from "../values/imagery/calibration.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Source pixels, x and y: from the image's top left corner in answers, from that of `core` in `opinionCount`. */
const pointSchema = z.tuple([z.number(), z.number()]);
const rectSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/**
 * Agreement of two people. A tree and a point are of one tree where the point lies in its crown or within 2 m of its middle
 * (`opinionLimits.radiusM`).
 */
const agreementSchema = z.object({
  first: z.number().int(),
  second: z.number().int(),
  agreed: z.number().int(),
  only_first: z.number().int(),
  only_second: z.number().int(),
  /** Positive agreement, 2 × agreed / (first + second), 0..1 (counting's `agreement.ts`); null where neither saw a tree. */
  agreement: z.number().nullable(),
});
export type Agreement = z.output<typeof agreementSchema>;

const opinionSchema = z
  .object({
    id: idSchema,
    whole_image: idSchema,
    fragment: z.number().int(),
    state: z.enum(opinionStates),
    first_by: z.string().nullable(),
    first_at: z.iso.datetime(),
    second_by: z.string().nullable(),
    counted_at: z.iso.datetime().nullable(),
    /** Null until it is counted, so that the second person is not led by the first. */
    compared: agreementSchema.nullable(),
    /** Count: an open one, by another person than the one who looked it through. */
    can: z.object({ count: z.boolean() }),
  })
  .meta({ id: "SecondOpinion" });
export type SecondOpinion = z.output<typeof opinionSchema>;

const opinionDetailSchema = opinionSchema
  .extend({
    /** In source pixels: what is shown, and the part of it whose trees are counted. */
    window: rectSchema,
    core: rectSchema,
    /** Address of the bare image of `window`. */
    original: z.string(),
    /** Trees that the first person left, and `points` that the second set; null until it is counted. */
    trees: z
      .array(z.object({ id: idSchema, crown: z.array(pointSchema), agreed: z.boolean() }))
      .nullable(),
    points: z.array(z.object({ at: pointSchema, agreed: z.boolean() })).nullable(),
    /** This person looked it through or corrected trees in it. */
    is_own: z.boolean(),
  })
  .meta({ id: "SecondOpinionDetail" });
export type SecondOpinionDetail = z.output<typeof opinionDetailSchema>;

const summarySchema = z
  .object({
    whole_image: idSchema,
    /** Fragments that were looked through and may be drawn. */
    to_draw: z.number().int(),
    open: z.number().int(),
    /** Of the open ones those that this person may count. */
    open_to_you: z.number().int(),
    counted: z.number().int(),
    skipped: z.number().int(),
    compared: agreementSchema,
    pairs: z.array(
      z.object({
        first_by: z.string().nullable(),
        second_by: z.string().nullable(),
        fragments: z.number().int(),
        compared: agreementSchema,
      }),
    ),
    draws: z.array(
      z.object({
        id: idSchema,
        share: z.number(),
        seed: z.number().int(),
        /** Fragments among which the draw was made. */
        of: z.number().int(),
        drawn_by: z.string().nullable(),
        drawn_at: z.iso.datetime(),
      }),
    ),
    can: z.object({ draw: z.boolean(), end: z.boolean() }),
  })
  .meta({ id: "SecondOpinions" });
export type SecondOpinions = z.output<typeof summarySchema>;

const groupSchema = z
  .object({
    key: z.string(),
    /** Subject of the sum: one of image, region, month and people is set, by the query's `by`. */
    image: z.object({ id: idSchema, file_name: z.string(), date: dateSchema }).nullable(),
    region: referenceSchema.nullable(),
    /** In which they were counted: "2026-05". */
    month: z.string().nullable(),
    /** The first and the second person of a pair, or one person; null for somebody who is gone. */
    people: z.array(z.string().nullable()),
    fragments: z.number().int(),
    images: z.number().int(),
    /** Of one person: `first` is what this person saw, `second` what the others did. */
    compared: agreementSchema,
  })
  .meta({ id: "OpinionAgreementGroup" });
export type AgreementRow = z.output<typeof groupSchema>;

/** Number of a region or district. */
const territoryId = z.coerce.number().int().optional();
export const agreementQuerySchema = pageQuerySchema.omit({ search: true }).extend({
  by: z.enum(agreementGroups).default("image"),
  region: territoryId,
  district: territoryId,
  /** Days on which they were counted. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});
/** Of images within the actor's scope. */
export const agreementList = call({
  method: "GET",
  path: paths.secondOpinion,
  access: "wholeimage.view",
  summary: "How far two people agree over all images, by image, pair, person, region or month",
  query: agreementQuerySchema,
  answer: pageSchema(groupSchema),
});

const ofImage = `${paths.wholeImage}/:id/second-opinion` as const;
const oneParams = idParamsSchema.extend({ opinion: z.coerce.number().int().positive() });

export const secondOpinions = call({
  method: "GET",
  path: ofImage,
  access: "wholeimage.view",
  summary: "Fragments of an image that were drawn for a second opinion",
  params: idParamsSchema,
  query: pageQuerySchema
    .omit({ search: true, ordering: true })
    .extend({ state: z.enum(opinionStates).optional() }),
  answer: pageSchema(opinionSchema),
});
export const opinionAgreement = call({
  method: "GET",
  path: `${ofImage}/agreement`,
  access: "wholeimage.view",
  summary: "How far two people agree on an image's fragments, in all and by pairs of people",
  params: idParamsSchema,
  answer: summarySchema,
});
/** Draws a share of the fragments that were looked through. */
export const opinionDraw = call({
  ...opinionAgreement,
  method: "POST",
  path: ofImage,
  access: "wholeimage.change",
  summary: "Draws a share of the fragments that were looked through for a second opinion",
  body: z.object({
    share: z
      .number()
      .min(opinionLimits.share.min, "invalid")
      .max(opinionLimits.share.max, "invalid"),
  }),
});
/** Ends the open ones; what was counted stays. */
export const opinionEnd = call({
  ...opinionAgreement,
  method: "DELETE",
  path: ofImage,
  access: "wholeimage.change",
  summary: "Ends the second opinions that nobody has given yet",
});
export const secondOpinion = call({
  method: "GET",
  path: `${ofImage}/:opinion`,
  access: "wholeimage.view",
  summary: "One fragment for a second opinion: bare until it is counted, then with both counts",
  params: oneParams,
  answer: opinionDetailSchema,
});
/** Sent once: afterwards the second person has seen the first one's trees, and is no longer independent. */
export const opinionCount = call({
  ...secondOpinion,
  method: "PUT",
  access: "wholeimage.change",
  summary: "A second person's trees of one fragment, in pixels from its core's corner",
  body: z.object({
    points: z.array(pointSchema).max(opinionLimits.points, { error: "too_many" }),
    /** It cannot be seen what stands there. */
    skipped: z.boolean().default(false),
  }),
});
