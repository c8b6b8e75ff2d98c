/** Writing readings: values, faults, hours, days and what is newest, in one statement. */

import { codeOf } from "@nihol/contract/values/thrown/thrown";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { findMoments } from "./known-moments.ts";
import {
  addCounts,
  type Conflict,
  compareReadings,
  type IntakeCounts,
  noReadings,
} from "./reading-intake.ts";
import { ensurePartitions, monthOf, shareMonths } from "./reading-partitions.ts";
import { type NewReading, parameterId } from "./reading-values.ts";

type Db = Kysely<Database>;

/** The device is gone. */
export class DeviceGone extends Error {
  override name = "DeviceGone";
}

const BATCH = 5000;
const CHECK_VIOLATION = "23514";

/**
 * Writes readings of one device. A moment that is there already, fresh or packed, is completed by the values that it
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

/** Tells whether every reading is newer than anything that the device has: then there is nothing to compare it with. */
async function isAllNew(trx: Db, deviceId: number, batch: readonly NewReading[]) {
  const { last } = await trx
    .selectFrom("reading_latest")
    .where("device_id", "=", deviceId)
    .select((eb) => eb.fn.max("ts").as("last"))
    .executeTakeFirstOrThrow();
  return last === null || batch.every(({ ts }) => ts > last);
}

/** Compares what was sent with what is there, and writes what is new. The device is locked: nobody writes between. */
async function insertReadings(trx: Db, deviceId: number, batch: readonly NewReading[]) {
  const moments = (await isAllNew(trx, deviceId, batch))
    ? new Map()
    : await findMoments(
        trx,
        deviceId,
        batch.map(({ ts }) => ts),
      );
  const { added, conflicts, counts } = compareReadings(batch, moments);
  if (added.length > 0) await insertValues(trx, deviceId, added);
  await insertConflicts(trx, deviceId, conflicts);
  return counts;
}

const keysOf = (batch: readonly NewReading[], kind: "values" | "faulty") => [
  ...new Set(batch.flatMap((one) => Object.keys(one[kind]))),
];

/** Values of one kind as rows (parameter, ts, value): sent as a column a parameter, so that a moment is sent once. */
function sentRows(
  batch: readonly NewReading[],
  kind: "values" | "faulty",
  type: "real" | "float8",
) {
  const keys = keysOf(batch, kind);
  if (keys.length === 0)
    return sql`select null::smallint as parameter, null::timestamptz as ts, null::${sql.raw(type)} as value where false`;
  const columns = keys.map((_key, n) => sql.ref(`v${n}`));
  const arrays = keys.map(
    (key) => sql`${batch.map((one) => one[kind][key] ?? null)}::${sql.raw(type)}[]`,
  );
  const cells = keys.map((key, n) => sql`(${parameterId(key)}, ${columns[n]})`);
  return sql`select c.parameter, t.ts, c.value
    from unnest(${batch.map(({ ts }) => ts.toISOString())}::timestamptz[], ${sql.join(arrays)})
      as t (ts, ${sql.join(columns)})
    cross join lateral (values ${sql.join(cells)}) as c (parameter, value)
    where c.value is not null`;
}

/** Writes values that the device has not, with what follows from them. */
async function insertValues(trx: Db, deviceId: number, added: readonly NewReading[]) {
  await sql`
    with cells as materialized (${sentRows(added, "values", "real")}),
    wrong as materialized (${sentRows(added, "faulty", "float8")}),
    fresh as (
      insert into reading (device_id, parameter, ts, value)
      select ${deviceId}::int, parameter, ts, value from cells
    ), kept as (
      insert into reading_fault (device_id, parameter, ts, value)
      select ${deviceId}::int, parameter, ts, value from wrong
    ), hours as (
      insert into reading_hour (device_id, parameter, hour, n, total, low, high)
      select ${deviceId}::int, parameter, date_trunc('hour', ts, 'UTC'), count(*),
        sum(value::float8), min(value), max(value)
      from cells group by 2, 3
      on conflict (device_id, parameter, hour) do update set
        n = reading_hour.n + excluded.n, total = reading_hour.total + excluded.total,
        low = least(reading_hour.low, excluded.low), high = greatest(reading_hour.high, excluded.high)
    ), days as (
      insert into reading_span (device_id, parameter, day, low, high)
      select ${deviceId}::int, parameter, programme_day(ts) as day,
        min(value), max(value)
      from cells group by 2, 3
      on conflict (device_id, parameter, day) do update set
        low = least(reading_span.low, excluded.low), high = greatest(reading_span.high, excluded.high)
      where excluded.low < reading_span.low or excluded.high > reading_span.high
    )
    insert into reading_latest (device_id, parameter, ts, value, faulty)
    select ${deviceId}::int, parameter, ts,
      case when faulty then value else value::real::text::float8 end, faulty
    from (select distinct on (parameter) parameter, ts, value, faulty from (
        select parameter, ts, value::float8 as value, false as faulty from cells
        union all select parameter, ts, value, true from wrong) as one
      order by parameter, ts desc) as last
    on conflict (device_id, parameter) do update set
      ts = excluded.ts, value = excluded.value, faulty = excluded.faulty
    where excluded.ts > reading_latest.ts`.execute(trx);
}

async function insertConflicts(trx: Db, deviceId: number, conflicts: readonly Conflict[]) {
  if (conflicts.length === 0) return;
  await sql`
    insert into reading_conflict (device_id, parameter, ts, value)
    select ${deviceId}::int, p.id, c.ts, c.value from unnest(
      ${conflicts.map(({ parameter }) => parameter)}::text[],
      ${conflicts.map(({ ts }) => ts.toISOString())}::timestamptz[],
      ${conflicts.map(({ value }) => value)}::float8[]) as c (key, ts, value)
    join parameter p using (key)
    on conflict do nothing`.execute(trx);
}
