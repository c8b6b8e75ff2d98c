/** Orders the backup that the schedule of this machine wants now, and tells when the last good one is old. */
import { hostname } from "node:os";
import { join } from "node:path";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { Db } from "@nihol/db/connection";
import type { Env } from "@nihol/db/env";
import { anchorsFile } from "@nihol/store/audit/audit-anchor";
import {
  failLostBackups,
  orderDueBackup,
  unfinishedBackups,
} from "@nihol/store/backup/backup-runs";
import { keepSchedule, notifyOldBackup, writeSchedule } from "@nihol/store/backup/backup-state";
import { lastDue } from "@nihol/store/backup/backup-times";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import type { BackupSettings } from "../runner/services.ts";

/** Undefined where this machine has no folder for them. */
export function backupSettings(env: Env): BackupSettings | undefined {
  if (env.backupDir === undefined) return undefined;
  return {
    folder: env.backupDir,
    keyFile: env.backupKeyFile,
    keep: env.backupKeep,
    times: env.backupAt,
    oldHours: env.backupOldHours,
    anchorsFile: join(env.dataDir, anchorsFile),
  };
}

/** Says in the database whether this machine makes backups, and when. */
export const writeOwnSchedule = (db: Db, settings: BackupSettings | undefined): Promise<void> =>
  writeSchedule(
    db,
    hostname(),
    settings && {
      folder: settings.folder,
      times: [...settings.times],
      keep: settings.keep,
      old_hours: settings.oldHours,
      is_encrypted: settings.keyFile !== undefined,
    },
  );

/** Jobs for what is due now, by the schedule or because somebody ordered it. Several workers may ask: a moment is one row. */
export async function dueBackups(
  db: Db,
  settings: BackupSettings | undefined,
  now: Date,
): Promise<JobRequest[]> {
  await failLostBackups(db);
  if (!settings) return [];
  if (!(await keepSchedule(db, hostname()))) await writeOwnSchedule(db, settings);
  const due = lastDue(settings.times, now);
  if (due) await orderDueBackup(db, due);
  await notifyOldBackup(db, dayOf(now));
  return unfinishedBackups(db);
}
