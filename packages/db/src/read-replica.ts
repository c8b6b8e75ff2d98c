/** A standby of the database that answers reads, for whoever may be answered by what it has. */
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "@nihol/contract/values/thrown";
import { sql } from "kysely";
import { connect, type Db } from "./connection.ts";
import { isDatabaseAway } from "./database-away.ts";
import type { DatabaseConfig } from "./launcher/database-config.ts";

export interface ReadReplica {
  /**
   * Asks the standby where it has all that `reader` has changed or been told of, and everybody's changes of the last
   * seconds; else, and where it fails, the primary.
   */
  read: <T>(reader: number, ask: (db: Db) => Promise<T>) => Promise<T>;
  /** Notes that `reader` has changed something, or was told of a change: what they read from now on holds it. */
  noteChange: (reader: number) => void;
  /** Seconds by which it is behind; undefined while it is not used. */
  lagSeconds: () => number | undefined;
  close: () => Promise<void>;
}

interface ReplicaOptions {
  config: DatabaseConfig;
  primary: Db;
  /** The same at the primary and its standbys, another one anywhere else. */
  identityOf: (db: Db) => Promise<string>;
  log: (line: string) => void;
  /** Connections at most. */
  max?: number;
}

/** Milliseconds between two questions of how far it is. */
const everyMs = 250;
/** Further behind it is not asked. */
const staleMs = 5_000;
/** SQLSTATE of a query that was in the way of what the standby had to replay. */
const conflictState = "40001";

/** Bytes of the log that the primary has written. */
async function writtenBytes(primary: Db): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`.execute(primary);
  return BigInt(rows[0]?.bytes ?? 0);
}

/** Bytes of the log that a standby has replayed; undefined where it is none. */
async function replayedBytes(standby: Db): Promise<bigint | undefined> {
  const { rows } = await sql<{ bytes: string | null }>`
    select case when pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as bytes`.execute(standby);
  const bytes = rows[0]?.bytes ?? undefined;
  return bytes === undefined ? undefined : BigInt(bytes);
}

const failedThere = (error: unknown) => isDatabaseAway(error) || codeOf(error) === conflictState;

/** Waits until a standby has all that the primary has now. @returns false where it does not get there in so many ms */
export async function catchesUp(primary: Db, standby: Db, withinMs: number): Promise<boolean> {
  try {
    const written = await writtenBytes(primary);
    for (const end = Date.now() + withinMs; Date.now() < end; await wait(100)) {
      const replayed = await replayedBytes(standby);
      if (replayed === undefined) return false;
      if (replayed >= written) return true;
    }
  } catch {
    // Whatever it is: the primary answers as well.
  }
  return false;
}

/** Begins to follow a standby. It is used once it was seen to belong to the primary and to keep up with it. */
export function openReadReplica(options: ReplicaOptions): ReadReplica {
  const { primary, identityOf, log } = options;
  const standby = connect(options.config, {
    applicationName: "nihol reads",
    max: options.max ?? 12,
  });
  const closing = new AbortController();
  /** How far the primary was, and when, oldest first; what the standby has replayed leaves the list. */
  let positions: { at: number; bytes: bigint }[] = [];
  /** It has what the primary had at this moment of `performance.now()`. */
  let asOf = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  let said = "";
  const changes = new Map<number, number>();

  function say(line: string) {
    if (line !== said) log(line);
    said = line;
  }
  function leave(reason: string) {
    asOf = Number.NEGATIVE_INFINITY;
    positions = [];
    isKnown = false;
    say(`reads go to the primary: ${reason}`);
  }
  const lagMs = () => performance.now() - asOf;
  const isUsable = () => lagMs() < staleMs;

  async function turn() {
    const at = performance.now();
    positions.push({ at, bytes: await writtenBytes(primary) });
    const replayed = await replayedBytes(standby.sql);
    if (replayed === undefined) return leave("what DATABASE_READ_URL names is no standby");
    isKnown ||= (await identityOf(standby.sql)) === (await identityOf(primary));
    if (!isKnown) return leave("what DATABASE_READ_URL names belongs to another database");
    while (positions[0] && positions[0].bytes <= replayed) asOf = positions.shift()?.at ?? asOf;
    // Kept as far back as it may be used.
    positions = positions.filter((position) => at - position.at < staleMs);
    say(isUsable() ? "reads go to the standby" : "reads go to the primary: the standby is behind");
  }
  async function follow() {
    while (!closing.signal.aborted) {
      await turn().catch((error: unknown) => leave(String(error)));
      await wait(everyMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }
  const following = follow();

  /** Somebody who was never seen may have changed something at another server a moment ago. */
  function hasAllOf(reader: number): boolean {
    const changed = changes.get(reader) ?? performance.now();
    if (!changes.has(reader)) changes.set(reader, changed);
    return asOf >= changed;
  }

  return {
    async read(reader, ask) {
      if (!hasAllOf(reader) || !isUsable()) return ask(primary);
      try {
        return await ask(standby.sql);
      } catch (error) {
        if (!failedThere(error)) throw error;
        if (isDatabaseAway(error)) leave(String(error));
        return ask(primary);
      }
    },
    noteChange: (reader) => void changes.set(reader, performance.now()),
    lagSeconds: () => (isUsable() ? lagMs() / 1000 : undefined),
    async close() {
      closing.abort();
      await following;
      await standby.close();
    },
  };
}
