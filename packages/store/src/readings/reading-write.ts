/** Writing readings: the moment, its faults, its hours and what is newest, in one statement. */

import { codeOf } from "@nihol/contract/values/thrown/thrown";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { findMoments } from "./known-moments.ts";
import { eachMeasure, measureColumns } from "./measure-columns.ts";
import {
  addCounts,
  type Conflict,
  compareReadings,
  type IntakeCounts,
  noReadings,
} from "./reading-intake.ts";
import type { NewReading } from "./reading-measures.ts";
import { measureNumber, measures } from "./reading-measures.ts";
import { ensurePartitions, monthOf, shareMonths } from "./reading-partitions.ts";

type Db = Kysely<Database>;

/** The device is gone. */
export class DeviceGone extends Error {
  override name = "DeviceGone";
}

const BATCH = 5000;
const CHECK_VIOLATION = "23514";

/**
 * Writes readings of one device. A moment that is there already, raw or packed, is completed by the values that it
 * lacks; the same value again changes nothing; another value is kept apart as a conflict. Sending again is safe.
 * 5,000 a transaction: what was written before a failure stays, and the rest can be sent again.
 * @throws {DeviceGone}
 */
export async function writeReadings(
  db: Db,
  deviceId: number,
  readings: readonly NewReading[],
): Promise<IntakeCounts> {
  let counts: IntakeCounts = { ...noReadings };
  for (let from = 0; from < readings.length; from += BATCH)
    counts = addCounts(counts, await writeBatch(db, deviceId, readings.slice(from, from + BATCH)));
  return counts;
}

async function writeBatch(
  db: Db,
  deviceId: number,
  batch: readonly NewReading[],
  tries = 3,
): Promise<IntakeCounts> {
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

/** Locks the device, so that it has one writer at a time: two could wait for each other at its rows of hours. */
async function lockAndInsert(
  trx: Db,
  deviceId: number,
  batch: readonly NewReading[],
  months: string[],
): Promise<IntakeCounts> {
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

/** Writes moments that are new at once, and compares the others with what is there. */
async function insertReadings(trx: Db, deviceId: number, batch: readonly NewReading[]) {
  const asNew = compareReadings(batch, new Map());
  const missed = await insertMoments(trx, deviceId, asNew.added, newMoments(deviceId));
  if (missed.size === 0) {
    await insertConflicts(trx, deviceId, asNew.conflicts);
    return asNew.counts;
  }
  const isThere = ({ ts }: { ts: Date }) => missed.has(ts.getTime());
  const others = compareReadings(
    batch.filter((one) => !isThere(one)),
    new Map(),
  );
  const moments = await findMoments(
    trx,
    deviceId,
    [...missed].map((ms) => new Date(ms)),
  );
  const late = compareReadings(batch.filter(isThere), moments);
  if (late.added.length > 0) await insertMoments(trx, deviceId, late.added, completed(deviceId));
  await insertConflicts(trx, deviceId, [...others.conflicts, ...late.conflicts]);
  return addCounts(others.counts, late.counts);
}

const faultsOf = (batch: readonly NewReading[]) =>
  batch.flatMap(({ ts, faulty }) =>
    measures.flatMap((measure) => {
      const value = faulty[measure];
      return value === undefined ? [] : [{ ts, measure: measureNumber(measure), value }];
    }),
  );

/** Of `sent` the moments that the device has not, raw or packed. */
const newMoments = (deviceId: number) => sql`fresh as (
  insert into reading (device_id, ts, ${measureColumns()})
  select ${deviceId}::int, s.* from sent s
  where not exists (select from reading_day d
    where d.device_id = ${deviceId}::int and d.day = (s.ts at time zone 'UTC')::date
      and (extract(epoch from s.ts - date_trunc('day', s.ts, 'UTC')) * 1000)::int = any(d.offsets))
  on conflict do nothing
  returning ts, ${measureColumns()})`;

/** All of `sent`, which holds only what its moments lack. Beside a packed moment stands a row until it is packed anew. */
const completed = (deviceId: number) => sql`written as (
  insert into reading as r (device_id, ts, ${measureColumns()})
  select ${deviceId}::int, s.* from sent s where num_nonnulls(${measureColumns("s")}) > 0
  on conflict (device_id, ts) do update set ${eachMeasure(
    (measure) =>
      sql`${sql.ref(measure)} = coalesce(${sql.ref(`r.${measure}`)}, ${sql.ref(`excluded.${measure}`)})`,
  )}), fresh as (select * from sent)`;

/**
 * Writes one row a moment with what follows from it.
 * @param fresh the expression `fresh`: what of `sent` is written
 * @returns the moments of `sent` that are not in `fresh`, in milliseconds since 1970
 */
async function insertMoments(
  trx: Db,
  deviceId: number,
  batch: readonly NewReading[],
  fresh: RawBuilder<unknown>,
): Promise<Set<number>> {
  const faults = faultsOf(batch);
  const { rows } = await sql<{ ts: Date }>`
    with sent as (
      select * from unnest(${batch.map(({ ts }) => ts.toISOString())}::timestamptz[],
        ${eachMeasure((measure) => sql`${batch.map(({ values }) => values[measure] ?? null)}::real[]`)})
        as t (ts, ${measureColumns()})
    ), ${fresh}, wrong as (
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
        ${eachMeasure((measure) => sql`(${sql.lit(measureNumber(measure))}::smallint, ${sql.ref(measure)})`)})
        as m (measure, value)
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
      select ${deviceId}::int, measure, programme_day(ts) as day,
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
    select s.ts from sent s where not exists (select from fresh f where f.ts = s.ts)`.execute(trx);
  return new Set(rows.map(({ ts }) => ts.getTime()));
}

async function insertConflicts(trx: Db, deviceId: number, conflicts: readonly Conflict[]) {
  if (conflicts.length === 0) return;
  await sql`
    insert into reading_conflict (device_id, measure, ts, value)
    select ${deviceId}::int, c.* from unnest(
      ${conflicts.map(({ measure }) => measureNumber(measure))}::smallint[],
      ${conflicts.map(({ ts }) => ts.toISOString())}::timestamptz[],
      ${conflicts.map(({ value }) => value)}::float8[]) as c (measure, ts, value)
    on conflict do nothing`.execute(trx);
}
