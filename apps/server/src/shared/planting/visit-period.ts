/** Survival visits of a period: for the list of planting tasks and for reports. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { allOf } from "../rows/all-of.ts";
import { todaySql } from "../rows/programme-day.ts";

/** Days, both included. */
interface VisitPeriod {
  from?: string;
  to?: string;
}

/** The day of `survival_visit as v`: when it was made, else when it is due. Days of the programme. */
export const visitDay = sql<string>`(case when v.state = 'done' and v.finished_at is not null
  then programme_day(v.finished_at) else v.due_date end)`;

/** Days from the last planting to `survival_visit as v`; null where nothing is reported. */
export const visitAge = sql<
  number | null
>`(select ${visitDay} - max(r.plant_date) from planting_report r where r.task_id = v.task_id)`;

/**
 * Years after planting, to the nearest one, that `survival_visit as v` speaks of; null for what was counted within
 * half a year of planting, which says nothing of survival.
 */
export const visitYear = sql<number | null>`(select case when a.days is null then v.year
    when a.days >= 183 then coalesce(v.year, round(a.days / 365.25))::int end from (select ${visitAge} as days) a)`;

/** Says whether `survival_visit as v` speaks of survival, belongs to the period, and its day has come. */
const isVisitOf = ({ from, to }: VisitPeriod): Expression<SqlBool> =>
  allOf([
    sql<SqlBool>`v.state <> 'cancelled'`,
    sql<SqlBool>`${visitYear} is not null`,
    sql<SqlBool>`${visitDay} <= ${todaySql()}`,
    ...(from ? [sql<SqlBool>`${visitDay} >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`${visitDay} <= ${to}::date`] : []),
  ]);

/** Tasks with a visit that was made, with none that was made, or with either. */
export type Visited = "any" | "true" | "false";

/** The task that was planted first where a task plants again, however often: of those that the actor sees. */
const firstPlantings = (actor: Actor) => sql`
  with recursive replanting as (
    select id as task_id, replaces_id as first_id from planting_task where replaces_id is not null
    union
    select r.task_id, t.replaces_id from replanting r join planting_task t on t.id = r.first_id
    where t.replaces_id is not null
  )
  select r.task_id, min(r.first_id) as first_id
  from replanting r join planting_task t on t.id = r.first_id join garden g on g.id = t.garden_id
  where ${tasksVisibleTo(actor)} group by r.task_id`;

/**
 * The visits of a period, one for each piece of ground: `task_id`, `id`, `visited` (it was made), `year` and `first_id`.
 * What was counted some days after planting is not among them.
 *
 * A task and those that plant again what it lost stand on the same ground, and the plots of each are drawn over all
 * of it. Of their visits one stands for the ground: the newest that was made, else the newest that was due. Its rate
 * is one of the planting places, which are those of `first_id`, the task that was planted first (the task itself
 * where it plants nothing again): trees planted again stand in places of others. `isInPlace` asks of `garden as g`.
 */
export const standingVisits = (
  actor: Actor,
  period: VisitPeriod,
  isInPlace: Expression<SqlBool> = sql<SqlBool>`true`,
) => sql`(
  select distinct on (coalesce(f.first_id, t.id)) t.id as task_id, v.id, v.state = 'done' as visited,
    ${visitYear} as year, coalesce(f.first_id, t.id) as first_id
  from survival_visit v join planting_task t on t.id = v.task_id join garden g on g.id = t.garden_id
  left join (${firstPlantings(actor)}) f on f.task_id = t.id
  where t.status = 'completed' and ${tasksVisibleTo(actor)} and ${isVisitOf(period)} and ${isInPlace}
  order by coalesce(f.first_id, t.id), v.state = 'done' desc, ${visitDay} desc, v.id desc)`;

/** Says whether a visit of the completed `planting_task as t` stands for its ground in the period. */
export function hasVisitIn(actor: Actor, period: VisitPeriod, visited: Visited) {
  const made = visited === "any" ? sql`true` : sql`s.visited = ${visited === "true"}`;
  return sql<SqlBool>`t.id in (select s.task_id from ${standingVisits(actor, period)} s where ${made})`;
}
