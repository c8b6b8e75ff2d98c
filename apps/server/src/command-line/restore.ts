/** `npm run nihol -- restore`: a backup into an empty data folder, or into the empty database of DATABASE_URL. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { openDatabase } from "@nihol/db/open-database";
import { anchorsFile } from "@nihol/store/audit/audit-anchor";
import { readPassphrase } from "@nihol/store/backup/backup-passphrase";
import { type RestoreTarget, restoreBackup } from "@nihol/store/backup/restore-backup";
import { filesAt } from "@nihol/store/files/open-files";
import { confirm } from "./ask.ts";
import { backupFolder, inMB, secondsSince } from "./backup-settings.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- restore [BACKUP] [--yes]

  BACKUP   folder of one backup, or a folder of backups: then the newest; without it NIHOL_BACKUP_DIR
  --yes    asks nothing

Restores into NIHOL_DATA, which must be empty or not there (with S3_BUCKET the files into that, empty too), and into the database in it; with DATABASE_URL into
that database, which must be empty. The backup is read whole before anything is touched. Ended half-way, the
same command goes on where it was; until then no server and no worker starts there.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

const target: RestoreTarget = {
  dataDir: env.dataDir,
  files: filesAt(env),
  anchorsFile: join(env.dataDir, anchorsFile),
  isEmbedded: env.databaseUrl === undefined,
  async open() {
    const database = await openDatabase(env.dataDir);
    const db = connect(database.config, { applicationName: "nihol restore", max: 3 });
    return {
      db,
      async close() {
        await db.close();
        await database.stop();
      },
    };
  },
};

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: "boolean" } },
  });
  if (positionals.length > 1) throw new CommandError(usage);
  const began = Date.now();
  const path = resolve(backupFolder(positionals[0]));
  const where = target.isEmbedded ? "" : " and the database of DATABASE_URL";
  const { applied } = await restoreBackup(path, target, {
    passphrase: await readPassphrase(env.backupKeyFile),
    say,
    async agree({ manifest: { name, at, files } }, { rows, bytes }) {
      say(`the backup ${name} is sound: ${rows} rows, ${files.count} files, ${inMB(bytes)}`);
      const question = `Restore the state of ${at} into ${env.dataDir}${where}?`;
      await confirm(question, values.yes === true, "nothing was restored");
    },
  });
  if (applied.length > 0) say(`brought to this version by ${applied.length} migrations`);
  say(`restored in ${secondsSince(began)}; check the log with: npm run nihol -- audit verify`);
});
