/** Writing readings: values, faults, hours, days and what is newest, in one statement. */

import { codeOf } from "@nihol/contract/values/thrown";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { intervalOf } from "./bad-intervals.ts";
import { findMoments } from "./known-moments.ts";
import {
  addCounts,
  type Conflict,
  compareReadings,
  type IntakeCounts,
  noReadings,
} from "./reading-intake.ts";
import { ensurePartitions, lockMonthsShared, monthOf } from "./reading-partitions.ts";
import { hoursOf, spansOf } from "./reading-rollup.ts";
import { type NewReading, parameterId } from "./reading-values.ts";

type Db = Kysely<Database>;

/** The device is gone. */
export class DeviceGone extends Error {
  override name = "DeviceGone";
}

const BATCH = 5000;
const CHECK_VIOLATION = "23514";

/** Readings of one device. */
export interface DeviceReadings {
  deviceId: number;
  readings: readonly NewReading[];
}

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
  for (let from = 0; from < readings.length; from += BATCH) {
    const batch = [{ deviceId, readings: readings.slice(from, from + BATCH) }];
    const written = await writeTogether(db, batch);
    counts = addCounts(counts, written.get(deviceId) ?? noReadings);
  }
  return counts;
}

interface WriteOptions {
  /** Further tries where a month is packed meanwhile. */
  tries?: number;
  /** Longest wait for devices that somebody has locked; 0: as long as it takes. */
  waitMs?: number;
}

/**
 * Writes readings of several devices, each named once, in one transaction and in as few statements as those of one:
 * all or none of them. For thousands of small messages, whose transactions would cost more than they bring.
 * @throws {DeviceGone} when one of the devices is not there
 * @throws "lock_not_available" of PostgreSQL (55P03) when one of them is locked for longer than `waitMs`
 */
export async function writeTogether(
  db: Db,
  batch: readonly DeviceReadings[],
  { tries = 3, waitMs = 0 }: WriteOptions = {},
): Promise<Map<number, IntakeCounts>> {
  const months = batch.flatMap(({ readings }) => readings.map(({ ts }) => monthOf(ts)));
  await ensurePartitions(db, months);
  try {
    const write = (trx: Db) => lockAndInsert(trx, batch, months, waitMs);
    return await (db.isTransaction ? write(db) : db.transaction().execute(write));
  } catch (error) {
    // The month was packed and dropped between the making of its partition and our lock.
    const isDropped = codeOf(error) === CHECK_VIOLATION;
    if (!isDropped || tries === 0 || db.isTransaction) throw error;
    return writeTogether(db, batch, { tries: tries - 1, waitMs });
  }
}

const idsOf = (batch: readonly DeviceReadings[]) => batch.map(({ deviceId }) => deviceId);

const setLockTimeout = (trx: Db, ms: number) =>
  sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(trx);

/**
 * Locks the devices, so that each has one writer at a time: two could wait for each other at its rows of hours.
 * In the order of their ids: two writers of the same devices do not wait for each other in a circle.
 */
async function lockAndInsert(
  trx: Db,
  batch: readonly DeviceReadings[],
  months: string[],
  waitMs: number,
): Promise<Map<number, IntakeCounts>> {
  if (waitMs > 0) await setLockTimeout(trx, waitMs);
  const devices = await trx
    .selectFrom("device")
    .where("id", "in", idsOf(batch))
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (waitMs > 0) await setLockTimeout(trx, 0);
  if (devices.length < batch.length) throw new DeviceGone();
  await lockMonthsShared(trx, months);
  return insertReadings(trx, batch);
}

interface Known {
  device_id: number;
  /** The newest moment; what is newer has nothing to be compared with. */
  last: Date | null;
  /** Values of some time are to be set aside as they come. */
  has_bad_interval: boolean;
  /** Values of some time are shown otherwise than they are sent. */
  is_calibrated: boolean;
}

