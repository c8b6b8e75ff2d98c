/** Writing readings: the moment, its faults, its hours and what is newest, in one statement. */

import { codeOf } from "@nihol/contract/values/thrown/thrown";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { NewReading, Values } from "./reading-measures.ts";
import { measureNumber, measures } from "./reading-measures.ts";
import { ensurePartitions, monthOf, shareMonths } from "./reading-partitions.ts";

type Db = Kysely<Database>;

export interface WrittenReadings {
  accepted: number;
  /** Moments that the device had already, or that came twice. */
  duplicates: number;
  /** Of the accepted, those with a value that no sensor can measure. */
  faulty: number;
}

/** The device is gone. */
export class DeviceGone extends Error {
  override name = "DeviceGone";
}

const BATCH = 5000;
const CHECK_VIOLATION = "23514";

/** The first of each moment. */
function firstOfEach(readings: readonly NewReading[]): NewReading[] {
  const byTime = new Map<number, NewReading>();
  for (const reading of readings)
    if (!byTime.has(reading.ts.getTime())) byTime.set(reading.ts.getTime(), reading);
  return [...byTime.values()].sort((a, b) => a.ts.getTime() - b.ts.getTime());
}

/**
 * Writes readings of one device. A moment that is there already, raw or packed, is left as it is: sending again is
 * safe. 5,000 a transaction: what was written before a failure stays, and the rest can be sent again.
 * @throws {DeviceGone}
 */
export async function writeReadings(
  db: Db,
  deviceId: number,
  readings: readonly NewReading[],
): Promise<WrittenReadings> {
  const unique = firstOfEach(readings);
  const sum = { accepted: 0, faulty: 0 };
  for (let from = 0; from < unique.length; from += BATCH) {
    const written = await writeBatch(db, deviceId, unique.slice(from, from + BATCH));
    sum.accepted += written.accepted;
    sum.faulty += written.faulty;
  }
  return { ...sum, duplicates: readings.length - sum.accepted };
}

async function writeBatch(db: Db, deviceId: number, batch: readonly NewReading[], tries = 3) {
  const months = batch.map(({ ts }) => monthOf(ts));
  await ensurePartitions(db, months);
  try {
    const write = (trx: Db) => lockAndInsert(trx, deviceId, batch, months);
    return await (db.isTransaction ? write(db) : db.transaction().execute(write));
  } catch (error) {
    // The month was packed and dropped between the making of its partition and our lock.
    const isDropped = codeOf(error) === CHECK_VIOLATION;
    if (!isDropped || tries === 0 || db.isTransaction) throw error;
    return writeBatch(db, deviceId, batch, tries - 1);
  }
}

/** One writer a device: hours are rows that two would lock in turns. */
async function lockAndInsert(
  trx: Db,
  deviceId: number,
  batch: readonly NewReading[],
  months: string[],
): Promise<{ accepted: number; faulty: number }> {
  const device = await trx
    .selectFrom("device")
    .where("id", "=", deviceId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!device) throw new DeviceGone();
  await shareMonths(trx, months);
  return insertReadings(trx, deviceId, batch);
}

const faultsOf = (batch: readonly NewReading[]) =>
  batch.flatMap(({ ts, faulty }) =>
    measures.flatMap((measure) => {
      const value = faulty[measure];
      return value === undefined ? [] : [{ ts, measure: measureNumber(measure), value }];
    }),
  );

