/** State of an installation's backups: whether they are made at all, the last good one, and what is wrong. */
import type { BackupWarning } from "@nihol/contract/values/operations";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import { notifyOf } from "../notices/notify.ts";
import { isPast } from "./backup-runs.ts";

/** Schedule of a machine, as its settings say. */
export interface BackupSchedule {
  /** Machine whose workers make backups. */
  machine: string;
  folder: string;
  /** Times of day on the programme's clock; empty where only people order backups. */
  times: string[];
  keep: number;
  old_hours: number;
  is_encrypted: boolean;
}

/** A machine whose workers were silent for so long is gone, or has another name. */
const isGone = sql<boolean>`seen_at < now() - interval '2 days'`;

/** Writes down the schedule of this machine, or that it has none any more. */
export async function writeSchedule(
  db: Db,
  machine: string,
  schedule: Omit<BackupSchedule, "machine"> | undefined,
): Promise<void> {
  if (!schedule) {
    await db.deleteFrom("backup_schedule").where("machine", "=", machine).execute();
    return;
  }
  const seen_at = sql<Date>`now()`;
  await db
    .insertInto("backup_schedule")
    .values({ machine, ...schedule, seen_at })
    .onConflict((on) => on.column("machine").doUpdateSet({ ...schedule, seen_at }))
    .execute();
  await db.deleteFrom("backup_schedule").where("machine", "<>", machine).where(isGone).execute();
}

/**
 * Says that this machine is still there, about once an hour, and takes machines off the list that are gone, as long as
 * another is there: where the last one is silent, nobody makes backups, and that is to be told.
 * @returns false where this machine is on the list no more: it stood still for days, or somebody took it off
 */
export async function keepSchedule(db: Db, machine: string): Promise<boolean> {
  const own = await db
    .selectFrom("backup_schedule")
    .where("machine", "=", machine)
    .select(sql<boolean>`seen_at < now() - interval '1 hour'`.as("is_due"))
    .executeTakeFirst();
  if (!own?.is_due) return own !== undefined;
  const seen_at = sql<Date>`now()`;
  await db.updateTable("backup_schedule").set({ seen_at }).where("machine", "=", machine).execute();
  await db.deleteFrom("backup_schedule").where("machine", "<>", machine).where(isGone).execute();
  return true;
}

/** Takes a machine off the list of those that make backups. @returns false for one that is not there */
export async function forgetSchedule(db: Db, machine: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("backup_schedule")
    .where("machine", "=", machine)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Lists the machines that make backups, the one that was seen last first. */
export async function listSchedules(db: Db): Promise<BackupSchedule[]> {
  return db
    .selectFrom("backup_schedule")
    .orderBy("seen_at", "desc")
    .orderBy("machine")
    .select(["machine", "folder", "times", "keep", "old_hours", "is_encrypted"])
    .execute();
}

/** The newest verified backup. */
const lastGood = sql`select id, moment from backup_run where state = 'verified' and ${isPast} order by moment desc limit 1`;
/** Hours after which it is old: the most patient machine's; null where no machine makes backups. */
const oldHours = sql`(select max(old_hours) from backup_schedule)`;
const isOld = sql<boolean>`moment < now() - make_interval(hours => ${oldHours})`;

interface BackupHealth {
  /** Says whether a machine has a folder for backups. */
  is_on: boolean;
  /** Seconds since the moment of the newest verified backup; null where there is none. */
  age_s: number | null;
  /** Says whether the last one that ended failed. */
  has_failed: boolean;
  warning: BackupWarning | null;
}

/** State of backups for a monitoring program. */
export async function findBackupHealth(db: Db): Promise<BackupHealth> {
  const { rows } = await sql<Omit<BackupHealth, "warning"> & { is_old: boolean }>`
    select ${oldHours} is not null as is_on,
      (select extract(epoch from now() - moment)::float8 from (${lastGood}) g) as age_s,
      coalesce((select ${isOld} from (${lastGood}) g), false) as is_old,
      coalesce((select state = 'failed' from backup_run where ended_at is not null and reason is distinct from 'cancelled'
        order by ended_at desc, id desc limit 1), false) as has_failed`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("no row");
  const { is_old, ...health } = row;
  const warning = row.has_failed ? "backup_failed" : is_old ? "backup_old" : null;
  return { ...health, warning: row.is_on ? warning : null };
}

/** Tells once a day (2026-05-14) that the newest verified backup is old. */
export async function notifyOldBackup(db: Db, day: string): Promise<void> {
  const rows: RawBuilder<unknown> = sql`
    select g.id, '{}'::jsonb as facts, ${day}::text as once from (${lastGood}) g where ${isOld}`;
  await notifyOf(db, { kind: "backup_old", subject: "backup" }, rows);
}
