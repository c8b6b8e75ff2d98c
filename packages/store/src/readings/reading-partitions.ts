/** Monthly partitions of `reading`: made by whoever writes first, dropped once packed. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** A UTC month, `2026-11`. */
export type Month = string;

export const monthOf = (ts: Date): Month => ts.toISOString().slice(0, 7);
export const partitionOf = (month: Month) => `reading_${month.replace("-", "_")}`;

/** The first moment of a month and of the next one, as PostgreSQL reads them. */
export function monthBounds(month: Month): { from: string; to: string } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  return { from: `${month}-01T00:00:00Z`, to: `${next}-01T00:00:00Z` };
}

// Keys of advisory locks, arbitrary: of making partitions, and with the month of writing into it and packing it.
const makeLock = 7_141_953_301;
const monthLock = 714_195_331;
const numberOf = (month: Month) => Number(month.replace("-", ""));

async function isAttached(db: Db, month: Month): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reading'::regclass and c.relname = ${partitionOf(month)}`.execute(db);
  return rows.length > 0;
}

async function makePartition(trx: Db, month: Month) {
  const { from, to } = monthBounds(month);
  const name = sql.table(partitionOf(month));
  // `create … partition of` would lock out every reader and writer; attaching does not.
  await sql`create table ${name} (like reading including all)`.execute(trx);
  await sql`alter table reading attach partition ${name}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
}

/**
 * Makes the partitions that are missing. Many may call it at once. Outside of a transaction each call is a short
 * one of its own, so that a long write never keeps others from theirs.
 */
export async function ensurePartitions(db: Db, months: Iterable<Month>): Promise<void> {
  const missing: Month[] = [];
  for (const month of new Set(months)) if (!(await isAttached(db, month))) missing.push(month);
  if (missing.length === 0) return;
  const make = async (trx: Db) => {
    await sql`select pg_advisory_xact_lock(${makeLock}::bigint)`.execute(trx);
    for (const month of missing.sort())
      if (!(await isAttached(trx, month))) await makePartition(trx, month);
  };
  await (db.isTransaction ? make(db) : db.transaction().execute(make));
}

/** Takes a writer's lock on months, shared with other writers; `lockMonth` is the packer's. Held to the end of the transaction. */
export async function lockMonthsShared(trx: Db, months: Iterable<Month>): Promise<void> {
  for (const month of [...new Set(months)].sort())
    await sql`select pg_advisory_xact_lock_shared(${monthLock}::int, ${numberOf(month)}::int)`.execute(
      trx,
    );
}

/** Takes the packer's lock on a month, which keeps out writers and other packers to the end of the transaction. */
export async function lockMonth(trx: Db, month: Month): Promise<void> {
  await sql`select pg_advisory_xact_lock(${monthLock}::int, ${numberOf(month)}::int)`.execute(trx);
}

/** Months that have a partition, oldest first. */
export async function listMonths(db: Db): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reading'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name.slice("reading_".length).replace("_", "-"));
}
