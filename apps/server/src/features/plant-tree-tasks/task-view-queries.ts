/** Planting tasks as a calendar and as a map show them: by the day they are due, and by the garden they stand in. */

import type { Reference } from "@nihol/contract/paging";
import type { TaskDueDay, TaskPlace } from "@nihol/contract/planting/task-views";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { conditions, filteredTasks, type TaskFilters } from "./task-filters-sql.ts";

/** So many tasks are named on each day of a calendar. */
const namedOfDay = 3;

const lastDayOf = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The days of a month (`2026-05`) on which the filtered tasks are due, each with its first tasks, the overdue ones before. */
export async function listDueDays(
  db: Db,
  actor: Actor,
  { month, ...filters }: TaskFilters & { month: string },
): Promise<TaskDueDay[]> {
  const overdue = conditions.overdue();
  const ranked = filteredTasks(db, actor, filters)
    .where("t.due_date", ">=", `${month}-01`)
    .where("t.due_date", "<=", lastDayOf(month))
    .select(["t.id", "t.status", "t.due_date", "g.id as garden_id", "g.name as garden_name"])
    .select([
      sql<boolean>`${overdue}`.as("overdue"),
      sql<number>`(count(*) over (partition by t.due_date))::int`.as("count"),
      sql<number>`(count(*) filter (where ${overdue}) over (partition by t.due_date))::int`.as(
        "overdue_count",
      ),
      sql<number>`row_number() over (partition by t.due_date order by ${overdue} desc,
        array_position(${[...taskStatuses]}::text[], t.status), t.id)`.as("rank"),
    ]);
  const rows = await db
    .selectFrom(ranked.as("r"))
    .where("r.rank", "<=", namedOfDay)
    .selectAll()
    .orderBy("r.due_date")
    .orderBy("r.rank")
    .execute();
  const days = new Map<string, TaskDueDay>();
  for (const { due_date: date, count, overdue_count, garden_id, garden_name, ...task } of rows) {
    const day = days.get(date) ?? { date, count, overdue: overdue_count, tasks: [] };
    const { id, status } = task;
    const garden: Reference = { id: garden_id, name: { ...garden_name } };
    day.tasks.push({ id, status, overdue: task.overdue, garden });
    days.set(date, day);
  }
  return [...days.values()];
}

const statesOfGroup = sql<TaskPlace["states"]>`json_build_object(${sql.join(
  taskStatuses.flatMap((one) => [
    sql`${sql.lit(one)}`,
    sql`count(*) filter (where t.status = ${sql.lit(one)})`,
  ]),
)})`;

/** The gardens of the filtered tasks with how many of each state, and how many tasks stand in gardens without a place. */
export async function listTaskPlaces(
  db: Db,
  actor: Actor,
  filters: TaskFilters,
): Promise<{ places: TaskPlace[]; without_place: number }> {
  const rows = await filteredTasks(db, actor, filters)
    .groupBy("g.id")
    .select(["g.id", "g.name", "g.center"])
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`(count(*) filter (where ${conditions.overdue()}))::int`.as("overdue"),
      statesOfGroup.as("states"),
    ])
    .orderBy("g.id")
    .execute();
  const places: TaskPlace[] = [];
  let without_place = 0;
  for (const { id, name, center, count, overdue, states } of rows) {
    const [longitude, latitude] = center ?? [];
    if (longitude === undefined || latitude === undefined) without_place += count;
    else
      places.push({
        garden: { id, name: { ...name } },
        longitude,
        latitude,
        count,
        overdue,
        states,
      });
  }
  return { places, without_place };
}
