/** Where a new run of an image says otherwise than the people who had corrected its trees. */
import { idParamsSchema, idSchema, pageQuerySchema, pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { conflictDecisions, conflictKinds, maxDecidedConflicts } from "../values/trees.ts";
import { z } from "../z.ts";
import { correctedSchema } from "./tree-corrections.ts";

const conflictSchema = z
  .object({
    id: idSchema,
    tree: idSchema,
    whole_image: idSchema,
    fragment: z.number().int(),
    kind: z.enum(conflictKinds),
    /** As the person left the tree; null where they removed it. */
    person: correctedSchema,
    /** Tree that they removed; null where they left one. */
    removed: correctedSchema,
    /** Tree that the run detected there; null where it detected none. */
    found: correctedSchema,
    /** Of a second tree beside the corrected one. */
    found_tree: idSchema.nullable(),
    reason: z.string().nullable(),
    by: z.string().nullable(),
    at: z.iso.datetime(),
    /** Corrected: one of the trees was corrected otherwise. */
    decided: z.enum([...conflictDecisions, "corrected"]).nullable(),
    decided_by: z.string().nullable(),
    decided_at: z.iso.datetime().nullable(),
    /** Of an open one: whose word this person may let stand. */
    can: z.object({ keep: z.boolean(), take: z.boolean() }),
  })
  .meta({ id: "TreeConflict" });
export type TreeConflict = z.output<typeof conflictSchema>;

const allOfImage = `${paths.wholeImage}/:id/conflict` as const;
/** In the order of the image's fragments. */
export const treeConflicts = call({
  method: "GET",
  path: allOfImage,
  access: "wholeimage.view",
  andOneOf: ["planttreedetail.view"],
  summary: "Where the newest run of an image says otherwise than people who corrected its trees",
  params: idParamsSchema,
  query: pageQuerySchema.omit({ search: true, ordering: true }).extend({
    kind: z.enum(conflictKinds).optional(),
    /** 0: those that are open, 1: those that were decided. */
    decided: z.enum(["0", "1"]).optional(),
  }),
  answer: pageSchema(conflictSchema),
});

/** Kept: the person's word stands. Taken: the run's, by a correction that can be undone. */
export const treeConflictsDecide = call({
  method: "POST",
  path: `${allOfImage}/decide`,
  access: "wholeimage.view",
  andOneOf: ["planttreedetail.add", "planttreedetail.change", "planttreedetail.delete"],
  summary: "Lets a person's word stand, or the run's, on one conflict or many",
  params: idParamsSchema,
  body: z.object({
    ids: z.array(idSchema).min(1, "required").max(maxDecidedConflicts, "too_many"),
    decision: z.enum(conflictDecisions),
  }),
  /** Passed over: those that somebody decided meanwhile. */
  answer: z
    .object({ decided: z.number().int(), passed_over: z.number().int() })
    .meta({ id: "ConflictsDecided" }),
});
