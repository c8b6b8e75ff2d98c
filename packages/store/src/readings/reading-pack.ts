/** Packing a month: its readings become one row a device and day, and its partition goes. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { eachMeasure, measureColumns } from "./measure-columns.ts";
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
    ${measureColumns("u")}
  from reading_day d cross join lateral unnest(d.offsets, ${measureColumns("d")})
    as u (ms, ${measureColumns()})`;

interface Checksum {
  n: number;
  digest: string;
}

/** How many readings, and a number that any change to one of them would change. */
async function checksum(trx: Db, rows: RawBuilder<unknown>): Promise<Checksum> {
  const values = eachMeasure((measure) => sql`${sql.lit(measure)}, ${sql.ref(measure)}`);
  const { rows: found } = await sql<Checksum>`
    select count(*)::int as n, coalesce(sum(hashtextextended(concat_ws('|', device_id,
      extract(epoch from ts), ${values}), 0)::numeric), 0)::text as digest
    from (${rows}) as r`.execute(trx);
  return found[0] as Checksum;
}

/** How many values there are of all measures together. */
async function countValues(trx: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ n: string }>`
    select coalesce(sum(num_nonnulls(${measureColumns()})), 0) as n from (${rows}) as r`.execute(
    trx,
  );
  return Number(found[0]?.n);
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
    const both = sql`select device_id, ts, ${measureColumns()} from ${raw} union all ${inTouched}`;
    // A packed moment that was completed since stands in both: each holds what the other lacks.
    const all = sql`select device_id, ts, ${eachMeasure((measure) => {
      const [late, early] = [sql.ref(`r.${measure}`), sql.ref(`p.${measure}`)];
      return sql`coalesce(${late}, ${early}) as ${sql.ref(measure)}`;
    })} from ${raw} r full join (${inTouched}) p using (device_id, ts)`;
    const before = await checksum(trx, all);
    const isMerged = (await countValues(trx, both)) === (await countValues(trx, all));
    const packed = await insertDays(trx, all);
    const after = await checksum(trx, inTouched);
    if (!isMerged || before.n !== after.n || before.digest !== after.digest)
      throw new PackMismatch(`packing ${month}: ${before.n} readings became ${after.n}, or others`);
    await sql`drop table ${raw}`.execute(trx);
    return { readings: before.n, days: packed };
  });
}

async function insertDays(trx: Db, readings: RawBuilder<unknown>): Promise<number> {
  const packed = eachMeasure((measure) => {
    const column = sql.ref(measure);
    return sql`case when count(${column}) > 0 then array_agg(${column} order by ts) end`;
  });
  const replaced = eachMeasure(
    (measure) => sql`${sql.ref(measure)} = ${sql.ref(`excluded.${measure}`)}`,
  );
  const { numAffectedRows } = await sql`
    insert into reading_day as old (device_id, day, n, offsets, ${measureColumns()})
    select device_id, (ts at time zone 'UTC')::date, count(*),
      array_agg((extract(epoch from ts - date_trunc('day', ts, 'UTC')) * 1000)::int order by ts),
      ${packed}
    from (${readings}) as r group by 1, 2
    on conflict (device_id, day) do update set n = excluded.n, offsets = excluded.offsets,
      ${replaced}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
