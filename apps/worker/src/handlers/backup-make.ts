/** `backup.make`: the database and its files into this machine's folder of backups, verified before it counts. */
import { hostname } from "node:os";
import { isDatabaseAway } from "@nihol/db/database-away";
import { BackupRefused } from "@nihol/store/backup/backup-cipher";
import { isBackupFolder } from "@nihol/store/backup/backup-folder";
import { readPassphrase } from "@nihol/store/backup/backup-passphrase";
import {
  claimBackup,
  hasBackupIn,
  recordBackup,
  releaseBackup,
} from "@nihol/store/backup/backup-runs";
import { BackupBusy, makeBackup } from "@nihol/store/backup/make-backup";
import type { Handler } from "../runner/job-context.ts";

export const makeBackupJob: Handler<"backup.make"> = async ({ backup: id }, context) => {
  const { services, signal } = context;
  const { db, files, backup: settings } = services;
  if (!settings) return;
  const place = `${hostname()}:${settings.folder}`;
  const claim = await claimBackup(db.sql, id, place);
  if (!claim) return;
  try {
    await recordBackup(
      db.sql,
      claim,
      {
        isVerified: true,
        keeps: (error) => signal.aborted || isDatabaseAway(error) || error instanceof BackupBusy,
      },
      async (onStep, cancelled) => {
        // A disk that is not mounted: its folder would be made anew, on the disk of the system.
        if ((await hasBackupIn(db.sql, place)) && !(await isBackupFolder(settings.folder)))
          throw new BackupRefused(
            `${settings.folder} held backups and is empty now: is its disk mounted? To begin a new folder there: npm run nihol -- backup ${settings.folder}`,
          );
        return makeBackup(db, files, {
          folder: settings.folder,
          passphrase: await readPassphrase(settings.keyFile),
          anchorsFile: settings.anchorsFile,
          keep: settings.keep,
          onStep,
          signal: AbortSignal.any([signal, cancelled]),
        });
      },
    );
  } catch (error) {
    if (signal.aborted || error instanceof BackupBusy)
      await releaseBackup(db.sql, claim).catch(() => {});
    // A failure is written down and told; trying again at once would fail again.
    if (signal.aborted || isDatabaseAway(error)) throw error;
    if (!(error instanceof BackupBusy)) services.log(`backup ${id}: ${String(error)}`);
  }
};