/** Facts of each device before its readings are compared: asked once it is locked. */
async function findKnown(trx: Db, batch: readonly DeviceReadings[]) {
  const { rows } = await sql<Known>`select d.id as device_id,
      (select max(l.ts) from reading_latest l where l.device_id = d.id) as last,
      exists (select from bad_interval i
        where i.device_id = d.id and i.taken_back_at is null and i.sets_aside)
        as has_bad_interval,
      exists (select from device_calibration_span c where c.device_id = d.id) as is_calibrated
    from unnest(${idsOf(batch)}::int[]) as d (id)`.execute(trx);
  return new Map(rows.map((row) => [row.device_id, row]));
}

/** Compares what was sent with what is there, and writes what is new. The devices are locked: nobody writes between. */
async function insertReadings(trx: Db, batch: readonly DeviceReadings[]) {
  const known = await findKnown(trx, batch);
  const counted = new Map<number, IntakeCounts>();
  const added: OwnReading[] = [];
  const conflicts: OwnConflict[] = [];
  for (const { deviceId, readings } of batch) {
    const last = known.get(deviceId)?.last;
    const times = readings.map(({ ts }) => ts);
    const isAllNew = !last || times.every((ts) => ts > last);
    const moments = isAllNew ? new Map() : await findMoments(trx, deviceId, times);
    const compared = compareReadings(readings, moments);
    counted.set(deviceId, compared.counts);
    for (const one of compared.added) added.push({ ...one, deviceId });
    for (const one of compared.conflicts) conflicts.push({ ...one, deviceId });
  }
  const facts = [...known.values()];
  if (added.length > 0)
    await insertValues(trx, added, {
      isBad: facts.some((one) => one.has_bad_interval),
      isCalibrated: facts.some((one) => one.is_calibrated),
    });
  await insertConflicts(trx, conflicts);
  return counted;
}

type OwnReading = NewReading & { deviceId: number };
type OwnConflict = Conflict & { deviceId: number };

const keysOf = (batch: readonly OwnReading[], kind: "values" | "faulty") => [
  ...new Set(batch.flatMap((one) => Object.keys(one[kind]))),
];

/** Values of one kind as rows (device, parameter, ts, value): sent as a column a parameter, so that a moment is sent once. */
function sentRows(
  batch: readonly OwnReading[],
  kind: "values" | "faulty",
  type: "real" | "float8",
) {
  const keys = keysOf(batch, kind);
  if (keys.length === 0)
    return sql`select null::int as device_id, null::smallint as parameter, null::timestamptz as ts, null::${sql.raw(type)} as value where false`;
  const columns = keys.map((_key, n) => sql.ref(`v${n}`));
  const arrays = keys.map(
    (key) => sql`${batch.map((one) => one[kind][key] ?? null)}::${sql.raw(type)}[]`,
  );
  const cells = keys.map((key, n) => sql`(${parameterId(key)}, ${columns[n]})`);
  return sql`select t.device_id, c.parameter, t.ts, c.value
    from unnest(${batch.map(({ deviceId }) => deviceId)}::int[],
        ${batch.map(({ ts }) => ts.toISOString())}::timestamptz[], ${sql.join(arrays)})
      as t (device_id, ts, ${sql.join(columns)})
    cross join lateral (values ${sql.join(cells)}) as c (parameter, value)
    where c.value is not null`;
}

/** Parts of a statement: right values as `cells`, and those that are set aside or faulty as `wrong`. */
function splitRows(added: readonly OwnReading[], isBad: boolean) {
  const right = sentRows(added, "values", "real");
  const faulty = sql`select f.*, null::int as bad_interval
    from (${sentRows(added, "faulty", "float8")}) f`;
  if (!isBad) return sql`cells as materialized (${right}), wrong as materialized (${faulty})`;
  return sql`came as materialized (select s.*, ${intervalOf("s")} as bad_interval from (${right}) s),
    cells as materialized (select device_id, parameter, ts, value from came where bad_interval is null),
    wrong as materialized (${faulty} union all
      select device_id, parameter, ts, value::text::float8, bad_interval from came
      where bad_interval is not null)`;
}

/**
 * Parts of a statement, over those of `splitRows`: `shown`, the right values as they are shown, of which hours, days and the
 * newest value are made, and `apart`, the others in the same way.
 */
