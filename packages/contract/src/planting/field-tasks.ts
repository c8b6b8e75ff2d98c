/** Tasks that a phone takes along: those of whoever is signed in, with all that they need for days without a connection. */
import { multiPolygonSchema } from "../geometry.ts";
import { referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { fieldPitSchema } from "./pits.ts";
import { plantTreeTaskSchema, taskStepSchema } from "./plant-tree-tasks.ts";
import { rowsSeenSchema } from "./verdicts.ts";

const fieldTaskSchema = plantTreeTaskSchema
  .extend({
    /** Of its garden; null where nobody has drawn it. */
    boundary: multiPolygonSchema.nullable(),
    /** Rows that the task's verdict states, and pits in them that were dug and hold no plant. */
    rows_seen: rowsSeenSchema.nullable(),
    pits: z.array(fieldPitSchema),
    /** Says whether the reader may say what they found at a pit. */
    may_answer: z.boolean(),
    /** True for a completed task that is listed because a survival visit of it is due. */
    survival_due: z.boolean(),
    /** Reason why it was given back to be changed, by whom and when; null where it was not. */
    returned: taskStepSchema.pick({ comment: true, by: true, at: true }).nullable(),
  })
  .meta({ id: "FieldTask" });
export type FieldTask = z.output<typeof fieldTaskSchema>;

const fieldTasksSchema = z
  .object({
    /** In work, or with a survival visit that is due; the nearest due date first. */
    tasks: z.array(fieldTaskSchema),
    /** Number of tasks; more than `tasks` holds where the list is cut. */
    count: z.number().int(),
    /** Tree types that may be reported besides those of a task; empty without the right to see tree types. */
    tree_types: z.array(referenceSchema),
  })
  .meta({ id: "FieldTasks" });
export type FieldTasks = z.output<typeof fieldTasksSchema>;

export const fieldTasks = call({
  method: "GET",
  path: `${paths.plantTreeTask}/field`,
  access: "planttreetask.view",
  answer: fieldTasksSchema,
});
