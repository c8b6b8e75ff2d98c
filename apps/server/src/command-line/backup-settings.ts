/** What the commands for backups read of the settings. */
import { env } from "@nihol/db/env";
import { CommandError } from "./run-command.ts";

/** The folder that a command names, else that of NIHOL_BACKUP_DIR. @throws CommandError */
export function backupFolder(named: string | undefined): string {
  const folder = named ?? env.backupDir;
  if (folder === undefined)
    throw new CommandError("which folder? name it, or set NIHOL_BACKUP_DIR");
  return folder;
}

export const inMB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const secondsSince = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
