/** Reads every table of the product in one snapshot of the database, as COPY writes it: the form is the same in all versions. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Connection, Db } from "@nihol/db/connection";
import { takeProgrammeZone } from "@nihol/db/programme-zone";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BackupKey } from "./backup-cipher.ts";
import type { SequenceState, TablePart } from "./backup-manifest.ts";
import { writePart } from "./backup-parts.ts";

/**
 * Written by the migrator alone, and facts of this copy of the database that a restored one must not take for its own;
 * the last three are of the servers that run.
 */
export const ownTables = [
  ...["schema_migration", "backup_run", "backup_schedule"],
  ...["call_count", "server_beat", "server_duty"],
];

/** File of a table within a backup. */
export const tableFile = (table: string) => join("tables", `${table}.copy.gz`);

/** Session settings under which COPY writes and reads the same text everywhere. */
export const copySettings = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 3;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** Tables that hold rows, with the columns that are not computed; those of months first, since packing drops them. */
async function listTables(trx: Db): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${ownTables}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname, c.relispartition order by c.relispartition desc, c.relname`.execute(
    trx,
  );
  return rows;
}

/** Where the sequences stand: read after the rows, so that no number is given twice. */
export async function listSequences(db: Db): Promise<SequenceState[]> {
  const { rows } = await sql<SequenceState>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by 1`.execute(db);
  return rows;
}

/** Time zone of local days (`programme_zone`); null in a database that knows none yet. */
export async function findZone(db: Db): Promise<string | null> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regproc('public.programme_zone') is not null as is`.execute(db);
  return rows[0]?.is === true ? takeProgrammeZone(db) : null;
}

async function dumpTable(
  db: Connection,
  snapshot: string,
  { table, columns }: { table: string; columns: string[] },
  path: string,
  key: BackupKey | undefined,
): Promise<TablePart> {
  const client = await db.pool.connect();
  // A transaction for each table: nobody waits for the lock of a table that is read already.
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    await client.query(copySettings);
    const list = columns.map(quoted).join(", ");
    const rows = client.query(copyTo(`copy public.${quoted(table)} (${list}) to stdout`));
    const facts = await writePart(path, rows, key);
    await client.query("commit");
    client.release();
    return { table, columns, ...facts };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Writes all tables into the folder of a backup.
 * @param trx transaction of the snapshot: repeatable read
 */
export async function dumpTables(
  db: Connection,
  trx: Db,
  dir: string,
  key: BackupKey | undefined,
): Promise<TablePart[]> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
  const snapshot = rows[0]?.id ?? "";
  await mkdir(join(dir, "tables"), { mode: 0o750 });
  const parts: TablePart[] = [];
  for (const table of await listTables(trx))
    parts.push(await dumpTable(db, snapshot, table, join(dir, tableFile(table.table)), key));
  return parts;
}
