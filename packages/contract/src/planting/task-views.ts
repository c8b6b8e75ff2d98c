/** Planting tasks by the days on which they are due, and by the places where they stand. */
import { dateSchema, idSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { taskStatuses } from "../values/plant-tree-task-states.ts";
import { recordOf } from "../values/record-of.ts";
import { z } from "../z.ts";
import { plantTreeTaskFilters } from "./plant-tree-tasks.ts";

const count = z.number().int();

/** Day of a month on which tasks are due. */
const dueDaySchema = z
  .object({
    date: dateSchema,
    count,
    overdue: count,
    /** The first of them; all are in the list with `due_from` and `due_to`. */
    tasks: z.array(
      z.object({
        id: idSchema,
        status: z.enum(taskStatuses),
        overdue: z.boolean(),
        garden: referenceSchema,
      }),
    ),
  })
  .meta({ id: "TaskDueDay" });
export type TaskDueDay = z.output<typeof dueDaySchema>;

const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, { error: "invalid" });

/** Days without a task are left out. */
export const plantTreeTaskCalendar = call({
  method: "GET",
  path: `${paths.plantTreeTask}/calendar`,
  access: "planttreetask.view",
  query: z.object({ ...plantTreeTaskFilters, month }),
  answer: z
    .object({ month, count, days: z.array(dueDaySchema) })
    .meta({ id: "PlantTreeTaskCalendar" }),
});

/** The tasks of one garden, at its middle. WGS 84, degrees. */
const taskPlaceSchema = z
  .object({
    garden: referenceSchema,
    longitude: z.number(),
    latitude: z.number(),
    count,
    overdue: count,
    states: z.object(recordOf(taskStatuses, () => count)),
  })
  .meta({ id: "TaskPlace" });
export type TaskPlace = z.output<typeof taskPlaceSchema>;

export const plantTreeTaskPlaces = call({
  method: "GET",
  path: `${paths.plantTreeTask}/places`,
  access: "planttreetask.view",
  query: z.object(plantTreeTaskFilters),
  answer: z
    .object({
      places: z.array(taskPlaceSchema),
      /** Tasks of gardens whose boundary is not known. */
      without_place: count,
    })
    .meta({ id: "PlantTreeTaskPlaces" }),
});
