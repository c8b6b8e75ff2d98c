/**
 * Bad intervals: a person says that values of a device are wrong over a time. Its right values are set aside in
 * `reading_fault` with the interval's id and leave hours, days and packed days, so that every reader does without them;
 * once it is taken back, they return. Decision 110.
 */
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type OnFailure, tellFailure } from "./device-failures.ts";
import { insertDays } from "./reading-pack.ts";
import { listMonths, lockMonthsShared, monthBounds, monthOf } from "./reading-partitions.ts";
import { countValues, rebuildRollups, type ValueRange } from "./reading-rollup.ts";

/** Over rows (device_id, parameter, ts) named by the alias: the interval that such a value belongs to, the oldest; null where none. */
export const intervalOf = (alias: string): RawBuilder<number | null> => {
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<number | null>`(select min(i.id) from bad_interval i
    where i.device_id = ${of("device_id")} and i.taken_back_at is null and i.sets_aside
      and i.begins_at <= ${of("ts")} and (i.ends_at is null or i.ends_at > ${of("ts")})
      and (i.parameter is null or i.parameter = ${of("parameter")}))`;
};

/** Ids of the parameters that an interval is about: the one that is named, or all that the device has ever sent. */
async function parametersOf(trx: Db, deviceId: number, parameter: number | null) {
  if (parameter !== null) return [parameter];
  const rows = await trx
    .selectFrom("reading_latest")
    .where("device_id", "=", deviceId)
    .select("parameter")
    .execute();
  return rows.map((row) => row.parameter);
}

/** Time of an interval; without `to` it goes on. */
export interface IntervalTime {
  deviceId: number;
  /** Id; null for all. */
  parameter: number | null;
  from: Date;
  to: Date | null;
}

/** The values that an interval may be about: to the newest one where it goes on or ends later. Null where there are none. */
export async function rangeOfInterval(db: Db, time: IntervalTime): Promise<ValueRange | null> {
  const { deviceId, from, to } = time;
  const parameters = await parametersOf(db, deviceId, time.parameter);
  const { rows } = await sql<{ last: Date | null }>`select max(ts) as last from reading_latest
    where device_id = ${deviceId} and parameter = any(${parameters}::smallint[])`.execute(db);
  const last = rows[0]?.last;
  if (!last || last < from) return null;
  const end = new Date(last.getTime() + 1);
  return { deviceId, parameters, from, to: to && to < end ? to : end };
}

/**
 * Takes the writer's lock on months of a range that are not packed yet.
 * @returns them as they are once nobody packs them
 */
export async function lockFresh(trx: Db, from: Date, to: Date): Promise<string[]> {
  const [first, last] = [monthOf(from), monthOf(to)];
  const fresh = async () =>
    (await listMonths(trx)).filter((month) => month >= first && month <= last);
  await lockMonthsShared(trx, await fresh());
  return fresh();
}

/** Writes packed days of a device anew, from the values of `kept` (device_id, parameter, ts, value). */
async function replaceDays(
  trx: Db,
  deviceId: number,
  days: readonly string[],
  kept: RawBuilder<unknown>,
) {
  if (days.length === 0) return;
  await sql`create temporary table kept_value on commit drop as ${kept}`.execute(trx);
  await sql`delete from reading_day
    where device_id = ${deviceId} and day = any(${[...days]}::date[])`.execute(trx);
  await insertDays(trx, sql`select device_id, parameter, ts, value from kept_value`);
  await sql`drop table kept_value`.execute(trx);
}

/** Packed values of whole days of a device. */
const packedOf = (deviceId: number, days: readonly string[]) => sql`
  select device_id, parameter, ts, value from reading_packed
  where device_id = ${deviceId} and day = any(${[...days]}::date[])`;

/** Has rules of alerts evaluate a device again from a moment on, as where values came late. */
const evaluateAgain = (trx: Db, deviceId: number, from: Date) =>
  sql`insert into alert_due (device_id, since) select ${deviceId}::int, ${from}::timestamptz
    where exists (select from alert_rule where enabled_at is not null)`.execute(trx);

/**
 * Has rules of alerts forget runs that began within a range whose values are set aside or corrected, and evaluate it once
 * more. An alert that nobody cleared stays for a person to clear.
 */
