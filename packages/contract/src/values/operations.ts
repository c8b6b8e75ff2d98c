/** Codes of what an operations engineer looks after. */

/** Version of the program, which servers and workers say of themselves. */
export const programVersion = "0.1.0";

/** Faults of backups: the last one failed, or the last good one is too old. */
export const backupWarnings = ["backup_failed", "backup_old"] as const;
/** Warnings of a server that may be sent calls. */
export const readyWarnings = [...backupWarnings, "files_away", "mqtt_away"] as const;
export type BackupWarning = (typeof backupWarnings)[number];

/** Origins of a backup's order: the settings' times of day, a person in the panel, the command. */
export const backupOrigins = ["schedule", "panel", "command"] as const;
/** States of a backup; only a verified one counts. */
export const backupStates = ["waiting", "running", "verified", "unverified", "failed"] as const;
export type BackupState = (typeof backupStates)[number];
/** Steps of a backup that is being made. */
export const backupSteps = ["tables", "files", "verifying"] as const;
/** Reasons for which a backup failed. */
export const backupReasons = [
  "disk_full",
  "no_access",
  "no_folder",
  "refused",
  "interrupted",
  "cancelled",
  "error",
] as const;

/** A job that a worker has at hand, as its row says it. */
export interface WorkerJob {
  queue: string;
  id: string;
  /** ISO 8601. */
  since: string;
}

/** States of a job in the queue, as the panel shows them: one that is tried again later waits. */
export const jobStates = ["waiting", "active", "failed"] as const;
export type JobState = (typeof jobStates)[number];
