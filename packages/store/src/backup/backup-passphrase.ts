/** The passphrase of backups, which lies in a file that NIHOL_BACKUP_KEY_FILE names. */
import { readFile } from "node:fs/promises";
import { BackupRefused } from "./backup-cipher.ts";

const shortest = 15;

/**
 * Reads it; undefined where no file is named.
 * @throws BackupRefused when the file cannot be read or holds too little
 */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new BackupRefused(`NIHOL_BACKUP_KEY_FILE cannot be read: ${error.message}`);
  });
  const passphrase = text.trim();
  if (passphrase.length < shortest)
    throw new BackupRefused(
      `NIHOL_BACKUP_KEY_FILE: ${file} must hold at least ${shortest} characters`,
    );
  return passphrase;
}
