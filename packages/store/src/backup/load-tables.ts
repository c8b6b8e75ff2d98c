/** Fills an empty database from a backup: its own migrations, then all rows in one transaction. */
import { pipeline } from "node:stream/promises";
import type { Connection, Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { migrate } from "@nihol/db/migrate";
import { chooseProgrammeZone } from "@nihol/db/programme-zone";
import { sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { ensurePartitions } from "../readings/reading-partitions.ts";
import { BackupRefused } from "./backup-cipher.ts";
import { copySettings, ownTables, quoted } from "./dump-tables.ts";
import { type OpenBackup, readTableOf } from "./verify-backup.ts";

/** Fact of the installation that says which backup its rows came from. */
const factKey = "restored";

/** Which backup the rows of this database came from; undefined where none did, or there are no tables. */
export async function restoredFrom(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('public.installation') is not null as is`.execute(db);
  if (rows[0]?.is !== true) return undefined;
  const fact = await sql<{ backup: string }>`
    select value ->> 'backup' as backup from installation where key = ${factKey}`.execute(db);
  return fact.rows[0]?.backup;
}

/** Says whether there is anything in a database that somebody made. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname not like 'pg\\_%' and s.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(
    db,
  );
  return rows[0]?.n === 0;
}

/** Empties a database that an unfinished restore has begun to fill. */
export async function emptyDatabase(db: Db): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await sql`grant usage on schema public to public`.execute(db);
}

async function makePartitions(db: Db, { manifest }: OpenBackup) {
  const months = manifest.tables.flatMap(({ table }) => {
    const [, year, month] = /^reading_(\d{4})_(\d{2})$/.exec(table) ?? [];
    return year ? [`${year}-${month}`] : [];
  });
  await ensurePartitions(db, months);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Takes off foreign keys and triggers: rows come table by table, and what triggers write is in the backup itself. */
async function takeOffRules(client: pg.PoolClient) {
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text "table", quote_ident(conname) "name", pg_get_constraintdef(oid) "definition"
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conrelid, conname`,
  );
  const { rows: triggers } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of triggers) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { table } of triggers)
      await client.query(`alter table ${table} enable trigger user`);
    // Every reference is looked up as it is made.
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

async function copyRows(client: pg.PoolClient, backup: OpenBackup) {
  const { tables } = backup.manifest;
  const { rows } = await client.query<{ name: string }>(
    `select relname::text "name" from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migration'`,
  );
  const named = new Set([...ownTables, ...tables.map(({ table }) => table)]);
  const absent = rows.find(({ name }) => !named.has(name));
  if (absent) throw new BackupRefused(`the backup lacks the table ${absent.name}`);
  // Migrations write some rows of their own.
  await client.query(`truncate ${rows.map(({ name }) => `public.${quoted(name)}`).join(", ")}`);
  for (const part of tables) {
    const list = part.columns.map(quoted).join(", ");
    const target = client.query(copyFrom(`copy public.${quoted(part.table)} (${list}) from stdin`));
    await pipeline(readTableOf(backup, part), target);
    if (target.rowCount !== part.lines)
      throw new BackupRefused(
        `the table ${part.table} took ${target.rowCount} of ${part.lines} rows`,
      );
  }
}

async function setSequences(client: pg.PoolClient, { manifest }: OpenBackup) {
  for (const { name, last } of manifest.sequences)
    if (last !== null)
      await client.query("select setval($1::regclass, $2::bigint)", [
        `public.${quoted(name)}`,
        last,
      ]);
}

/**
 * Fills an empty database: the schema of the backup's version, then its rows in one transaction, which says with them
 * which backup they are of, then what later versions changed.
 * @throws BackupRefused, MigrationError
 */
export async function loadTables(db: Connection, backup: OpenBackup, now: Date): Promise<void> {
  const { name, migrations, zone } = backup.manifest;
  await migrate(db.pool, undefined, { only: migrations.map((one) => one.name) });
  // Before the rows: indexes are by its days.
  if (zone !== null) await chooseProgrammeZone(db.sql, zone, true);
  await makePartitions(db.sql, backup);
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    await client.query(copySettings);
    const putRulesBack = await takeOffRules(client);
    await copyRows(client, backup);
    await setSequences(client, backup);
    await putRulesBack();
    await client.query(
      "insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [factKey, json({ backup: name, at: now.toISOString() })],
    );
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Brings restored rows to this version, and counts them anew for the planner. */
export async function finishTables(db: Connection): Promise<string[]> {
  const applied = await migrate(db.pool);
  await db.pool.query("analyze");
  return applied;
}