function shownRows(isCalibrated: boolean) {
  if (!isCalibrated) return sql`shown as (select * from cells), apart as (select * from wrong)`;
  const spans = sql`left join device_calibration_span c on c.device_id = s.device_id
    and c.parameter = s.parameter and c.begins_at <= s.ts and c.ends_at > s.ts`;
  return sql`shown as materialized (select s.device_id, s.parameter, s.ts,
      calibrated(s.value, c.gain, c.shift, c.is_circle) as value from cells s ${spans}),
    apart as materialized (select s.device_id, s.parameter, s.ts,
      calibrated(s.value, case when s.bad_interval is not null then c.gain end, c.shift, c.is_circle) as value
      from wrong s ${spans})`;
}

/** Facts of the devices of which values are written. */
interface Written {
  /** One of them has a bad interval, or is calibrated. */
  isBad: boolean;
  isCalibrated: boolean;
}

/** Writes values that the devices have not, as they were sent, with what follows from them as they are shown. */
async function insertValues(
  trx: Db,
  added: readonly OwnReading[],
  { isBad, isCalibrated }: Written,
) {
  await sql`
    with ${splitRows(added, isBad)},
    ${shownRows(isCalibrated)},
    fresh as (
      insert into reading (device_id, parameter, ts, value)
      select device_id, parameter, ts, value from cells
    ), kept as (
      insert into reading_fault (device_id, parameter, ts, value, bad_interval)
      select device_id, parameter, ts, value, bad_interval from wrong
    ), hours as (
      insert into reading_hour (device_id, parameter, hour, n, total, low, high, north, east, energy)
      ${hoursOf(sql`shown`)}
      on conflict (device_id, parameter, hour) do update set
        n = reading_hour.n + excluded.n, total = reading_hour.total + excluded.total,
        low = least(reading_hour.low, excluded.low), high = greatest(reading_hour.high, excluded.high),
        north = reading_hour.north + excluded.north, east = reading_hour.east + excluded.east,
        energy = reading_hour.energy + excluded.energy
    ), days as (
      insert into reading_span (device_id, parameter, day, low, high)
      ${spansOf(sql`shown`)}
      on conflict (device_id, parameter, day) do update set
        low = least(reading_span.low, excluded.low), high = greatest(reading_span.high, excluded.high)
      where excluded.low < reading_span.low or excluded.high > reading_span.high
    ), came_since as (
      select device_id, min(ts) as since from (
        select device_id, ts from cells union all select device_id, ts from wrong) as one
      group by device_id
    ), due as (
      insert into alert_due (device_id, since) select device_id, since from came_since
      where exists (select from alert_rule where enabled_at is not null)
    ), quality as (
      insert into quality_due (device_id, since) select device_id, since from came_since
      where exists (select from quality_rule where enabled)
    )
    insert into reading_latest (device_id, parameter, ts, value, faulty)
    select device_id, parameter, ts,
      case when faulty then value else value::real::text::float8 end, faulty
    from (select distinct on (device_id, parameter) device_id, parameter, ts, value, faulty from (
        select device_id, parameter, ts, value::float8 as value, false as faulty from shown
        union all select device_id, parameter, ts, value, true from apart) as one
      order by device_id, parameter, ts desc) as last
    on conflict (device_id, parameter) do update set
      ts = excluded.ts, value = excluded.value, faulty = excluded.faulty
    where excluded.ts > reading_latest.ts`.execute(trx);
}

async function insertConflicts(trx: Db, conflicts: readonly OwnConflict[]) {
  if (conflicts.length === 0) return;
  await sql`
    insert into reading_conflict (device_id, parameter, ts, value)
    select c.device_id, p.id, c.ts, c.value from unnest(
      ${conflicts.map(({ deviceId }) => deviceId)}::int[],
      ${conflicts.map(({ parameter }) => parameter)}::text[],
      ${conflicts.map(({ ts }) => ts.toISOString())}::timestamptz[],
      ${conflicts.map(({ value }) => value)}::float8[]) as c (device_id, key, ts, value)
    join parameter p using (key)
    on conflict do nothing`.execute(trx);
}
