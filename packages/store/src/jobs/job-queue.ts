/**
 * The job queue (pg-boss, in the product's own database). Names and payloads are the contract's;
 * the programs check them, this module only carries them.
 */

import { type Db, openPool } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { tracing } from "@nihol/db/tracing/tracing";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import { PgBoss } from "pg-boss";

/** Job to be sent. */
export interface JobRequest {
  name: string;
  data: object;
  options?: JobOptions;
}

interface JobOptions {
  /** Higher goes first within its queue. */
  priority?: number;
  /** Seconds before anybody may take it. */
  startAfter?: number;
}

/** An open queue. */
export interface JobQueue {
  /** Sends a job. While an equal one (name and payload) waits or runs, nothing is added. */
  send: (name: string, data: object, options?: JobOptions) => Promise<void>;
  /** The same for many at once. */
  sendAll: (requests: readonly JobRequest[]) => Promise<void>;
  /** Sends a job with a transaction: it is there when that has committed, and only then. */
  sendIn: (trx: Db, request: JobRequest) => Promise<void>;
  /** Of these jobs, those that neither wait nor run: never sent, lost, or ended. */
  missing: (requests: readonly JobRequest[]) => Promise<JobRequest[]>;
  /** Of these queues, those with a job that may be taken now. */
  waiting: (names: readonly string[]) => Promise<string[]>;
  /** For the worker's runner. */
  boss: PgBoss;
  /** Waits for nothing: who runs jobs stops them first. */
  close: () => Promise<void>;
}

interface JobQueueOptions {
  /** Finds jobs of dead workers and clears old ones; one program of an installation is enough. */
  supervise?: boolean;
  /** Connections held at most. */
  max?: number;
  onError?: (error: Error) => void;
}

/** Seconds. A worker that is silent for longer is dead, and its jobs go to others. */
export const HEARTBEAT_SECONDS = 10;
/** Seconds between two checks for silent workers. */
export const SUPERVISE_SECONDS = 5;
/** Seconds until a job of a dead worker may be taken again. */
export const RETRY_SECONDS = 1;

const hour = 3600;
// Every error and every death of a worker uses one retry; the handlers decide much earlier.
const queueDefaults = {
  policy: "exclusive",
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: 50,
  retryDelay: RETRY_SECONDS,
  expireInSeconds: 12 * hour,
  retentionSeconds: 30 * 24 * hour,
  deleteAfterSeconds: 24 * hour,
} as const;

/** The key under which equal jobs are one: the payload with its fields in order of their names. */
function jobKey(data: object): string {
  return Object.entries(data)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** A job as pg-boss takes it. The trace of whoever orders it goes with its data, and says nothing of which job it is. */
const toInsert = ({ data, options }: JobRequest) => ({
  data: { ...data, ...tracing()?.carried() },
  singletonKey: jobKey(data),
  ...options,
});

/**
 * Opens the queue; makes its tables on the first call. Several programs may call it at once.
 * @throws when the database cannot be reached.
 */
export async function openJobQueue(
  config: DatabaseConfig,
  options: JobQueueOptions = {},
): Promise<JobQueue> {
  const pool = openPool(config, { application_name: "nihol jobs", max: options.max ?? 4 });
  const boss = new PgBoss({
    db: { executeSql: outageProof(pool) },
    supervise: options.supervise ?? false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
  });
  // Without a listener an error would end the program. Each poll fails while the database is away:
  // whoever watches it says so once.
  boss.on("error", (error) => {
    if (!isDatabaseAway(error)) options.onError?.(error);
  });
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const ensureQueue = queueMaker(boss);
  const sendAll = async (requests: readonly JobRequest[]) => {
    for (const [name, group] of Map.groupBy(requests, (request) => request.name)) {
      await ensureQueue(name);
      await boss.insert(name, group.map(toInsert));
    }
  };
  return {
    boss,
    sendAll,
    async sendIn(trx, request) {
      await ensureQueue(request.name);
      const db = { executeSql: statementsOf(trx) };
      await boss.insert(request.name, [toInsert(request)], { db });
    },
    send: (name, data, given = {}) => sendAll([{ name, data, options: given }]),
    missing: (requests) => missingJobs(boss, requests),
    waiting: (names) => waitingQueues(boss, names),
    // Without a database the queue cannot say goodbye; its connections end all the same.
    close: () => boss.stop({ graceful: false, close: true }).finally(() => pool.end()),
  };
}

type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** pg-boss's statements within somebody's transaction. */
const statementsOf =
  (trx: Db): ExecuteSql =>
  async (text, values = []) => {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows: [...rows] };
  };

/**
 * Sends pg-boss's statements. While the database was away nobody could report a heartbeat: the first statement
 * after an outage renews them all, or supervision would take running jobs from living workers and count
 * the outage as a failed attempt. A worker that died meanwhile is noticed one heartbeat later.
 */
function outageProof(pool: pg.Pool): ExecuteSql {
  let wasAway = false;
  let renewing: Promise<unknown> | undefined;
  // A connection that was idle when it was cut fails no statement: only the pool hears of it.
  pool.on("error", (error) => {
    if (isDatabaseAway(error)) wasAway = true;
  });
  const renew = async () => {
    await pool.query("update pgboss.job set heartbeat_on = now() where state = 'active'");
    wasAway = false;
  };
  return async (text, values) => {
    try {
      if (wasAway) {
        renewing ??= renew().finally(() => {
          renewing = undefined;
        });
        await renewing;
      }
      return await pool.query(text, values);
    } catch (error) {
      if (isDatabaseAway(error)) wasAway = true;
      throw error;
    }
  };
}

/** Makes each queue once; the worker calls it for the queues that it listens to. */
export function queueMaker(boss: PgBoss): (name: string) => Promise<void> {
  const made = new Map<string, Promise<void>>();
  return (name) => {
    const known = made.get(name) ?? boss.createQueue(name, queueDefaults);
    made.set(name, known);
    known.catch(() => made.delete(name));
    return known;
  };
}

async function missingJobs(boss: PgBoss, requests: readonly JobRequest[]): Promise<JobRequest[]> {
  if (requests.length === 0) return [];
  const { rows } = await boss.getDb().executeSql(
    `select name, singleton_key from pgboss.job
     where name = any($1) and state in ('created', 'retry', 'active')`,
    [[...new Set(requests.map(({ name }) => name))]],
  );
  const live = new Set(rows.map((row) => `${row.name} ${row.singleton_key}`));
  return requests.filter(({ name, data }) => !live.has(`${name} ${jobKey(data)}`));
}

async function waitingQueues(boss: PgBoss, names: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select queue from unnest($1::text[]) as queue where exists (
       select from pgboss.job
       where name = queue and state < 'active' and not blocked and start_after <= now())`,
    [[...names]],
  );
  return rows.map((row) => row.queue);
}
