/** Everything that has become of a planting task, in one line of time. */
import { idParamsSchema, pageQuerySchema, pageSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { taskStatuses } from "../values/plant-tree-task-states.ts";
import { planFields, timelineKinds } from "../values/planting/timeline.ts";
import { z } from "../z.ts";

const count = z.number().int();
const status = z.enum(taskStatuses);

const timelineEventSchema = z
  .object({
    /** `kind-number` of the event's row, as "report-12": the same event has the same key. */
    key: z.string(),
    kind: z.enum(timelineKinds),
    at: z.iso.datetime(),
    /** A name; null for what Nihol did by itself and for people who are gone. */
    by: z.string().nullable(),
    /** Of a step: where from, null where the task began, and where to. */
    from: status.nullable(),
    to: status.nullable(),
    /** A comment, a purpose or a reason. */
    text: z.string(),
    /** Planted tree type of a report's row. */
    tree_type: referenceSchema.nullable(),
    /** Trees of a report's row, plots of a draw, the number of the task of a replanting: by `kind`. */
    count: count.nullable(),
    /** Fields of the plan that were changed. */
    changed: z.array(z.enum(planFields)),
    /** Of a survival visit: years after planting; null for one that somebody asked for. */
    year: count.nullable(),
  })
  .meta({ id: "TaskTimelineEvent" });
export type TimelineEvent = z.output<typeof timelineEventSchema>;

/** Newest first. Rows of the report are for those who may see it. */
export const taskTimeline = call({
  method: "GET",
  path: `${paths.plantTreeTask}/:id/timeline`,
  access: "planttreetask.view",
  params: idParamsSchema,
  query: pageQuerySchema.pick({ page: true, page_size: true }),
  answer: pageSchema(timelineEventSchema),
});
