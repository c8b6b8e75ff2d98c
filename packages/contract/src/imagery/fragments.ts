import { bboxSchema } from "../geometry.ts";
import { canSchema, idSchema, pageQuerySchema } from "../paging.ts";
import { fragmentReviews, fragmentStates } from "../values/imagery.ts";
import { z } from "../z.ts";

export const fragmentSchema = z
  .object({
    n: z.number().int(),
    whole_image: idSchema,
    date: z.iso.date(),
    fx: z.number().int(),
    fy: z.number().int(),
    /** In source pixels: the picture shown, and the core whose trees it owns. */
    window: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    core: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    bbox: bboxSchema,
    status: z.enum(fragmentStates),
    review: z.enum(fragmentReviews),
    reviewed_by: z.string().nullable(),
    tree_count: z.number().int(),
    green_count: z.number().int(),
    images: z.object({ original: z.string(), labelled: z.string(), segmentation: z.string() }),
    can: canSchema,
  })
  .meta({ id: "Fragment" });
export type Fragment = z.output<typeof fragmentSchema>;
export const fragmentQuerySchema = pageQuerySchema.extend({
  review: z.enum(fragmentReviews).optional(),
  with_trees: z.enum(["0", "1"]).optional(),
});
export const fragmentOrderings = ["n", "tree_count"] as const;
export const fragmentReviewSchema = z.object({ review: z.enum(["new", "accepted", "rejected"]) });
export const fragmentRelatedSchema = z.object({
  neighbours: z.array(fragmentSchema),
  other_dates: z.array(fragmentSchema),
});