export async function forgetRuns(trx: Db, { deviceId, parameters, from, to }: ValueRange) {
  const isWithin = (column: string) =>
    sql`(${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz)`;
  await sql`update alert_state s set back_since = case when ${isWithin("s.back_since")} then null else s.back_since end,
      out_since = case when g.is_gone then null else s.out_since end,
      worst = case when g.is_gone then null else s.worst end, is_active = s.is_active and not g.is_gone
    from (select k.rule_id, k.parameter, coalesce(${isWithin("k.out_since")}, false) and not exists (
        select from alert a where a.rule_id = k.rule_id and a.device_id = k.device_id
          and a.parameter = k.parameter and a.cleared_at is null) as is_gone
      from alert_state k where k.device_id = ${deviceId}
        and k.parameter in (select key from parameter where id = any(${[...parameters]}::smallint[]))) g
    where s.device_id = ${deviceId} and s.rule_id = g.rule_id and s.parameter = g.parameter`.execute(
    trx,
  );
  await evaluateAgain(trx, deviceId, from);
}

/**
 * Sets right values of a range aside. The device is locked: what it sends waits. Nothing is read before the months are
 * locked: a packer that waits for us to have read would have us wait for it.
 * @param max values of the range's time, those of other parameters too: days are packed, and written anew, with all of theirs
 * @returns how many were set aside; null, and none is, where there are more than `max`
 */
export async function setAside(
  trx: Db,
  range: ValueRange,
  interval: number,
  max = Number.POSITIVE_INFINITY,
): Promise<number | null> {
  const { deviceId, parameters, from, to } = range;
  const ids = [...parameters];
  await lockFresh(trx, from, to);
  const all = await parametersOf(trx, deviceId, null);
  if ((await countValues(trx, { ...range, parameters: all })) > max) return null;
  const within = sql`device_id = ${deviceId} and parameter = any(${ids}::smallint[])
    and ts >= ${from} and ts < ${to}`;
  const fresh = await sql`with gone as (delete from reading where ${within}
      returning device_id, parameter, ts, value)
    insert into reading_fault (device_id, parameter, ts, value, bad_interval)
    select device_id, parameter, ts, value::text::float8, ${interval}::int from gone`.execute(trx);
  const { rows } = await sql<{ day: string; n: number }>`with gone as (
      insert into reading_fault (device_id, parameter, ts, value, bad_interval)
      select device_id, parameter, ts, value::text::float8, ${interval}::int from reading_packed
      where ${within} and day >= (${from}::timestamptz at time zone 'UTC')::date
        and day <= (${to}::timestamptz at time zone 'UTC')::date
      returning ts)
    select (ts at time zone 'UTC')::date::text as day, count(*)::int as n from gone group by 1`.execute(
    trx,
  );
  const days = rows.map(({ day }) => day);
  await replaceDays(
    trx,
    deviceId,
    days,
    sql`select * from (${packedOf(deviceId, days)}) p where not (${within})`,
  );
  const n = rows.reduce((sum, row) => sum + row.n, Number(fresh.numAffectedRows ?? 0));
  if (n === 0) return 0;
  await rebuildRollups(trx, range);
  await sql`update reading_latest set faulty = true where ${within} and not faulty`.execute(trx);
  await forgetRuns(trx, range);
  return n;
}

/** Over `reading_fault`: the values that an interval holds within a time; without `to`, from a moment on. */
const heldBy = (deviceId: number, interval: number, from: Date, to: Date | null) =>
  sql<SqlBool>`device_id = ${deviceId} and bad_interval = ${interval} and ts >= ${from}
    and (${to}::timestamptz is null or ts < ${to})`;

/** Hands values that lie in another interval as well over to it. */
async function handOver(trx: Db, held: RawBuilder<SqlBool>) {
  await sql`update reading_fault f set bad_interval = ${intervalOf("f")}
    where ${held} and ${intervalOf("f")} is not null`.execute(trx);
}

