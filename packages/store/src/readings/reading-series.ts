/** Queries one series of readings, whether its days are raw or packed. */

import { dayOf } from "@nihol/contract/values/planting/programme-day";
import {
  type BadIntervalReason,
  badIntervalLimits,
} from "@nihol/contract/values/sensors/bad-intervals";
import type { Averaging } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import { parameterId } from "./reading-values.ts";

/** `from` is inclusive, `to` exclusive. */
export interface SeriesRange {
  deviceId: number;
  /** Key of the parameter: `air_humidity`. */
  parameter: string;
  from: Date;
  to: Date;
}

/** `ts` is when the step begins; `n` valid values, what is made of them (a mean unless its parameter says otherwise), lowest and highest. */
export interface SeriesPoint {
  ts: Date;
  value: number;
  min: number;
  max: number;
  n: number;
}

/** Single valid values as they are shown, calibrated, in order of time, `limit` at most. */
export async function listRawPoints(
  db: Db,
  range: SeriesRange,
  limit: number,
): Promise<SeriesPoint[]> {
  const { deviceId, from, to } = range;
  const parameter = parameterId(range.parameter);
  const { rows } = await sql<{ ts: Date; value: number }>`
    select ts, value from reading_corrected
    where device_id = ${deviceId} and parameter = ${parameter} and ts >= ${from} and ts < ${to}
    union all
    select ts, value from reading_packed_corrected
    where device_id = ${deviceId} and parameter = ${parameter}
      and day >= (${from}::timestamptz at time zone 'UTC')::date
      and day <= (${to}::timestamptz at time zone 'UTC')::date and ts >= ${from} and ts < ${to}
    order by ts limit ${limit}`.execute(db);
  return rows.map(({ ts, value }) => ({ ts, value, min: value, max: value, n: 1 }));
}

/** Values of a step by the way of averaging: degrees from north of the mean vector, decibels of the mean energy. */
export const madeBy: Record<Averaging, RawBuilder<number>> = {
  mean: sql`sum(total) / sum(n)`,
  sum: sql`sum(total)`,
  vector: sql`mod((atan2d(sum(east), sum(north)) + 360)::numeric, 360)::float8`,
  energy: sql`10 * log(sum(energy) / sum(n))`,
};

/** Hours or local days (`programme_day`) from the roll-up. `from` is the beginning of a step, or its first step is not whole. */
export async function listSteps(
  db: Db,
  step: "hour" | "day",
  { deviceId, parameter, from, to }: SeriesRange,
  averaging: Averaging,
): Promise<SeriesPoint[]> {
  // Hours written by another way of averaging than today's lack its sums: they are left out.
  // Of a sum and of a direction single values make no band.
  const isBand = averaging === "mean" || averaging === "energy";
  const start = step === "hour" ? sql`hour` : sql`programme_midnight(programme_day(hour))`;
  const { rows } = await sql<SeriesPoint>`
    select ${start} as ts, ${madeBy[averaging]} as value, min(low) as min, max(high) as max,
      sum(n)::int as n
    from reading_hour
    where device_id = ${deviceId} and parameter = ${parameterId(parameter)}
      and hour >= ${from} and hour < ${to}
    group by 1 having ${madeBy[averaging]} is not null order by 1`.execute(db);
  return isBand ? rows : rows.map((row) => ({ ...row, min: row.value, max: row.value }));
}

type Kept = { count: number; rows: { ts: Date; value: number }[] };

async function listRejected(
  db: Db,
  table: RawBuilder<unknown>,
  range: SeriesRange,
  limit: number,
): Promise<Kept> {
  const { deviceId, parameter, from, to } = range;
  const { rows } = await sql<{ ts: Date; value: number; count: number }>`
    select ts, value, count(*) over ()::int as count from ${table} k
    where device_id = ${deviceId} and parameter = ${parameterId(parameter)}
      and ts >= ${from} and ts < ${to}
    order by ts desc, value limit ${limit}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ ts, value }) => ({ ts, value })).reverse(),
  };
}

/** Values that no sensor can measure: the newest `limit` in order of time, and how many there are. */
export const listFaults = (db: Db, range: SeriesRange, limit: number) =>
  listRejected(db, sql`(select * from reading_fault where bad_interval is null)`, range, limit);

/** The same of values that came for a moment that held another one, corrected as that one is. */
export const listConflicts = (db: Db, range: SeriesRange, limit: number) =>
  listRejected(db, sql`reading_conflict_corrected`, range, limit);

/** Bad intervals that touch a range, in order of time and the newest `badIntervalLimits.shown`, and how many values of it they hold aside. */
export async function listBadIntervals(db: Db, range: SeriesRange) {
  const { deviceId, parameter, from, to } = range;
  const id = parameterId(parameter);
  const { rows } = await sql<{
    from: Date;
    to: Date | null;
    reason: BadIntervalReason;
    sets_aside: boolean;
  }>`
    select begins_at as "from", ends_at as "to", reason, sets_aside from bad_interval
    where device_id = ${deviceId} and taken_back_at is null
      and (parameter is null or parameter = ${id})
      and begins_at < ${to} and (ends_at is null or ends_at > ${from})
    order by begins_at desc, id desc limit ${badIntervalLimits.shown}`.execute(db);
  rows.reverse();
  if (rows.length === 0) return { intervals: rows, values: 0 };
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from reading_fault
    where device_id = ${deviceId} and parameter = ${id} and ts >= ${from} and ts < ${to}
      and bad_interval is not null`.execute(db);
  return { intervals: rows, values: counted[0]?.n ?? 0 };
}

/** Lists the local days of a range on which the device was moved, in order. */
export async function listMoves(db: Db, { deviceId, from, to }: SeriesRange): Promise<string[]> {
  const rows = await db
    .selectFrom("device_place")
    .where("device_id", "=", deviceId)
    .where("until", ">", dayOf(from))
    .where("until", "<=", dayOf(to))
    .select("until")
    .orderBy("until")
    .execute();
  return rows.map(({ until }) => until);
}
