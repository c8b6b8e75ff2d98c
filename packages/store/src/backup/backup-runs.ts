/** Rows of backups: what was ordered, who makes it, and what became of it. The newest verified one is what counts. */
import type { JobPayload } from "@nihol/contract/values/jobs";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { type Selectable, sql } from "kysely";
import type { JobRequest } from "../jobs/job-queue.ts";
import { notify } from "../notices/notify.ts";
import { BackupRefused } from "./backup-cipher.ts";
import type { BackupStep, MadeBackup } from "./make-backup.ts";

export type BackupRun = Selectable<Database["backup_run"]>;
type Reason = NonNullable<BackupRun["reason"]>;

/** Begun so often and never ended: something in it kills whoever makes it. */
const maxAttempts = 3;
/** Milliseconds between two signs of life. */
const beatMs = 5000;
/** Milliseconds without an answer to a sign of life after which its maker gives up, before others take it over. */
const silentMs = 12_000;
/** Whoever makes it has given no sign of life for so long that they are dead. */
const isSilent = sql<boolean>`beat_at < now() - interval '20 seconds'`;
const unfinished = ["waiting", "running"] as const;
const maxProblem = 2000;
/** A clock that was ahead once makes no backup that holds until that day. */
export const isPast = sql<boolean>`moment <= now() + interval '1 hour'`;

/** Job that makes a backup which was ordered. */
const backupJob = (id: number): JobRequest => ({
  name: "backup.make",
  data: { backup: id } satisfies JobPayload<"backup.make">,
});

/** Lists a job for each backup that is ordered and not made; for the reconciler. Commands make theirs themselves. */
export async function unfinishedBackups(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("backup_run")
    .where("state", "in", unfinished)
    .where("origin", "<>", "command")
    .orderBy("id")
    .select("id")
    .execute();
  return rows.map(({ id }) => backupJob(id));
}

/** Orders the backup of a moment of the schedule, once, unless a later one was verified already. */
export async function orderDueBackup(db: Db, dueAt: Date): Promise<void> {
  await sql`insert into backup_run (origin, due_at)
    select 'schedule', ${dueAt}::timestamptz
    where not exists (select from backup_run where state = 'verified'
      and moment >= ${dueAt}::timestamptz and ${isPast})
    on conflict (due_at) do nothing`.execute(db);
}

/** Orders one now. @returns its id, or that of the one which waits or is being made */
export async function orderBackup(trx: Db, userId: number): Promise<number> {
  // Two people who ask at once get one backup.
  await sql`select pg_advisory_xact_lock(hashtext('backup_run'))`.execute(trx);
  const other = await trx
    .selectFrom("backup_run")
    .where("state", "in", unfinished)
    .orderBy("id", "desc")
    .select("id")
    .executeTakeFirst();
  if (other) return other.id;
  const { id } = await trx
    .insertInto("backup_run")
    .values({ origin: "panel", user_id: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Attempt at a backup: once another has begun, the row is that one's, and whoever lost it changes nothing more. */
export interface BackupAttempt {
  id: number;
  attempt: number;
}

/** Begins an attempt at one that was ordered. @returns undefined where it has ended, is being made, or was begun too often */
export async function claimBackup(
  db: Db,
  id: number,
  place: string,
): Promise<BackupAttempt | undefined> {
  const row = await db
    .updateTable("backup_run")
    .set((eb) => ({
      state: "running",
      attempts: eb("attempts", "+", 1),
      step: null,
      place,
      began_at: sql<Date>`now()`,
      beat_at: sql<Date>`now()`,
    }))
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("state", "=", "waiting"), eb.and([eb("state", "=", "running"), isSilent])]),
    )
    .where("attempts", "<", maxAttempts)
    .returning("attempts")
    .executeTakeFirst();
  return row && { id, attempt: row.attempts };
}

