/** Planting tasks, devices and violations of reports, by state and the numbers of `territoryOf`. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { DeviceState } from "@nihol/contract/values/devices";
import { plantingStatuses, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { ReportKind } from "@nihol/contract/values/reports";
import type { ViolationState } from "@nihol/contract/values/violations";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { devicePlace } from "../../policies/devices.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { visibleTo } from "../../policies/scope.ts";
import { violationVisibleTo } from "../../policies/violations.ts";
import { newestSql, stateSql } from "../../shared/devices/device-state-sql.ts";
import { allOf } from "../../shared/rows/all-of.ts";
import { todaySql } from "../../shared/rows/programme-day.ts";
import { territoryOf } from "../../shared/territory/territory-sql.ts";

type Db = Kysely<Database>;

export interface StateSums<State extends string> {
  territory_id: number;
  state: State;
  count: number;
}

export interface TaskSums extends StateSums<TaskStatus> {
  overdue: number;
  scheduled: number;
  submitted: number;
}

/** Tasks whose time, from assigned to due, touches the period, as their list filters them. */
export async function sumTasks(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const { region, from, to } = filter;
  const territory = territoryOf("g", kind, filter, sql<SqlBool>`g.boundary is not null`);
  const where = allOf([
    tasksVisibleTo(actor),
    ...(region ? [sql<SqlBool>`g.region_id = ${region}`] : []),
    ...(from ? [sql<SqlBool>`t.due_date >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`t.assigned_date <= ${to}::date`] : []),
  ]);
  const { rows } = await sql<TaskSums>`
    select ${territory} as territory_id, t.status as state, count(*)::int as count,
      (count(*) filter (where t.due_date < ${todaySql()} and t.status = any(${[...plantingStatuses]}::text[])))::int as overdue,
      coalesce(sum(i.quantity), 0)::float8 as scheduled, coalesce(sum(p.count), 0)::float8 as submitted
    from planting_task t join garden g on g.id = t.garden_id
    left join (select task_id, sum(quantity) as quantity from planting_task_item group by 1) i on i.task_id = t.id
    left join (select task_id, sum(count) as count from planting_report group by 1) p on p.task_id = t.id
    where ${where} group by 1, 2`.execute(db);
  return rows;
}

/** Violations observed in the period. */
export async function sumViolations(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const { region, from, to } = filter;
  const territory = territoryOf("v", kind, filter, sql<SqlBool>`v.latitude is not null`);
  const where = allOf([
    violationVisibleTo(actor),
    ...(region ? [sql<SqlBool>`v.region_id = ${region}`] : []),
    ...(from ? [sql<SqlBool>`v.observed_on >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`v.observed_on <= ${to}::date`] : []),
  ]);
  const { rows } = await sql<StateSums<ViolationState>>`
    select ${territory} as territory_id, v.state, count(*)::int as count
    from violation v where ${where} group by 1, 2`.execute(db);
  return rows;
}

/** Devices as they are now. */
export async function sumDevices(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const { region } = filter;
  const where = allOf([
    visibleTo(actor, devicePlace),
    ...(region ? [sql<SqlBool>`v.region_id = ${region}`] : []),
  ]);
  const { rows } = await sql<StateSums<DeviceState>>`
    select ${territoryOf("v", kind, filter)} as territory_id, ${stateSql} as state, count(*)::int as count
    from device v left join lateral ${newestSql} s on true
    where ${where} group by 1, 2`.execute(db);
  return rows;
}
