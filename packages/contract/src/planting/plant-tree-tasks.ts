import {
  booleanQuerySchema,
  canSchema,
  dateSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  rangeSchema,
  referenceSchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import {
  firstStatuses,
  taskConditions,
  taskStatuses,
  taskTransitions,
} from "../values/plant-tree-task-states.ts";
import { verdicts } from "../values/planting/verdicts.ts";
import { recordOf } from "../values/record-of.ts";
import { z } from "../z.ts";
import { evidenceFlagSchema, evidenceFlags, stockHeightSchema } from "./plant-tree-reports.ts";

const count = z.number().int();
const status = z.enum(taskStatuses);

/** Number of trees of a type that a task asks for, and that its reports hold. */
const taskItemSchema = z.object({
  tree_type: referenceSchema,
  quantity: count,
  submitted: count,
  /** Height of the stock that is asked for, centimetres; null where nobody has said it. */
  stock_height_cm: count.nullable(),
});

/** A transition that this person may make now; the table is values/plant-tree-task-states.ts. */
const openTransitionSchema = z.object({
  to: status,
  needs_comment: z.boolean(),
  /** Reason why this person cannot make it though their rights allow it: they handed the task in themselves. */
  blocked: z.enum(["own_submission"]).nullable(),
});
export type OpenTransition = z.output<typeof openTransitionSchema>;

export const plantTreeTaskSchema = z
  .object({
    id: idSchema,
    status,
    /** Its due date has passed, and nothing was handed in. */
    overdue: z.boolean(),
    /** Days until its due date, below nought when it is overdue; null where nothing is to be planted any more. */
    days_left: count.nullable(),
    assignedDate: dateSchema,
    dueDate: dateSchema,
    garden: referenceSchema,
    /** The two names are in the language of the request. */
    gardenName: z.string(),
    ministry: referenceSchema.nullable(),
    ministryName: z.string().nullable(),
    /** The organization that plants for the task's own. */
    contractor: referenceSchema.nullable(),
    /** The task of whose lost trees this one plants others. */
    replaces: idSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    items: z.array(taskItemSchema),
    scheduled_plant_count: count,
    /** Metres between trees; null where nobody has said it. */
    spacing_m: z.number().nullable(),
    /** The sum of the report's counts; with `report_count` 0 nothing was submitted at all. */
    submitted_plant_count: count,
    /** Trees among them that do not count as planted: all where a person has found that the report does not stand, else 0. */
    contradicted_plant_count: count,
    /** Says whether the figures of lists and reports add its trees up: it is not cancelled, and plants nothing again. */
    counted: z.boolean(),
    /** Verdict on its report, by a person or until then by the machine; null before it is handed in. */
    verdict: z.enum(verdicts).nullable(),
    /** By its newest survival visit, so many years after planting; null where nobody has counted. */
    survival: z
      .object({ year: count, rate: rangeSchema, living: rangeSchema.nullable() })
      .nullable(),
    report_count: count,
    /** Flags of its report, or of a row of it, that are warnings. */
    warnings: z.array(z.enum(evidenceFlags)),
    transitions: z.array(openTransitionSchema),
    created_at: z.iso.datetime(),
    can: canSchema.extend({ report: z.boolean() }),
  })
  .meta({ id: "PlantTreeTask" });
export type PlantTreeTask = z.output<typeof plantTreeTaskSchema>;

export const taskStepSchema = z.object({
  id: idSchema,
  from: status.nullable(),
  to: status,
  comment: z.string(),
  at: z.iso.datetime(),
  /** A name; null for what Nihol did by itself and for people who are gone. */
  by: z.string().nullable(),
});
export type TaskStep = z.output<typeof taskStepSchema>;

/** Detail of a task: what has become of it, newest first, and the trees planted beside the plan. */
const plantTreeTaskDetailSchema = plantTreeTaskSchema
  .extend({
    history: z.array(taskStepSchema),
    /** Of the task as a whole; those of its rows are in the report. */
    flags: z.array(evidenceFlagSchema),
    /** Tasks that plant again what this one lost, oldest first. */
    replanted_by: z.array(
      z.object({
        id: idSchema,
        status,
        scheduled: count,
        submitted: count,
        visit: idSchema.nullable(),
      }),
    ),
    unplanned: z.array(z.object({ tree_type: referenceSchema, submitted: count })),
  })
  .meta({ id: "PlantTreeTaskDetail" });
export type PlantTreeTaskDetail = z.output<typeof plantTreeTaskDetailSchema>;

const quantity = z.number().int().min(1, { error: "count_range" });
/** Number of trees of each type, and their height. */
export const plantTreeTaskItems = z
  .array(
    z.object({
      tree_type: idSchema,
      quantity: quantity.max(1_000_000, { error: "count_range" }),
      stock_height_cm: stockHeightSchema.default(null),
    }),
  )
  .min(1, { error: "required" })
  .max(100, { error: "invalid" })
  .superRefine((rows, context) => {
    const seen = new Set<number>();
    for (const [index, { tree_type }] of rows.entries()) {
      if (seen.has(tree_type))
        context.addIssue({
          code: "custom",
          message: "tree_type_twice",
          path: [index, "tree_type"],
          input: tree_type,
        });
      seen.add(tree_type);
    }
  });

const comment = z.string().trim().max(2000, { error: "too_long" });
/** Metres between trees. */
export const plantTreeTaskSpacing = z
  .number()
  .min(limits.spacingM.min, { error: "invalid" })
  .max(limits.spacingM.max, { error: "invalid" })
  .nullable();
const dates = { assignedDate: dateSchema, dueDate: dateSchema };
const inOrder = ({ assignedDate, dueDate }: { assignedDate?: string; dueDate?: string }) =>
  !assignedDate || !dueDate || assignedDate <= dueDate;
const dueFirst = { error: "due_before_assigned", path: ["dueDate"] };

/** Without a ministry it is the garden's. */
export const plantTreeTaskCreateSchema = z
  .object({
    garden: idSchema,
    ministry: idSchema.nullable().optional(),
    contractor: idSchema.nullable().default(null),
    /** The completed task whose lost trees are planted again, and the visit that found it. */
    replaces: z
      .object({ task: idSchema, visit: idSchema.nullable().default(null) })
      .nullable()
      .default(null),
    ...dates,
    items: plantTreeTaskItems,
    spacing_m: plantTreeTaskSpacing.default(null),
    status: z.enum(firstStatuses).default("pending"),
    comment: comment.default(""),
  })
  .refine(inOrder, dueFirst);
/** Another status is a transition, with the comment that it may need. */
export const plantTreeTaskPatchSchema = z
  .object({
    garden: idSchema,
    ministry: idSchema.nullable(),
    contractor: idSchema.nullable(),
    ...dates,
    items: plantTreeTaskItems,
    spacing_m: plantTreeTaskSpacing,
    status,
    comment,
  })
  .partial()
  .refine(inOrder, dueFirst);
export const plantTreeTaskStatusSchema = z.object({ status, comment: comment.default("") });

const reference = z.coerce.number().int().optional();
const filters = {
  garden: reference,
  ministry: reference,
  contractor: reference,
  region: reference,
  district: reference,
  tree_type: reference,
  /** Tasks whose time, from assigned to due, touches these days. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  /** Days of the due date, both included. */
  due_from: dateSchema.optional(),
  due_to: dateSchema.optional(),
  /** Tasks that plant again what others lost, or that do not. */
  replanting: booleanQuerySchema.optional(),
  /** Tasks whose trees the figures add up: not cancelled, and planting nothing again; or the others. */
  counted: booleanQuerySchema.optional(),
  /** Tasks whose report a person has found not to stand: what it reports is not counted as planted; or the others. */
  contradicted: booleanQuerySchema.optional(),
  /** Tasks with warnings, or with none. */
  warnings: booleanQuerySchema.optional(),
  /** Tasks whose report was found to be that, by a person or until then by the machine. */
  verdict: z.enum(verdicts).optional(),
  /** The same by a person alone. */
  decided: z.enum(verdicts).optional(),
  /** Completed tasks of which a survival visit was due or made (`any`), was made, or was not, between these days. */
  visited: z.enum(["any", "true", "false"]).optional(),
  visit_from: dateSchema.optional(),
  visit_to: dateSchema.optional(),
};
const statusOrCondition = z.enum([...taskStatuses, ...taskConditions]).optional();
/** Filters that every view of the tasks has. */
export const plantTreeTaskFilters = {
  ...pageQuerySchema.pick({ search: true }).shape,
  ...filters,
  status: statusOrCondition,
};
const plantTreeTaskQuerySchema = pageQuerySchema.extend({
  ...filters,
  status: statusOrCondition,
  /** A column of the board: with `status`, both hold. */
  state: status.optional(),
});
const plantTreeTaskCountQuerySchema = pageQuerySchema.pick({ search: true }).extend(filters);
/** Number of tasks of each status under the same filters; those of the conditions are counted beside them. */
const plantTreeTaskCountSchema = z
  .object({
    all: count,
    /** Their trees are still to be planted. */
    to_plant: count,
    overdue: count,
    /** To be planted within the next seven days. */
    due_soon: count,
    /** Completed tasks of which a survival visit is due. */
    survival_due: count,
    /** Of the tasks that count, as reports add them up: planted is what was reported without what was contradicted. */
    scheduled_plant_count: count,
    submitted_plant_count: count,
    contradicted_plant_count: count,
    ...recordOf(taskStatuses, () => count),
  })
  .meta({ id: "PlantTreeTaskCounts" });
export type PlantTreeTaskCounts = z.output<typeof plantTreeTaskCountSchema>;
export const plantTreeTaskOrderings = [
  "id",
  "status",
  "gardenName",
  "ministryName",
  "assignedDate",
  "dueDate",
  "days_left",
  "scheduled_plant_count",
  "submitted_plant_count",
] as const;

export const plantTreeTasks = resource({
  name: "planttreetask",
  rights: "planttreetask",
  path: paths.plantTreeTask,
  row: plantTreeTaskSchema,
  create: plantTreeTaskCreateSchema,
  patch: plantTreeTaskPatchSchema,
  query: plantTreeTaskQuerySchema,
  orderings: plantTreeTaskOrderings,
  order: "-assignedDate",
  detail: plantTreeTaskDetailSchema,
});

export const plantTreeTaskCount = call({
  method: "GET",
  path: `${paths.plantTreeTask}/count`,
  access: "planttreetask.view",
  query: plantTreeTaskCountQuerySchema,
  answer: plantTreeTaskCountSchema,
});
/** The organizations that a task may name as its contractor. */
export const plantTreeTaskContractors = call({
  method: "GET",
  path: `${paths.plantTreeTask}/contractors`,
  access: "planttreetask.view",
  andOneOf: ["planttreetask.add", "planttreetask.change"],
  answer: z.object({ results: z.array(referenceSchema) }),
});
/** Changes a task's state. The table of transitions says who may make which change; who may make none is refused at once. */
export const plantTreeTaskStatus = call({
  method: "POST",
  path: `${paths.plantTreeTask}/:id/status`,
  access: "planttreetask.view",
  andOneOf: [...new Set(taskTransitions.flatMap(({ by }) => by))],
  params: idParamsSchema,
  body: plantTreeTaskStatusSchema,
  answer: plantTreeTaskDetailSchema,
});
