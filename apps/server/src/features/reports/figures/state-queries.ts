/** Devices and violations of reports, by state and the numbers of `territoryOf`. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { DeviceState } from "@nihol/contract/values/devices";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { ViolationState } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { findParameters } from "@nihol/store/readings/parameters";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { visibleTo } from "../../../policies/scope.ts";
import { violationVisibleTo } from "../../../policies/violations.ts";
import { isOverdue, isSettledIn } from "../../../shared/case-days.ts";
import { placesOfDevices, stoodThere } from "../../../shared/devices/device-places-sql.ts";
import { newestSql, stateSql } from "../../../shared/devices/device-state-sql.ts";
import { exceedances } from "../../../shared/devices/exceedances.ts";
import { allOf } from "../../../shared/rows/all-of.ts";
import { territoryOf } from "../../../shared/territory/territory-sql.ts";

export interface StateSums<State extends string> {
  territory_id: number;
  state: State;
  count: number;
}

const violationTerritory = (kind: ReportKind, filter: TreeFilter) =>
  territoryOf("v", kind, filter, sql<SqlBool>`v.latitude is not null`);

export interface ViolationSums extends StateSums<ViolationState> {
  overdue: number;
}

/** Violations observed in the period. */
export async function sumViolations(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const { region, from, to } = filter;
  const where = allOf([
    violationVisibleTo(actor),
    ...(region ? [sql<SqlBool>`v.region_id = ${region}`] : []),
    ...(from ? [sql<SqlBool>`v.observed_on >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`v.observed_on <= ${to}::date`] : []),
  ]);
  const { rows } = await sql<ViolationSums>`
    select ${violationTerritory(kind, filter)} as territory_id, v.state, count(*)::int as count,
      (count(*) filter (where ${isOverdue()}))::int as overdue
    from violation v where ${where} group by 1, 2`.execute(db);
  return rows;
}

export interface Counted {
  territory_id: number;
  count: number;
}

/** Violations closed or dismissed in the period. */
export async function sumSettled(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const where = allOf([
    violationVisibleTo(actor),
    ...(filter.region ? [sql<SqlBool>`v.region_id = ${filter.region}`] : []),
    isSettledIn(filter),
  ]);
  const { rows } = await sql<Counted>`
    select ${violationTerritory(kind, filter)} as territory_id, count(*)::int as count
    from violation v where ${where} group by 1`.execute(db);
  return rows;
}

/**
 * Devices in service of which a reading left its range in the period, and the days on which one did: where the device stood
 * on that day, whoever sees it now.
 */
export async function sumExceedances(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const where = allOf([
    visibleTo(actor, devicePlace),
    sql<SqlBool>`not v.retired`,
    ...(filter.region ? [sql<SqlBool>`v.region_id = ${filter.region}`] : []),
  ]);
  const days = exceedances(await findParameters(db), filter);
  const { rows } = await sql<Counted & { days: number }>`
    select ${territoryOf("v", kind, filter)} as territory_id, count(distinct d.device_id)::int as count,
      count(*)::int as days
    from ${days} d join ${placesOfDevices} on ${stoodThere}
    where ${where} group by 1`.execute(db);
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
    from device v left join ${newestSql(await findParameters(db))} s on s.device_id = v.id
    where ${where} group by 1, 2`.execute(db);
  return rows;
}
