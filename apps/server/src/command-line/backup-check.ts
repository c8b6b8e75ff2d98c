/** Line of `doctor` on backups: whether any is made by itself, and whether its folder can be written. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { env } from "@nihol/db/env";
import { BackupRefused } from "@nihol/store/backup/backup-cipher";
import { readPassphrase } from "@nihol/store/backup/backup-passphrase";

/** Finds what keeps a backup from being written there; the folder itself is made by the first one. */
async function problemOf(folder: string): Promise<string | undefined> {
  const isWritable = (path: string) =>
    access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
  if (!(await isWritable(folder)) && !(await isWritable(dirname(folder))))
    return `NIHOL_BACKUP_DIR: ${folder} cannot be written`;
  try {
    await readPassphrase(env.backupKeyFile);
    return undefined;
  } catch (error) {
    if (error instanceof BackupRefused) return error.message;
    throw error;
  }
}

/** Says when backups are made; `mend` is set where none is, or none can be. */
export async function checkBackups(): Promise<{ text: string; mend?: string }> {
  const { backupDir: folder, backupAt: times } = env;
  if (folder === undefined)
    return {
      text: "none is made by itself",
      mend: "set NIHOL_BACKUP_DIR to a folder on another disk",
    };
  const when = times.length > 0 ? `at ${times.join(", ")}` : "when somebody orders one";
  const mend = await problemOf(folder);
  return { text: `in ${folder}, ${when}`, ...(mend !== undefined && { mend }) };
}
