/**
 * Forward-only migrations: packages/db/migrations/NNNN_name.sql, each in one transaction, in the
 * order of their names. There is no way down: a mistake is mended by the next file.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { codeOf } from "@nihol/contract/values/thrown";
import type pg from "pg";

/** The folder of the product's migrations. */
export const migrationsDir = fileURLToPath(new URL("../migrations", import.meta.url));

// Any fixed number; it names the lock for everybody who migrates this database.
const lockKey = 7_141_953_226;

/** Migration file on disk. */
interface Migration {
  name: string;
  sha256: string;
  text: string;
}

/** The database and the code do not fit each other; the message says how and what to do. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Reads the migrations of a folder in order.
 * @throws MigrationError for a file whose name is not NNNN_name.sql or whose number occurs twice.
 */
export async function readMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new MigrationError(`${name}: a migration is named NNNN_name.sql`);
    }
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new MigrationError(`two migrations have the number ${number}`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout with other line ends must not look like an edited migration.
      const text = (await readFile(`${dir}/${name}`, "utf8")).replaceAll("\r\n", "\n");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/**
 * Migrations of `known` that are still to be applied.
 * @throws MigrationError when an applied file was edited, is unknown to this code, or comes after one that was never
 * applied.
 */
function pendingMigrations(
  known: readonly Migration[],
  applied: readonly { name: string; sha256: string }[],
): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const file = byName.get(name);
    if (!file) {
      throw new MigrationError(
        `The database has the migration ${name}, which this version of Nihol does not know. Start the newer version that made it, or restore a backup.`,
      );
    }
    if (file.sha256 !== sha256) {
      throw new MigrationError(
        `The migration ${name} was edited after it had been applied. Restore the file and write the change as a new migration.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = known.filter(({ name }) => !done.has(name));
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? "";
  const late = pending.find(({ name }) => name < last);
  if (late) {
    throw new MigrationError(
      `The migration ${late.name} comes before ${last}, which is applied already. Give it a higher number.`,
    );
  }
  return pending;
}

class LockTaken extends MigrationError {}

/** PostgreSQL's code of a lock that did not come in time. */
const lockTimeout = "55P03";
/** A migration of a filled table may take minutes; longer, something holds the lock that should not. */
const waitForLockMs = 15 * 60_000;
const sayAfterMs = 5000;

/**
 * Applies the next pending file in a transaction that holds the lock of all who migrate: a lock of the transaction, since
 * one of the session stays behind in a pooler. @returns its name; undefined when none is pending
 */
async function applyNext(client: pg.PoolClient, known: readonly Migration[], waitMs: number) {
  await client.query("begin");
  try {
    // PostgreSQL takes 0 for no end.
    await client.query(`set local lock_timeout = ${Math.max(1, waitMs)}`);
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    await client.query("set local lock_timeout = 0");
    await client.query(
      `create table if not exists schema_migration (
         name text primary key,
         sha256 text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from schema_migration order by name",
    );
    const migration = pendingMigrations(known, rows)[0];
    if (migration) await applyOne(client, migration);
    await client.query("commit");
    return migration?.name;
  } catch (error) {
    // A broken connection cannot say so, and what failed first is what is told; the session is closed by the caller.
    await client.query("rollback").catch(() => undefined);
    if (codeOf(error) !== lockTimeout) throw error;
    throw new LockTaken(
      `another program is migrating this database: it holds the advisory lock ${lockKey} (select pid, query_start, query from pg_stat_activity where pid in (select pid from pg_locks where locktype = 'advisory'))`,
      { cause: error },
    );
  }
}

async function applyOne(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.text);
    await client.query("insert into schema_migration (name, sha256) values ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

interface MigrateOptions {
  waitMs?: number;
  say?: (line: string) => void;
  only?: readonly string[];
}

/**
 * Applies all migrations that the database lacks. Several servers may call it at once: the others
 * wait and find nothing left to do.
 * @param options.waitMs how long the lock of another program is waited for
 * @param options.say told once when it is waited for
 * @param options.only these alone: those that a backup was made with, whose rows are loaded before later ones are applied
 * @returns the names that were applied now, in order.
 * @throws MigrationError; what was applied before the failing file stays applied.
 */
export async function migrate(
  pool: pg.Pool,
  dir: string = migrationsDir,
  { waitMs = waitForLockMs, say, only }: MigrateOptions = {},
): Promise<string[]> {
  const all = await readMigrations(dir);
  const known = only ? all.filter(({ name }) => only.includes(name)) : all;
  const applied: string[] = [];
  const client = await pool.connect();
  try {
    for (;;) {
      const name = await applyNext(client, known, Math.min(waitMs, sayAfterMs)).catch((error) => {
        if (!(error instanceof LockTaken) || waitMs <= sayAfterMs) throw error;
        say?.(`${error.message}; waiting for it`);
        return applyNext(client, known, waitMs);
      });
      if (name === undefined) return applied;
      applied.push(name);
    }
  } finally {
    // Closing the session ends its transaction even when the connection is in a bad state.
    client.release(true);
  }
}

/** PostgreSQL's code of a table that is not there. */
const undefinedTable = "42P01";
const pollMs = 500;

/**
 * Waits until a server has brought the database to the version of this program: on several machines a worker of a new
 * version may start first.
 * @param say told once when it is waited for
 * @throws MigrationError where the database is of a newer version
 */
export async function awaitMigrations(
  pool: pg.Pool,
  say: (line: string) => void,
  dir: string = migrationsDir,
): Promise<void> {
  const known = await readMigrations(dir);
  for (let isSaid = false; ; isSaid = true) {
    const { rows } = await pool
      .query<{ name: string; sha256: string }>("select name, sha256 from schema_migration")
      .catch((error) => {
        if (codeOf(error) === undefinedTable) return { rows: [] };
        throw error;
      });
    const left = pendingMigrations(known, rows).length;
    if (left === 0) return;
    if (!isSaid) say(`database: ${left} migrations are to be applied by a server; waiting for it`);
    await wait(pollMs);
  }
}
