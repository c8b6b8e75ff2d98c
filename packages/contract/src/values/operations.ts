/** Codes of what an operations engineer looks after. */

/** What is wrong with backups: the last one failed, or the last good one is too old. */
export const backupWarnings = ["backup_failed", "backup_old"] as const;
export type BackupWarning = (typeof backupWarnings)[number];
