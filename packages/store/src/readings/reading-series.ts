/** Reading readings: one series, whether its days are raw or packed. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { type Measure, measureNumber } from "./reading-measures.ts";

type Db = Kysely<Database>;

/** `from` is inclusive, `to` exclusive. */
export interface SeriesRange {
  deviceId: number;
  measure: Measure;
  from: Date;
  to: Date;
}

/** `ts` is when the step begins; `n` right values, their mean, least and greatest. */
export interface SeriesPoint {
  ts: Date;
  value: number;
  min: number;
  max: number;
  n: number;
}

/** Single right values, in order of time, `limit` at most. */
export async function listRawPoints(
  db: Db,
  range: SeriesRange,
  limit: number,
): Promise<SeriesPoint[]> {
  const { deviceId, from, to } = range;
  const measure = sql.ref(range.measure);
  const { rows } = await sql<{ ts: Date; value: number }>`
    select ts, ${measure} as value from reading
    where device_id = ${deviceId} and ts >= ${from} and ts < ${to} and ${measure} is not null
    union all
    select * from (
      select d.day::timestamp at time zone 'UTC' + u.ms * interval '1 millisecond' as ts, u.value
      from reading_day d cross join lateral unnest(d.offsets, ${sql.ref(`d.${range.measure}`)})
        as u (ms, value)
      where d.device_id = ${deviceId} and u.value is not null
        and d.day >= (${from}::timestamptz at time zone 'UTC')::date
        and d.day <= (${to}::timestamptz at time zone 'UTC')::date) as packed
    where ts >= ${from} and ts < ${to}
    order by ts limit ${limit}`.execute(db);
  return rows.map(({ ts, value }) => ({ ts, value, min: value, max: value, n: 1 }));
}

/** Hours or days of the programme from the roll-up. `from` is the beginning of a step, or its first step is not whole. */
export async function listSteps(
  db: Db,
  step: "hour" | "day",
  { deviceId, measure, from, to }: SeriesRange,
): Promise<SeriesPoint[]> {
  const start = step === "hour" ? sql`hour` : sql`programme_midnight(programme_day(hour))`;
  const { rows } = await sql<SeriesPoint>`
    select ${start} as ts, sum(total) / sum(n) as value, min(low) as min, max(high) as max,
      sum(n)::int as n
    from reading_hour
    where device_id = ${deviceId} and measure = ${measureNumber(measure)}::smallint
      and hour >= ${from} and hour < ${to}
    group by 1 order by 1`.execute(db);
  return rows;
}

type Kept = { count: number; rows: { ts: Date; value: number }[] };

async function listKept(db: Db, table: string, range: SeriesRange, limit: number): Promise<Kept> {
  const { deviceId, measure, from, to } = range;
  const { rows } = await sql<{ ts: Date; value: number; count: number }>`
    select ts, value, count(*) over ()::int as count from ${sql.table(table)}
    where device_id = ${deviceId} and measure = ${measureNumber(measure)}::smallint
      and ts >= ${from} and ts < ${to}
    order by ts desc, value limit ${limit}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ ts, value }) => ({ ts, value })).reverse(),
  };
}

/** Values that no sensor can measure: the newest `limit` in order of time, and how many there are. */
export const listFaults = (db: Db, range: SeriesRange, limit: number) =>
  listKept(db, "reading_fault", range, limit);

/** The same of values that came for a moment that held another one. */
export const listConflicts = (db: Db, range: SeriesRange, limit: number) =>
  listKept(db, "reading_conflict", range, limit);