/** Puts values of `returned` where the others of their month are: fresh, or packed with their day. */
async function putBack(trx: Db, deviceId: number, months: readonly string[]) {
  const isFresh = sql`to_char(ts at time zone 'UTC', 'YYYY-MM') = any(${[...months]}::text[])`;
  await sql`insert into reading (device_id, parameter, ts, value)
    select ${deviceId}::int, parameter, ts, value from returned where ${isFresh}`.execute(trx);
  const { rows } = await sql<{ day: string }>`
    select distinct (ts at time zone 'UTC')::date::text as day from returned
    where not ${isFresh}`.execute(trx);
  const days = rows.map(({ day }) => day);
  await replaceDays(
    trx,
    deviceId,
    days,
    sql`${packedOf(deviceId, days)} union all
      select ${deviceId}::int, parameter, ts, value from returned where not ${isFresh}`,
  );
}

/** First and last moment of values that return, and their parameters. */
interface Returned {
  n: number;
  first: Date | null;
  last: Date | null;
  parameters: number[] | null;
}

/**
 * Lets values that an interval set aside return, from a moment on: it was taken back, or ends there. The device is locked,
 * and the interval's row says so already. Rules of alerts look at them as at values that come late.
 * @param to exclusive; without it all that came later
 * @returns how many there were
 */
export async function restore(
  trx: Db,
  deviceId: number,
  interval: number,
  from: Date,
  to: Date | null = null,
): Promise<number> {
  const held = heldBy(deviceId, interval, from, to);
  await handOver(trx, held);
  await sql`create temporary table returned on commit drop as
    select parameter, ts, value::real as value from reading_fault where ${held}`.execute(trx);
  await sql`delete from reading_fault where ${held}`.execute(trx);
  const { rows } = await sql<Returned>`select count(*)::int as n, min(ts) as first,
    max(ts) as last, array_agg(distinct parameter) as parameters from returned`.execute(trx);
  const { n = 0, first, last, parameters } = rows[0] ?? {};
  if (first && last && parameters) {
    const range = { deviceId, parameters, from: first, to: new Date(last.getTime() + 1) };
    await putBack(trx, deviceId, await lockFresh(trx, range.from, range.to));
    await rebuildRollups(trx, range);
    await sql`update reading_latest l set faulty = false from returned r
      where l.device_id = ${deviceId} and l.parameter = r.parameter and l.ts = r.ts`.execute(trx);
    await evaluateAgain(trx, deviceId, first);
  }
  await sql`drop table returned`.execute(trx);
  return n;
}

/** Locks a device as whoever writes its readings does; false where it is gone. */
export async function lockDevice(trx: Db, deviceId: number) {
  const row = await trx
    .selectFrom("device")
    .where("id", "=", deviceId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets the first month of what is still to return go back; false once nothing is. */
async function returnMonth(trx: Db, deviceId: number, interval: number): Promise<boolean> {
  if (!(await lockDevice(trx, deviceId))) return false;
  const { rows } = await sql<{ first: Date | null }>`select min(f.ts) as first
    from bad_interval i join reading_fault f on f.device_id = i.device_id and f.bad_interval = i.id
      and f.ts >= i.returns_from
    where i.id = ${interval}`.execute(trx);
  const first = rows[0]?.first;
  if (first) {
    const next = new Date(monthBounds(monthOf(first)).to);
    await restore(trx, deviceId, interval, first, next);
    return true;
  }
  await sql`update bad_interval set returns_from = null where id = ${interval}`.execute(trx);
  return false;
}

/**
 * Lets what an interval held from its `returns_from` on return, a month a transaction: a device that sends, and a batch of
 * many devices, waits for one of them at most. After a kill `returnRest` goes on.
 */
export async function returnValues(db: Db, deviceId: number, interval: number): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await db.transaction().execute((trx) => returnMonth(trx, deviceId, interval));
}

/** Goes on with what a process that ended has not let return. @returns how many intervals there were */
export async function returnRest(db: Db, onFailure?: OnFailure): Promise<number> {
  const rest = await db
    .selectFrom("bad_interval")
    .where("returns_from", "is not", null)
    .select(["id", "device_id"])
    .orderBy("id")
    .execute();
  for (const { id, device_id } of rest)
    await returnValues(db, device_id, id).catch((error: unknown) =>
      tellFailure(device_id, error, onFailure),
    );
  return rest.length;
}
