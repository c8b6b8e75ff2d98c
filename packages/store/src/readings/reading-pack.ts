/** Packing a month: its values become one row a device, parameter and day, and its partition goes. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  listMonths,
  lockMonth,
  type Month,
  monthBounds,
  partitionOf,
} from "./reading-partitions.ts";

type Db = Kysely<Database>;

/** Packed readings differ from the raw ones. */
export class PackMismatch extends Error {
  override name = "PackMismatch";
}

interface PackedMonth {
  values: number;
  /** Days of devices. */
  days: number;
}

/** Days for which a month that is over stays as it came: a value that is late by less is packed with it. */
const rawDays = 7;
const dayMs = 86_400_000;

/** Months with a partition that are old enough to be packed, oldest first. */
export async function packableMonths(db: Db, now = new Date()): Promise<Month[]> {
  const limit = new Date(now.getTime() - rawDays * dayMs).toISOString().slice(0, 7);
  return (await listMonths(db)).filter((month) => month < limit);
}

interface Checksum {
  n: number;
  digest: string;
}

/** Counts values, and adds a number that any change to one of them would change. */
async function checksum(trx: Db, rows: RawBuilder<unknown>): Promise<Checksum> {
  const { rows: found } = await sql<Checksum>`
    select count(*)::int as n, coalesce(sum(hashtextextended(concat_ws('|', device_id, parameter,
      extract(epoch from ts), value), 0)::numeric), 0)::text as digest
    from (${rows}) as r`.execute(trx);
  return found[0] as Checksum;
}

/** Tells whether a moment of a parameter stands in both, which no writer makes. */
async function hasBoth(trx: Db, raw: RawBuilder<unknown>, packed: RawBuilder<unknown>) {
  const { rows } =
    await sql`select from ${raw} r join (${packed}) p using (device_id, parameter, ts)
    limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Packs one month and drops its partition, in one transaction: whoever reads sees one or the other. Days that were
 * packed before and got late values are packed anew.
 * @throws {PackMismatch} when what was packed is not exactly what was there: nothing is dropped then
 */
export async function packMonth(db: Db, month: Month): Promise<PackedMonth> {
  const { from, to } = monthBounds(month);
  const raw = sql.table(partitionOf(month));
  const inMonth = sql`day >= ${from.slice(0, 10)}::date and day < ${to.slice(0, 10)}::date`;
  return db.transaction().execute(async (trx) => {
    await lockMonth(trx, month);
    if (!(await listMonths(trx)).includes(month)) return { values: 0, days: 0 };
    // Dropping waits for readers; whoever reads later must not wait for long behind us.
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await sql`create temporary table touched on commit drop as
      select distinct device_id, (ts at time zone 'UTC')::date as day from ${raw}`.execute(trx);
    const inTouched = sql`select device_id, parameter, ts, value
      from reading_packed join touched using (device_id, day) where ${inMonth}`;
    const all = sql`select device_id, parameter, ts, value from ${raw} union all ${inTouched}`;
    if (await hasBoth(trx, raw, inTouched))
      throw new PackMismatch(`packing ${month}: a packed value was written a second time`);
    const before = await checksum(trx, all);
    const days = await insertDays(trx, all);
    const after = await checksum(trx, inTouched);
    if (before.n !== after.n || before.digest !== after.digest)
      throw new PackMismatch(`packing ${month}: ${before.n} values became ${after.n}, or others`);
    await sql`drop table ${raw}`.execute(trx);
    return { values: before.n, days };
  });
}

/**
 * Writes rows of `reading_day`, each in place of the one that stands there. Moments that are even apart are told by the
 * first and the step; others stand with the first parameter of the day that has them, and the rest point at it.
 * @param values every value of the days, in columns of `reading`
 * @returns how many days of devices there are
 */
export async function insertDays(trx: Db, values: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with one as (
      select device_id, parameter, (ts at time zone 'UTC')::date as day, value,
        (extract(epoch from ts - date_trunc('day', ts, 'UTC')) * 1000)::int as ms
      from (${values}) as v
    ), days as (
      select device_id, parameter, day, array_agg(ms order by ms) as offsets,
        array_agg(value order by ms) as vals, min(ms) as first_ms,
        coalesce(min(gap), 0) as step_ms, min(gap) is not distinct from max(gap) as is_even
      from (select *, ms - lag(ms) over (partition by device_id, parameter, day order by ms) as gap
        from one) as g
      group by 1, 2, 3
    ), led as (
      select *, min(parameter) over (partition by device_id, day, offsets) as leader from days
    ), written as (
      insert into reading_day (device_id, parameter, day, first_ms, step_ms, offsets, same_as, values)
      select device_id, parameter, day, case when is_even then first_ms end,
        case when is_even then step_ms end,
        case when not is_even and parameter = leader then offsets end,
        case when not is_even and parameter <> leader then leader end, vals
      from led
      on conflict (device_id, parameter, day) do update set first_ms = excluded.first_ms,
        step_ms = excluded.step_ms, offsets = excluded.offsets, same_as = excluded.same_as,
        values = excluded.values
      returning device_id, day
    )
    select count(distinct (device_id, day))::int as n from written`.execute(trx);
  return rows[0]?.n ?? 0;
}
