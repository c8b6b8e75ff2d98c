/** What the commands for backups read of the settings. */
import { readFile } from "node:fs/promises";
import { env } from "@nihol/db/env";
import { CommandError } from "./run-command.ts";

const shortest = 15;

/** The passphrase of NIHOL_BACKUP_KEY_FILE; undefined where none is set. @throws CommandError */
export async function readPassphrase(): Promise<string | undefined> {
  const file = env.backupKeyFile;
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new CommandError(`NIHOL_BACKUP_KEY_FILE cannot be read: ${error.message}`);
  });
  const passphrase = text.trim();
  if (passphrase.length < shortest)
    throw new CommandError(
      `NIHOL_BACKUP_KEY_FILE: ${file} must hold at least ${shortest} characters`,
    );
  return passphrase;
}

/** The folder that a command names, else that of NIHOL_BACKUP_DIR. @throws CommandError */
export function backupFolder(named: string | undefined): string {
  const folder = named ?? env.backupDir;
  if (folder === undefined)
    throw new CommandError("which folder? name it, or set NIHOL_BACKUP_DIR");
  return folder;
}

export const inMB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const secondsSince = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