/** Says whether a verified backup was made in a place (machine and folder). */
export async function hasBackupIn(db: Db, place: string): Promise<boolean> {
  const row = await db
    .selectFrom("backup_run")
    .where("place", "=", place)
    .where("state", "=", "verified")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes down a backup that a command begins. @returns its attempt; undefined in a database of an older version */
export async function beginByCommand(db: Db, place: string): Promise<BackupAttempt | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('public.backup_run') is not null as is`.execute(db);
  if (rows[0]?.is !== true) return undefined;
  const now = sql<Date>`now()`;
  const { id } = await db
    .insertInto("backup_run")
    .values({
      origin: "command",
      state: "running",
      attempts: 1,
      place,
      began_at: now,
      beat_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, attempt: 1 };
}

/** Puts one back that could not be begun: another is being made, or the worker ends. That of a command was none. */
export async function releaseBackup(db: Db, { id, attempt }: BackupAttempt): Promise<void> {
  await db
    .updateTable("backup_run")
    .set((eb) => ({ state: "waiting", step: null, attempts: eb("attempts", "-", 1) }))
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("attempts", "=", attempt)
    .where("origin", "<>", "command")
    .execute();
  await db
    .deleteFrom("backup_run")
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("attempts", "=", attempt)
    .where("origin", "=", "command")
    .execute();
}

interface Failure {
  id: number;
  /** Only while this attempt is the row's; without it whoever makes it. */
  attempt?: number;
  reason: Reason;
  problem: string | null;
}

/** Ends one that failed and tells those who look after the installation, all within the transaction. */
export async function failBackup(trx: Db, { id, attempt, reason, problem }: Failure) {
  const { numUpdatedRows } = await trx
    .updateTable("backup_run")
    .set({
      state: "failed",
      reason,
      problem: problem?.slice(0, maxProblem) ?? null,
      ended_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .where("state", "in", unfinished)
    .$if(attempt !== undefined, (query) => query.where("attempts", "=", attempt ?? 0))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && reason !== "cancelled")
    await notify(trx, { kind: "backup_failed", subject: "backup", id, once: "failed" });
}

/** Ends those whose maker died: a command that was killed, and what was begun too often. */
export async function failLostBackups(db: Db): Promise<void> {
  const rows = await db
    .selectFrom("backup_run")
    .where("state", "=", "running")
    .where(isSilent)
    .where((eb) => eb.or([eb("origin", "=", "command"), eb("attempts", ">=", maxAttempts)]))
    .select(["id", "attempts as attempt"])
    .execute();
  for (const row of rows)
    await db
      .transaction()
      .execute((trx) => failBackup(trx, { ...row, reason: "interrupted", problem: null }));
}

/** The reason in a code that the panel has words for. */
function reasonOf(error: unknown): Reason {
  const code = codeOf(error) ?? "";
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) return "disk_full";
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return "no_access";
  if (["ENOENT", "ENOTDIR", "ENODEV", "EIO", "ESTALE"].includes(code)) return "no_folder";
  return error instanceof BackupRefused ? "refused" : "error";
}

/** Work that makes a backup and says what it does. */
export type BackupWork = (
  onStep: (step: BackupStep) => void,
  signal: AbortSignal,
) => Promise<MadeBackup>;

/**
 * Makes a backup whose row is running and writes down how far it is and what became of it.
 * @throws what `work` throws, after the row says so; where `keeps` says so, the row is left to the caller
 */
export async function recordBackup(
  db: Db,
  { id, attempt }: BackupAttempt,
  { isVerified, keeps }: { isVerified: boolean; keeps: (error: unknown) => boolean },
  work: BackupWork,
): Promise<MadeBackup> {
  const gone = new AbortController();
  let beatAt = Date.now();
  const note = (step: BackupStep | undefined) =>
    db
      .updateTable("backup_run")
      .set({ beat_at: sql<Date>`now()`, ...(step && { step }) })
      .where("id", "=", id)
      .where("state", "=", "running")
      .where("attempts", "=", attempt)
      .executeTakeFirst()
      // A sign of life may get lost in an outage.
      .then(
        ({ numUpdatedRows }) => {
          if (numUpdatedRows === 0n) gone.abort(new BackupRefused("the backup was cancelled"));
          beatAt = Date.now();
        },
        () => {},
      );
  const beat = () => {
    // Others take it over soon: two must not write into one folder.
    if (Date.now() - beatAt > silentMs)
      gone.abort(new BackupRefused("the database did not answer the backup for too long"));
    void note(undefined);
  };
  const timer = setInterval(beat, beatMs);
  try {
    const made = await work((step) => void note(step), gone.signal);
    const { manifest, copied } = made;
    const bytes = manifest.tables.reduce((sum, { size }) => sum + size, manifest.files.bytes);
    await db
      .updateTable("backup_run")
      .set({
        state: isVerified ? "verified" : "unverified",
        step: null,
        ended_at: sql<Date>`now()`,
        name: made.name,
        moment: new Date(manifest.at),
        row_count: manifest.tables.reduce((sum, { lines }) => sum + lines, 0),
        file_count: manifest.files.count,
        size_bytes: bytes,
        copied_bytes: copied.bytes,
      })
      .where("id", "=", id)
      // One that was cancelled in its last moment stays so.
      .where("state", "=", "running")
      .where("attempts", "=", attempt)
      .execute();
    return made;
  } catch (error) {
    if (!keeps(error)) {
      const problem = error instanceof Error ? error.message : null;
      await db
        .transaction()
        .execute((trx) => failBackup(trx, { id, attempt, reason: reasonOf(error), problem }));
    }
    throw error;
  } finally {
    clearInterval(timer);
  }
}
