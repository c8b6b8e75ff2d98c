/** Tasks for many gardens by one call. */
import { dateSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { plantTreeTaskItems, plantTreeTaskSpacing } from "./plant-tree-tasks.ts";

/** Fields that all of the tasks share, and what each garden gets. */
export const plantTreeTaskGiveSchema = z
  .object({
    gardens: z
      .array(z.object({ garden: idSchema, items: plantTreeTaskItems }))
      .min(1, { error: "required" })
      .max(limits.chosenRows, { error: "invalid" }),
    assignedDate: dateSchema,
    dueDate: dateSchema,
    contractor: idSchema.nullable().default(null),
    spacing_m: plantTreeTaskSpacing.default(null),
    /** Only says what would be given and what would be refused. */
    dry_run: z.boolean(),
  })
  .refine(({ assignedDate, dueDate }) => assignedDate <= dueDate, {
    error: "due_before_assigned",
    path: ["dueDate"],
  });

const givenTaskSchema = z
  .object({
    garden: idSchema,
    /** Null where it was refused, and on a dry run. */
    task: idSchema.nullable(),
    trees: z.number().int(),
    /** Reasons why it was, or would be, refused, in the reader's language. */
    refusals: z.array(z.string()),
  })
  .meta({ id: "GivenTask" });
export type GivenTask = z.output<typeof givenTaskSchema>;

export const plantTreeTaskGive = call({
  method: "POST",
  path: `${paths.plantTreeTask}/give`,
  access: "planttreetask.add",
  body: plantTreeTaskGiveSchema,
  answer: z.object({ rows: z.array(givenTaskSchema) }),
});
