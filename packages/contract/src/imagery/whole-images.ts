import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { treeCountsSchema } from "../statistics.ts";
import { processStates } from "../values/imagery.ts";
import { z } from "../z.ts";

export const wholeImageSchema = z
  .object({
    id: idSchema,
    process: idSchema,
    file_name: z.string(),
    date: z.iso.date(),
    date_hash: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    gsd_m: z.number(),
    has_nir: z.boolean(),
    bbox: bboxSchema,
    footprint: multiPolygonSchema,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    gardens: z.array(referenceSchema),
    model: z.string().nullable(),
    fragment_count: z.number().int(),
    status: z.enum(processStates),
    /** Whether its trees count: it is published, and not too coarse to tell trees apart. */
    counts: z.boolean(),
    trees: treeCountsSchema,
    can: canSchema,
  })
  .meta({ id: "WholeImage" });
export type WholeImage = z.output<typeof wholeImageSchema>;
export const wholeImageQuerySchema = pageQuerySchema.extend({
  garden: z.coerce.number().int().optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  bbox: z.string().max(200).optional(),
});
export const wholeImageOrderings = ["date", "tree_count", "gsd_m"] as const;
