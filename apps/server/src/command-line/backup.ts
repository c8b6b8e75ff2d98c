/** `npm run nihol -- backup`: database and files at one moment, into a folder of backups. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { openDatabase } from "@nihol/db/open-database";
import { anchorsFile } from "@nihol/store/audit/audit-anchor";
import { readPassphrase } from "@nihol/store/backup/backup-passphrase";
import {
  type BackupWork,
  beginByCommand,
  recordBackup,
  releaseBackup,
} from "@nihol/store/backup/backup-runs";
import { forgetSchedule } from "@nihol/store/backup/backup-state";
import { BackupBusy, makeBackup } from "@nihol/store/backup/make-backup";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { backupFolder, inMB, secondsSince } from "./backup-settings.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- backup [FOLDER] [--keep N] [--no-verify] [--adopt]
       npm run nihol -- backup --forget MACHINE

  FOLDER      folder of backups, on another disk; without it that of NIHOL_BACKUP_DIR
  --keep N    so many backups stay there, older ones are deleted (NIHOL_BACKUP_KEEP, 14)
  --no-verify does not read the new backup whole before it counts; then no older one is deleted
  --adopt     the folder held the backups of another copy of this database, which is gone for good
  --forget MACHINE  no backups are made there any more: nobody is warned of it (Operations lists machines)

The product may run meanwhile. Files that lie in the folder already are not copied again. With
NIHOL_BACKUP_KEY_FILE everything is encrypted; without that file nobody can restore it.
Not in it: source.key and basemap.pmtiles of the data folder. Keep copies of those and of the key apart.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  folder: string;
  keep: number;
  isVerified: boolean;
  isAdopted: boolean;
}

async function forget(machine: string) {
  if (!(await withData(({ sql: db }) => forgetSchedule(db, machine))))
    throw new CommandError(`no machine "${machine}" makes backups`);
}

async function make({ folder, keep, isVerified, isAdopted }: Options) {
  if (env.databaseUrl === undefined && env.handedDatabase === undefined)
    if (!existsSync(join(env.dataDir, "postgres")))
      throw new CommandError(`there is no data in ${env.dataDir} yet; begin with: npm start`);
  const database = await openDatabase(env.dataDir);
  const db = connect(database.config, { applicationName: "nihol backup", max: 4 });
  try {
    const files = await openFiles(filesAt(env));
    await claimFolder(db.sql, files);
    const begun = await beginByCommand(db.sql, `${hostname()}:${folder}`);
    const isBusy = (error: unknown) => error instanceof BackupBusy;
    const work: BackupWork = async (onStep, signal) =>
      makeBackup(db, files, {
        folder,
        passphrase: await readPassphrase(env.backupKeyFile),
        keep,
        isAdopted,
        isVerified,
        onStep,
        signal,
        anchorsFile: join(env.dataDir, anchorsFile),
      });
    if (begun === undefined) return await work(() => {}, new AbortController().signal);
    try {
      return await recordBackup(db.sql, begun, { isVerified, keeps: isBusy }, work);
    } catch (error) {
      if (isBusy(error)) await releaseBackup(db.sql, begun);
      throw error;
    }
  } finally {
    await db.close();
    await database.stop();
  }
}

function readKeep(text: string | undefined): number {
  if (text === undefined) return env.backupKeep;
  const keep = Number(text);
  if (!Number.isSafeInteger(keep) || keep < 1)
    throw new CommandError("--keep: a whole number, 1 or more");
  return keep;
}

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      keep: { type: "string" },
      verify: { type: "boolean", default: true },
      adopt: { type: "boolean" },
      forget: { type: "string" },
    },
  });
  if (values.forget !== undefined) return forget(values.forget);
  if (positionals.length > 1) throw new CommandError(usage);
  const folder = resolve(backupFolder(positionals[0]));
  const began = Date.now();
  const isVerified = values.verify;
  const isAdopted = values.adopt === true;
  const options = { folder, keep: readKeep(values.keep), isVerified, isAdopted };
  const { name, manifest, copied, missing, pruned } = await make(options);
  const rows = manifest.tables.reduce((sum, { lines }) => sum + lines, 0);
  const bytes = manifest.tables.reduce((sum, { size }) => sum + size, 0);
  say(`${join(folder, name)}`);
  say(`rows: ${rows} in ${manifest.tables.length} tables, ${inMB(bytes)}`);
  say(
    `files: ${manifest.files.count}, ${inMB(manifest.files.bytes)}; copied now: ${copied.count}, ${inMB(copied.bytes)}`,
  );
  if (missing.length > 0)
    say(`named by rows and nowhere: ${missing.length} (npm run nihol -- files check)`);
  if (pruned > 0) say(`older backups deleted: ${pruned}`);
  say(`in ${secondsSince(began)}; ${manifest.encryption === null ? "not encrypted" : "encrypted"}`);
  say(
    isVerified
      ? "verified: every byte is as it was written"
      : "not verified: older backups stay until a verified one is made",
  );
});
