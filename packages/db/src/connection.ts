/** Connections to the database, with the same reading of values everywhere. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabaseConfig } from "./launcher/database-config.ts";
import type { Database } from "./tables.ts";
import { traceQueries } from "./tracing/trace-queries.ts";

export interface ConnectOptions {
  /** Connections held at most by this process. */
  max?: number;
  /** Seen in pg_stat_activity. */
  applicationName?: string;
}

/** Statements of the database, within a transaction or outside. */
export type Db = Kysely<Database>;

/** An open database. */
export interface Connection {
  sql: Db;
  /** The pool under `sql`, for COPY, LISTEN and the job queue. */
  pool: pg.Pool;
  /** Where it is, for threads and tools that open connections of their own. */
  config: DatabaseConfig;
  /** Waits for what runs, then closes every connection. */
  close: () => Promise<void>;
}

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;

/**
 * A whole number as a number while it is exact, and as text beyond 2^53: counts and sums are plain
 * numbers, a 62-bit Morton key is never rounded.
 */
export function parseInt8(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** A decimal as a number while a double holds all its digits (15), and as text beyond. */
export function parseNumeric(text: string): number | string {
  const digits = text.replace(/^-?0*\.?0*|[-.]/g, "").length;
  const number = Number(text);
  return digits <= 15 && Number.isFinite(number) ? number : text;
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [NUMERIC, parseNumeric],
  // A calendar day has no time zone: a Date would move it by one for half of the world.
  [DATE, (text) => text],
]);

/** Gives `pg` the parser of a column's type. Set per pool, so that other users of pg keep theirs. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? "text"),
};

/**
 * A pool whose connections may break at any moment without ending the process. No connection is made
 * before the first query.
 */
export function openPool(config: DatabaseConfig, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    // A host that vanished without a word is noticed by the system, not after hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
  });
  // An "error" without a listener ends the process. The pool listens to idle connections only; one that is
  // taken, inside a transaction, has nobody. Its query fails anyway, and the pool drops it on release.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  traceQueries(pool);
  return pool;
}

/**
 * Opens a pool. No connection is made before the first query.
 * Values: int8 and numeric as number where exact, else string; date as 'YYYY-MM-DD';
 * timestamptz as Date; json as values; bytea as Buffer.
 */
export function connect(config: DatabaseConfig, options: ConnectOptions = {}): Connection {
  const pool = openPool(config, {
    max: options.max ?? 10,
    application_name: options.applicationName ?? "nihol",
    types: typeParsers,
  });
  const sql = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await sql.destroy();
    // Kysely ends only what it was asked to use.
    if (!pool.ending) await pool.end();
  };
  return { sql, pool, config, close };
}
