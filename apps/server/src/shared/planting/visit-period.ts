/** Survival visits of a period: for the list of planting tasks and for reports. */
import { type Expression, type SqlBool, sql } from "kysely";
import { allOf } from "../rows/all-of.ts";
import { todaySql } from "../rows/programme-day.ts";

/** Days, both included. */
export interface VisitPeriod {
  from?: string;
  to?: string;
}

/** The day of `survival_visit as v`: when it was made, else when it is due. Days of the programme, UTC+5. */
export const visitDay = sql<string>`(case when v.state = 'done' and v.finished_at is not null
  then ((v.finished_at at time zone 'UTC') + interval '5 hours')::date else v.due_date end)`;

/** Whether `survival_visit as v` belongs to the period, and its day has come. */
export const isVisitOf = ({ from, to }: VisitPeriod): Expression<SqlBool> =>
  allOf([
    sql<SqlBool>`v.state <> 'cancelled'`,
    sql<SqlBool>`${visitDay} <= ${todaySql()}`,
    ...(from ? [sql<SqlBool>`${visitDay} >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`${visitDay} <= ${to}::date`] : []),
  ]);

/** Tasks with a visit that was made, with none that was made, or with either. */
export type Visited = "any" | "true" | "false";

/** Whether the completed `planting_task as t` has a visit of the period. */
export function hasVisitIn(period: VisitPeriod, visited: Visited): Expression<SqlBool> {
  const any = sql<SqlBool>`exists (select from survival_visit v where v.task_id = t.id and ${isVisitOf(period)})`;
  const made = sql<SqlBool>`exists (select from survival_visit v
    where v.task_id = t.id and v.state = 'done' and ${isVisitOf(period)})`;
  return allOf([
    sql<SqlBool>`t.status = 'completed'`,
    any,
    ...(visited === "any" ? [] : [sql<SqlBool>`${made} = ${visited === "true"}`]),
  ]);
}
