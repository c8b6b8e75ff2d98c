/** Fragments to check next: first the one by which the range of a count narrows most. */
import { idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { treeCountsSchema } from "../statistics.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const queueSchema = z
  .object({
    /** Of the image, or of the images that count in the garden, where they show it. */
    fragments: z.number().int(),
    checked: z.number().int(),
    trees: treeCountsSchema,
    /** The first of those that nobody has looked over whole; rejected ones are left out. */
    next: z.array(
      z.object({
        whole_image: idSchema,
        n: z.number().int(),
        tree_count: z.number().int(),
        /** By how many trees the range narrows when a look agrees with the count; null where there is no range. */
        gain: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: "CheckQueue" });
export type CheckQueue = z.output<typeof queueSchema>;

export const checkQueue = call({
  method: "GET",
  path: `${paths.wholeImage}/check-queue`,
  access: "wholeimage.view",
  summary: "Fragments to look over, those first that narrow the range of the count most",
  query: z
    .object({
      whole_image: z.coerce.number().int().positive().optional(),
      garden: z.coerce.number().int().positive().optional(),
    })
    .refine(({ whole_image, garden }) => (whole_image === undefined) !== (garden === undefined), {
      error: "required",
      path: ["whole_image"],
    }),
  answer: queueSchema,
});
