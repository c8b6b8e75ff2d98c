/** Cleaning of all kinds by one table, measured once a day, with a line of the audit log for what went. */
import {
  type KeepDays,
  type RetentionKind,
  retentionNames,
} from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { cleaners, type RetentionTools } from "./retention-kinds.ts";

/** Moment of a cleaning, and the local day that it belongs to (2026-05-14). */
interface When {
  now: Date;
  day: string;
}

/** The tools with a store that notes what is to be deleted: files go when their rows are gone for good. */
function deletingLater(tools: RetentionTools) {
  const keys: string[] = [];
  const files: RetentionTools["files"] = {
    ...tools.files,
    delete: async (key) => {
      keys.push(key);
      return true;
    },
  };
  return { tools: { ...tools, files }, keys };
}

/** Cleans one kind, and writes down what went, in one transaction; files after it. */
async function cleanKind(
  db: Db,
  tools: RetentionTools,
  kind: RetentionKind,
  { days, now, day }: When & { days: number },
): Promise<number> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from retention_size where kind = ${kind} and day = ${day}::date) as is`.execute(
    db,
  );
  const isMeasured = rows[0]?.is === true;
  const later = deletingLater(tools);
  const count = await db.transaction().execute(async (trx) => {
    const cleaned = await cleaners[kind].clean(trx, later.tools, now, days);
    if (cleaned.count > 0)
      await trx
        .insertInto("audit_log")
        .values({
          actor_id: null,
          action: "delete",
          resource: "retention",
          resource_id: kind,
          change: json({ count: cleaned.count, days, ...cleaned.facts }),
        })
        .execute();
    if (isMeasured)
      await sql`update retention_size set deleted = deleted + ${cleaned.count}, keep_days = ${days},
        cleaned_at = ${now} where kind = ${kind} and day = ${day}::date`.execute(trx);
    return cleaned.count;
  });
  // A file that cannot be deleted now has no row any more: reconciliation finds it.
  for (const key of later.keys) await tools.files.delete(key);
  if (!isMeasured) {
    const measured = await cleaners[kind].measure(db, tools);
    await sql`insert into retention_size (kind, day, keep_days, row_count, bytes, deleted, cleaned_at)
      values (${kind}, ${day}::date, ${days}, ${measured.rows}, ${measured.bytes}, ${count}, ${now})
      on conflict (kind, day) do update set deleted = retention_size.deleted + excluded.deleted,
        cleaned_at = excluded.cleaned_at`.execute(db);
  }
  return count;
}

/**
 * Cleans every kind. One that fails keeps no other from being cleaned. Several workers may: what is gone is counted by
 * whoever deleted it.
 */
export async function cleanUp(
  db: Db,
  tools: RetentionTools,
  { keepDays, ...when }: When & { keepDays: KeepDays },
  log: (line: string) => void,
): Promise<void> {
  for (const kind of retentionNames)
    try {
      await cleanKind(db, tools, kind, { ...when, days: keepDays[kind] });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log(`cleaning ${kind}: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** State of one kind: what was measured last, how it grew in thirty days, and the last cleaning. */
export interface RetentionState {
  kind: RetentionKind;
  keep_days: number;
  row_count: number;
  bytes: number | null;
  grown_bytes: number | null;
  deleted: number;
  cleaned_at: Date;
}

/** Reads the state of all kinds that were cleaned; `deleted` is of the last thirty days. */
export async function listRetention(db: Db): Promise<RetentionState[]> {
  const { rows } = await sql<RetentionState & { kind: string }>`
    select distinct on (kind) kind, keep_days, row_count::float8 as row_count, bytes::float8 as bytes,
      (bytes - first_value(bytes) over past)::float8 as grown_bytes,
      sum(deleted) over past::float8 as deleted, cleaned_at
    from retention_size where day > now() - interval '31 days'
    window past as (partition by kind order by day rows between unbounded preceding and unbounded following)
    order by kind, day desc`.execute(db);
  return retentionNames.flatMap((kind) => rows.filter((row) => row.kind === kind));
}
