import { bboxSchema } from "../geometry.ts";
import { canSchema, idParamsSchema, idSchema, pageQuerySchema, pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { fragmentReviews, fragmentStates } from "../values/imagery.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { viewQueryShape } from "./view-query.ts";

const fragmentSchema = z
  .object({
    n: z.number().int(),
    whole_image: idSchema,
    date: z.iso.date(),
    fx: z.number().int(),
    fy: z.number().int(),
    /** In source pixels: the image shown, and the core whose trees it owns. */
    window: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    core: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    bbox: bboxSchema,
    status: z.enum(fragmentStates),
    review: z.enum(fragmentReviews),
    /** A person has looked it over whole: its count is exact, and the image's range is of the rest. */
    checked: z.boolean(),
    reviewed_by: z.string().nullable(),
    reviewed_at: z.iso.datetime().nullable(),
    tree_count: z.number().int(),
    green_count: z.number().int(),
    images: z.object({ original: z.string(), labelled: z.string(), segmentation: z.string() }),
    /** Correct: its trees, with the right to add, to change or to delete them. */
    can: canSchema.extend({ correct: z.boolean() }),
  })
  .meta({ id: "Fragment" });
export type Fragment = z.output<typeof fragmentSchema>;
const fragmentQuerySchema = pageQuerySchema.extend({
  review: z.enum(fragmentReviews).optional(),
  with_trees: z.enum(["0", "1"]).optional(),
});
export const fragmentOrderings = ["n", "tree_count", "doubt"] as const;
/** Accepted: each tree is marked, and nothing else is. New takes a review back. */
const fragmentReviewSchema = z.object({ review: z.enum(["new", "accepted", "rejected"]) });
const fragmentRelatedSchema = z.object({
  neighbours: z.array(fragmentSchema),
  other_dates: z.array(fragmentSchema),
});

const all = `${paths.wholeImage}/:id/fragment` as const;
const one = `${all}/:n` as const;
const fragmentParams = idParamsSchema.extend({ n: z.coerce.number().int().positive() });

export const fragments = call({
  method: "GET",
  path: all,
  access: "wholeimage.view",
  params: idParamsSchema,
  query: fragmentQuerySchema,
  answer: pageSchema(fragmentSchema),
});
export const fragment = call({
  method: "GET",
  path: one,
  access: "wholeimage.view",
  params: fragmentParams,
  answer: fragmentSchema,
});
export const fragmentReview = call({
  method: "PATCH",
  path: one,
  access: "wholeimage.change",
  params: fragmentParams,
  body: fragmentReviewSchema,
  answer: fragmentSchema,
});
/** The fragments around it, and those that other days show of the same place. */
export const fragmentRelated = call({
  ...fragment,
  path: `${one}/related`,
  answer: fragmentRelatedSchema,
});
export const fragmentImage = call({
  method: "GET",
  path: `${one}/:layer`,
  access: "wholeimage.view",
  params: fragmentParams.extend({ layer: z.enum(["original", "labelled", "segmentation"]) }),
  query: z.object({
    width: z.coerce.number().int().min(32).max(2048).optional(),
    v: z.string().max(40).optional(),
    /** 1: with the places of rows of young trees, which are found by another method and are not in the count. */
    rows: z.enum(["0", "1"]).default("0"),
    ...viewQueryShape,
  }),
});
