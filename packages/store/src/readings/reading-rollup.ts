/** Roll-ups of single values: hours and local days, as a write adds to them and as they are made anew. */
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";

/** Rows of `reading_hour` of values (device_id, parameter, ts, value). */
export const hoursOf = (
  values: RawBuilder<unknown>,
) => sql`select c.device_id, c.parameter, date_trunc('hour', c.ts, 'UTC'), count(*),
    sum(c.value::float8), min(c.value), max(c.value),
    sum(cosd(c.value)) filter (where p.averaging = 'vector'),
    sum(sind(c.value)) filter (where p.averaging = 'vector'),
    sum(power(10, least(c.value, 1000)::float8 / 10)) filter (where p.averaging = 'energy')
  from ${values} c left join parameter p on p.id = c.parameter group by 1, 2, 3`;

/** Rows of `reading_span` of the same. */
export const spansOf = (values: RawBuilder<unknown>) => sql`select device_id, parameter,
    programme_day(ts) as day, min(value), max(value)
  from ${values} s group by 1, 2, 3`;

/** Values of some parameters of a device; `from` is inclusive, `to` exclusive. */
export interface ValueRange {
  deviceId: number;
  /** Ids. */
  parameters: readonly number[];
  from: Date;
  to: Date;
}

/** Fresh and packed values of a range, as they are shown: (device_id, parameter, ts, value), between expressions of its moments. */
const valuesBetween = (
  { deviceId, parameters }: ValueRange,
  low: RawBuilder<Date>,
  high: RawBuilder<Date>,
) => {
  const own = sql`device_id = ${deviceId} and parameter = any(${[...parameters]}::smallint[])`;
  return sql`(select device_id, parameter, ts, value from reading_corrected
    where ${own} and ts >= ${low} and ts < ${high}
    union all
    select device_id, parameter, ts, value from reading_packed_corrected
    where ${own} and day >= (${low} at time zone 'UTC')::date
      and day <= (${high} at time zone 'UTC')::date and ts >= ${low} and ts < ${high})`;
};

/** Counts the right values of a range: whole hours from the roll-up, and what is left before and after them. */
export async function countValues(db: Db, range: ValueRange): Promise<number> {
  const { deviceId, parameters, from, to } = range;
  const low = sql<Date>`${from}::timestamptz`;
  const high = sql<Date>`${to}::timestamptz`;
  const firstWhole = sql<Date>`least(${high},
    date_trunc('hour', ${low} + interval '1 hour' - interval '1 microsecond', 'UTC'))`;
  const lastWhole = sql<Date>`greatest(${firstWhole}, date_trunc('hour', ${high}, 'UTC'))`;
  const { rows } = await sql<{ n: number }>`select (
    (select coalesce(sum(n), 0) from reading_hour where device_id = ${deviceId}
      and parameter = any(${[...parameters]}::smallint[]) and hour >= ${firstWhole} and hour < ${lastWhole})
    + (select count(*) from ${valuesBetween(range, low, firstWhole)} a)
    + (select count(*) from ${valuesBetween(range, lastWhole, high)} b))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Makes hours and days that a range touches anew from the values that are there. The device is locked. */
export async function rebuildRollups(trx: Db, range: ValueRange): Promise<void> {
  const { deviceId, parameters, from, to } = range;
  const own = sql`device_id = ${deviceId} and parameter = any(${[...parameters]}::smallint[])`;
  const firstHour = sql<Date>`date_trunc('hour', ${from}::timestamptz, 'UTC')`;
  const nextHour = sql<Date>`(date_trunc('hour', ${to}::timestamptz - interval '1 microsecond', 'UTC')
    + interval '1 hour')`;
  await sql`delete from reading_hour where ${own} and hour >= ${firstHour} and hour < ${nextHour}`.execute(
    trx,
  );
  await sql`insert into reading_hour
      (device_id, parameter, hour, n, total, low, high, north, east, energy)
    ${hoursOf(valuesBetween(range, firstHour, nextHour))}`.execute(trx);
  const firstDay = sql`programme_day(${from}::timestamptz)`;
  const lastDay = sql`programme_day(${to}::timestamptz - interval '1 microsecond')`;
  await sql`delete from reading_span where ${own} and day >= ${firstDay} and day <= ${lastDay}`.execute(
    trx,
  );
  await sql`insert into reading_span (device_id, parameter, day, low, high)
    ${spansOf(
      valuesBetween(
        range,
        sql`programme_midnight(${firstDay})`,
        sql`programme_midnight(${lastDay} + 1)`,
      ),
    )}`.execute(trx);
}
