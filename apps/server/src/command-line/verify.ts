/** `npm run nihol -- verify`: reads a backup whole. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { env } from "@nihol/db/env";
import { readPassphrase } from "@nihol/store/backup/backup-passphrase";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { backupFolder, inMB, secondsSince } from "./backup-settings.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- verify [BACKUP]

  BACKUP   folder of one backup, or a folder of backups: then the newest; without it NIHOL_BACKUP_DIR

Reads every byte and compares it with its hash; needs no database, and NIHOL_BACKUP_KEY_FILE where the
backup is encrypted. Ends with 1 and names what is damaged or missing. A copy of a file that is damaged may
be deleted: the next backup copies that file again.`;

await runCommand(usage, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  if (positionals.length > 1) throw new CommandError(usage);
  const began = Date.now();
  const backup = await openBackup(
    resolve(backupFolder(positionals[0])),
    await readPassphrase(env.backupKeyFile),
  );
  const { rows, bytes } = await verifyBackup(backup);
  const { manifest } = backup;
  process.stdout.write(`the backup ${manifest.name} is sound: ${rows} rows, ${manifest.files.count} files, ${inMB(bytes)}, in ${secondsSince(began)}
  of ${manifest.at}, installation ${manifest.installation}, schema ${manifest.migrations.at(-1)?.name}
`);
});
