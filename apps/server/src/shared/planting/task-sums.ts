/** Planting tasks of a period by state, and what was planned and planted: for reports and for the dashboard. */

import type { TreeFilter } from "@nihol/contract/statistics";
import { plantingStatuses, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { allOf } from "../rows/all-of.ts";
import { todaySql } from "../rows/programme-day.ts";
import {
  gardenColumns,
  inPlace,
  type TerritoryKind,
  territoryOf,
} from "../territory/territory-sql.ts";
import { isCounted } from "./counted-tasks.ts";

export interface TaskSums {
  territory_id: number;
  state: TaskStatus;
  count: number;
  overdue: number;
  scheduled: number;
  submitted: number;
  /** Of tasks whose report was decided to agree. */
  verified: number;
  /** Reported by tasks whose report was decided not to stand: not among the submitted ones. */
  contradicted: number;
}

/** Says whether the time of `planting_task as t`, from assigned to due, touches the period. */
export const isTaskOf = ({ from, to }: Pick<TreeFilter, "from" | "to">) =>
  allOf([
    ...(from ? [sql<SqlBool>`t.due_date >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`t.assigned_date <= ${to}::date`] : []),
  ]);

/**
 * Tasks whose time, from assigned to due, touches the period, as their list filters them. Trees are those of the
 * tasks that count (`isCounted`).
 */
export async function sumTasks(db: Db, actor: Actor, kind: TerritoryKind, filter: TreeFilter) {
  const territory = territoryOf("g", kind, filter, sql<SqlBool>`g.boundary is not null`);
  const where = allOf([tasksVisibleTo(actor), ...inPlace(filter, gardenColumns), isTaskOf(filter)]);
  const { rows } = await sql<TaskSums>`
    with t as materialized (
      select t.id, t.status, t.due_date, t.replaces_id, t.reported_trees, ${territory} as territory_id
      from planting_task t join garden g on g.id = t.garden_id where ${where}
    )
    select t.territory_id, t.status as state, count(*)::int as count,
      (count(*) filter (where t.due_date < ${todaySql()} and t.status = any(${[...plantingStatuses]}::text[])))::int as overdue,
      coalesce(sum(i.quantity) filter (where ${isCounted}), 0)::float8 as scheduled,
      coalesce(sum(t.reported_trees) filter (where ${isCounted} and e.decided is distinct from 'contradicts'), 0)::float8 as submitted,
      coalesce(sum(t.reported_trees) filter (where ${isCounted} and e.decided = 'agrees'), 0)::float8 as verified,
      coalesce(sum(t.reported_trees) filter (where ${isCounted} and e.decided = 'contradicts'), 0)::float8 as contradicted
    from t
    left join (select task_id, sum(quantity) as quantity from planting_task_item
      where task_id in (select id from t) group by 1) i on i.task_id = t.id
    left join planting_verdict e on e.task_id = t.id
    group by 1, 2`.execute(db);
  return rows;
}

/** Adds up what was planned, planted and decided of these, in trees. */
export function plannedTrees(rows: readonly TaskSums[]) {
  const total = (of: "scheduled" | "submitted" | "verified" | "contradicted") =>
    rows.reduce((sum, row) => sum + row[of], 0);
  return {
    scheduled_plant_count: total("scheduled"),
    submitted_plant_count: total("submitted"),
    verified_plant_count: total("verified"),
    contradicted_plant_count: total("contradicted"),
  };
}
