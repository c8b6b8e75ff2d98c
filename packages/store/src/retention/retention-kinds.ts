/** Cleaning and measuring of each kind of data that goes by itself after its days. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RetentionKind } from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { cutAuditLog } from "../audit/audit-cut.ts";
import { deleteEndedSessions } from "../ended-sessions.ts";
import { deleteExpiredExports } from "../exports/cleanup.ts";
import type { FileStore } from "../files/file-store.ts";
import { clearLeftBehind } from "../files/left-behind.ts";
import { deleteOldMail } from "../mail/mail-rows.ts";
import { deleteOldNotices } from "../notices/notice-cleanup.ts";
import { deleteOldPieces } from "../sources/piece-cleanup.ts";
import { releaseOldPreviews } from "../sources/preview-cleanup.ts";
import { deleteForgottenUploads } from "./forgotten-uploads.ts";

export interface RetentionTools {
  files: FileStore;
  /** Folder of work in progress on this machine. */
  scratch: string;
}

/** Work of one cleaning: how much went, and what else its line in the audit log says. */
interface Cleaned {
  count: number;
  facts?: object | undefined;
}

/** Size: rows or files, and bytes (null where they are not worth measuring). */
interface Measured {
  rows: number;
  bytes: number | null;
}

interface Kind {
  /** Deletes what is older than `days` at `now`, within the transaction as far as it is rows. */
  clean: (trx: Db, tools: RetentionTools, now: Date, days: number) => Promise<Cleaned>;
  measure: (db: Db, tools: RetentionTools) => Promise<Measured>;
}

const counted = async (count: Promise<number>): Promise<Cleaned> => ({ count: await count });

/** Rows of a table and all the room that it takes with its indexes. */
async function measureTable(db: Db, table: string): Promise<Measured> {
  const { rows } = await sql<Measured>`
    select count(*)::float8 as rows, pg_total_relation_size(${table}::regclass)::float8 as bytes
    from ${sql.table(table)}`.execute(db);
  return rows[0] ?? { rows: 0, bytes: 0 };
}

async function measureRows(db: Db, query: ReturnType<typeof sql<Measured>>): Promise<Measured> {
  return (await query.execute(db)).rows[0] ?? { rows: 0, bytes: null };
}

async function measureFolder(folder: string): Promise<Measured> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const { parentPath, name } of files)
    bytes += await lstat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    );
  return { rows: files.length, bytes };
}

async function measureStored(files: FileStore, folder: string): Promise<Measured> {
  const sum = { rows: 0, bytes: 0 };
  for await (const { size } of files.list(folder)) {
    sum.rows++;
    sum.bytes += size;
  }
  return sum;
}

/** Deletes rows of before a moment. */
async function deleteBefore(
  trx: Db,
  table: string,
  column: string,
  { now, days }: { now: Date; days: number },
): Promise<Cleaned> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where ${sql.ref(column)} < ${now}::timestamptz - ${days}::int * interval '1 day'`.execute(trx);
  return { count: Number(numAffectedRows ?? 0n) };
}

/** By kind, each as one entry. */
export const cleaners: Readonly<Record<RetentionKind, Kind>> = {
  audit: {
    clean: (trx, _, now, days) => cutAuditLog(trx, new Date(now.getTime() - days * 86_400_000)),
    measure: (db) => measureTable(db, "audit_log"),
  },
  mail: {
    clean: (trx, _, now, days) => counted(deleteOldMail(trx, now, days)),
    measure: (db) => measureTable(db, "mail"),
  },
  notice: {
    clean: (trx, _, now) => counted(deleteOldNotices(trx, now)),
    measure: (db) => measureTable(db, "notice"),
  },
  export: {
    clean: (trx, { files }, now) => counted(deleteExpiredExports(trx, files, now.getTime())),
    measure: (db) =>
      measureRows(
        db,
        sql`select count(*)::float8 as rows, coalesce(sum(size), 0)::float8 as bytes from export`,
      ),
  },
  upload: {
    clean: (trx, { files }, now, days) => counted(deleteForgottenUploads(trx, files, now, days)),
    measure: (db) =>
      measureRows(
        db,
        sql`select count(*)::float8 as rows, coalesce(sum(u.size), 0)::float8 as bytes from upload u
          where not exists (select from imagery_process p where p.upload_id = u.id)`,
      ),
  },
  fetch: {
    clean: (trx, { files }, now, days) => counted(deleteOldPieces(trx, files, now, days)),
    measure: (_, { files }) => measureStored(files, "fetch"),
  },
  preview: {
    clean: (trx, _, now, days) => counted(releaseOldPreviews(trx, now, days)),
    measure: (db) =>
      measureRows(
        db,
        sql`select count(*)::float8 as rows, null::float8 as bytes from offered_capture
          where preview_key is not null`,
      ),
  },
  conflict: {
    clean: (trx, _, now, days) => deleteBefore(trx, "reading_conflict", "sent_at", { now, days }),
    measure: (db) => measureTable(db, "reading_conflict"),
  },
  // The queue clears its own; here it is measured.
  job: {
    clean: async () => ({ count: 0 }),
    measure: (db) => measureTable(db, "pgboss.job"),
  },
  session: {
    clean: (trx, _, now) => counted(deleteEndedSessions(trx, now)),
    measure: (db) => measureTable(db, "refresh_token"),
  },
  backup: {
    // The newest verified one says what a restore would bring back, however old it is.
    clean: async (trx, _, now, days) => {
      const { numAffectedRows } = await sql`delete from backup_run
        where ended_at < ${now}::timestamptz - ${days}::int * interval '1 day'
          and id <> coalesce((select id from backup_run where state = 'verified'
            order by moment desc limit 1), 0)`.execute(trx);
      return { count: Number(numAffectedRows ?? 0n) };
    },
    measure: (db) => measureTable(db, "backup_run"),
  },
  size: {
    clean: async (trx, _, now, days) => {
      const sizes = await deleteBefore(trx, "installation_size", "day", { now, days });
      const kinds = await deleteBefore(trx, "retention_size", "day", { now, days });
      return { count: sizes.count + kinds.count };
    },
    measure: (db) => measureTable(db, "retention_size"),
  },
  scratch: {
    clean: async (_, { scratch }) => {
      const before = await readdir(scratch).catch((): string[] => []);
      if (before.length > 0) await clearLeftBehind(scratch);
      const left = await readdir(scratch).catch((): string[] => []);
      return { count: Math.max(0, before.length - left.length) };
    },
    measure: (_, { scratch }) => measureFolder(scratch),
  },
};
