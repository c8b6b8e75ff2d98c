/** Days on which a device's readings left their range: for the list of devices and for reports. */
import type { Parameters } from "@nihol/store/readings/parameters";
import { type Expression, type SqlBool, sql } from "kysely";
import { allOf } from "../rows/all-of.ts";
import { limitRows } from "./guidance-limits.ts";

/** Days of `reading_span as p` of `device as v` in the period that left the ranges; from … where, without a select. */
export function exceedances(
  parameters: Parameters,
  { from, to }: { from?: string; to?: string },
): Expression<unknown> {
  const where = allOf([
    sql<SqlBool>`(p.low < l.watch_min or p.high > l.watch_max)`,
    ...(from ? [sql<SqlBool>`p.day >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`p.day <= ${to}::date`] : []),
  ]);
  return sql`(with l as materialized (
    select o.id as device_id, l.parameter, l.watch_min, l.watch_max from ${limitRows(parameters)} l
    join device o on o.type = any(l.device_types) and coalesce(o.soil_texture, '') = coalesce(l.texture, ''))
    select p.device_id, p.day from l join reading_span p on p.device_id = l.device_id and p.parameter = l.parameter
    where ${where} group by 1, 2)`;
}
