/** Packing a month: its readings become one row a device and day, and its partition goes. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import {
  listMonths,
  lockMonth,
  type Month,
  monthBounds,
  partitionOf,
} from "./reading-partitions.ts";

type Db = Kysely<Database>;

/** What was packed is not what was there. */
export class PackMismatch extends Error {
  override name = "PackMismatch";
}

export interface PackedMonth {
  readings: number;
  days: number;
}

/** This month and the two before it stay raw: 2 to 3 months. */
const rawMonths = 3;

/** Months with a partition that are old enough to be packed, oldest first. */
export async function packableMonths(db: Db, now = new Date()): Promise<Month[]> {
  const oldestRaw = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - rawMonths, 1));
  const limit = oldestRaw.toISOString().slice(0, 7);
  return (await listMonths(db)).filter((month) => month < limit);
}

/** Packed days as single readings: the columns of `reading`. */
const unpacked = sql`
  select d.device_id, d.day::timestamp at time zone 'UTC' + u.ms * interval '1 millisecond' as ts,
    u.co2, u.humidity, u.temperature, u.conductivity, u.ph
  from reading_day d cross join lateral unnest(
    d.offsets, d.co2, d.humidity, d.temperature, d.conductivity, d.ph)
    as u (ms, co2, humidity, temperature, conductivity, ph)`;

interface Checksum {
  n: number;
  digest: string | number;
}

/** How many readings, and a number that any change to one of them would change. */
async function checksum(trx: Db, rows: ReturnType<typeof sql>): Promise<Checksum> {
  const { rows: found } = await sql<Checksum>`
    select count(*)::int as n, coalesce(sum(hashtextextended(concat_ws('|', device_id,
      extract(epoch from ts), 'c', co2, 'h', humidity, 't', temperature, 'e', conductivity, 'p', ph),
      0)::numeric), 0)::text as digest
    from (${rows}) as r`.execute(trx);
  return found[0] as Checksum;
}

/**
 * Packs one month and drops its partition, in one transaction: whoever reads sees one or the other. Days that were
 * packed before and got late readings are packed anew.
 * @throws {PackMismatch} when what was packed is not exactly what was there: nothing is dropped then
 */
export async function packMonth(db: Db, month: Month): Promise<PackedMonth> {
  const { from, to } = monthBounds(month);
  const raw = sql.table(partitionOf(month));
  const days = sql`d.day >= ${from.slice(0, 10)}::date and d.day < ${to.slice(0, 10)}::date`;
  return db.transaction().execute(async (trx) => {
    await lockMonth(trx, month);
    if (!(await listMonths(trx)).includes(month)) return { readings: 0, days: 0 };
    // Dropping waits for readers; whoever reads later must not wait for long behind us.
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await sql`create temporary table touched on commit drop as
      select distinct device_id, (ts at time zone 'UTC')::date as day from ${raw}`.execute(trx);
    const inTouched = sql`${unpacked} join touched using (device_id, day) where ${days}`;
    const all = sql`select device_id, ts, co2, humidity, temperature, conductivity, ph from ${raw}
      union all ${inTouched}`;
    const before = await checksum(trx, all);
    const packed = await insertDays(trx, all);
    const after = await checksum(trx, inTouched);
    if (before.n !== after.n || before.digest !== after.digest)
      throw new PackMismatch(`packing ${month}: ${before.n} readings became ${after.n}, or others`);
    await sql`drop table ${raw}`.execute(trx);
    return { readings: before.n, days: packed };
  });
}

async function insertDays(trx: Db, readings: ReturnType<typeof sql>): Promise<number> {
  const column = (name: string) =>
    sql`case when count(${sql.ref(name)}) > 0 then array_agg(${sql.ref(name)} order by ts) end`;
  const { numAffectedRows } = await sql`
    insert into reading_day as old
      (device_id, day, n, offsets, co2, humidity, temperature, conductivity, ph)
    select device_id, (ts at time zone 'UTC')::date, count(*),
      array_agg((extract(epoch from ts - date_trunc('day', ts, 'UTC')) * 1000)::int order by ts),
      ${column("co2")}, ${column("humidity")}, ${column("temperature")}, ${column("conductivity")},
      ${column("ph")}
    from (${readings}) as r group by 1, 2
    on conflict (device_id, day) do update set n = excluded.n, offsets = excluded.offsets,
      co2 = excluded.co2, humidity = excluded.humidity, temperature = excluded.temperature,
      conductivity = excluded.conductivity, ph = excluded.ph`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