async function insertReadings(trx: Db, deviceId: number, batch: readonly NewReading[]) {
  const column = (name: keyof Values) => batch.map(({ values }) => values[name] ?? null);
  const faults = faultsOf(batch);
  const { rows } = await sql<{ accepted: number; faulty: number }>`
    with sent as (
      select * from unnest(${batch.map(({ ts }) => ts.toISOString())}::timestamptz[],
        ${column("co2")}::real[], ${column("humidity")}::real[], ${column("temperature")}::real[],
        ${column("conductivity")}::real[], ${column("ph")}::real[])
        as t (ts, co2, humidity, temperature, conductivity, ph)
    ), fresh as (
      insert into reading (device_id, ts, co2, humidity, temperature, conductivity, ph)
      select ${deviceId}::int, s.* from sent s
      where not exists (select from reading_day d
        where d.device_id = ${deviceId}::int and d.day = (s.ts at time zone 'UTC')::date
          and (extract(epoch from s.ts - date_trunc('day', s.ts, 'UTC')) * 1000)::int = any(d.offsets))
      on conflict do nothing
      returning ts, co2, humidity, temperature, conductivity, ph
    ), wrong as (
      select f.measure, f.ts, f.value
      from unnest(${faults.map(({ measure }) => measure)}::smallint[],
        ${faults.map(({ ts }) => ts.toISOString())}::timestamptz[],
        ${faults.map(({ value }) => value)}::float8[]) as f (measure, ts, value)
      join fresh using (ts)
    ), kept as (
      insert into reading_fault (device_id, measure, ts, value)
      select ${deviceId}::int, measure, ts, value from wrong
    ), cells as (
      select m.measure, fresh.ts, m.value from fresh cross join lateral (values
        (0::smallint, co2), (1::smallint, humidity), (2::smallint, temperature),
        (3::smallint, conductivity), (4::smallint, ph)) as m (measure, value)
      where m.value is not null
    ), hours as (
      insert into reading_hour (device_id, measure, hour, n, total, low, high)
      select ${deviceId}::int, measure, date_trunc('hour', ts, 'UTC'), count(*), sum(value::float8),
        min(value), max(value)
      from cells group by 2, 3
      on conflict (device_id, measure, hour) do update set
        n = reading_hour.n + excluded.n, total = reading_hour.total + excluded.total,
        low = least(reading_hour.low, excluded.low), high = greatest(reading_hour.high, excluded.high)
    ), days as (
      insert into reading_span (device_id, measure, day, low, high)
      select ${deviceId}::int, measure, ((ts at time zone 'UTC') + interval '5 hours')::date as day,
        min(value), max(value)
      from cells group by 2, 3
      on conflict (device_id, measure, day) do update set
        low = least(reading_span.low, excluded.low), high = greatest(reading_span.high, excluded.high)
      where excluded.low < reading_span.low or excluded.high > reading_span.high
    ), newest as (
      insert into reading_latest (device_id, measure, ts, value, faulty)
      select distinct on (measure) ${deviceId}::int, measure, ts, value, faulty from (
        select measure, ts, value::text::float8 as value, false as faulty from cells
        union all select measure, ts, value, true from wrong) as one
      order by measure, ts desc
      on conflict (device_id, measure) do update set
        ts = excluded.ts, value = excluded.value, faulty = excluded.faulty
      where excluded.ts > reading_latest.ts
    )
    select (select count(*) from fresh)::int as accepted,
      (select count(distinct ts) from wrong)::int as faulty`.execute(trx);
  return rows[0] ?? { accepted: 0, faulty: 0 };
}

/** How many of these moments the device has already, raw or packed. */
export async function countKnown(
  db: Db,
  deviceId: number,
  moments: readonly Date[],
): Promise<number> {
  let known = 0;
  for (let from = 0; from < moments.length; from += BATCH) {
    const batch = moments.slice(from, from + BATCH).map((ts) => ts.toISOString());
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from unnest(${batch}::timestamptz[]) as s (ts)
      where exists (select from reading r where r.device_id = ${deviceId} and r.ts = s.ts)
        or exists (select from reading_day d
          where d.device_id = ${deviceId} and d.day = (s.ts at time zone 'UTC')::date
            and (extract(epoch from s.ts - date_trunc('day', s.ts, 'UTC')) * 1000)::int
              = any(d.offsets))`.execute(db);
    known += rows[0]?.n ?? 0;
  }
  return known;
}
