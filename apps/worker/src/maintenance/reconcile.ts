/** Finds work whose job got lost (between a commit and the sending, or with everything killed). */
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { unfinishedExports } from "@nihol/store/exports/export-rows";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { unsentMail } from "@nihol/store/mail/mail-rows";
import { orderNewTurns } from "@nihol/store/processes/fair-turns";
import { waitingCalibrations } from "@nihol/store/readings/calibrations";
import { staleVerdicts } from "@nihol/store/verdicts/verdict-rows";
import { unfinishedLearning } from "../handlers/calibrating/ground-rows.ts";
import { unfinishedCalibrations } from "../handlers/calibrating/imagery-calibrate-rows.ts";
import { changedPlots } from "../handlers/calibrating/imagery-share-plots.ts";
import { unfinishedComparisons } from "../handlers/comparing/imagery-compare-rows.ts";
import { uncheckedEvidence } from "../handlers/evidence-check.ts";
import { unfinishedJobs } from "../handlers/jobs-of-process.ts";
import { unfinishedTerritory } from "../handlers/territory-reassign.ts";
import { imagesOfNewSeason, unsettledImages } from "../handlers/trees-settle.ts";
import { dueWatches } from "../handlers/watching/watch-rows.ts";
import type { BackupSettings } from "../runner/services.ts";
import { dueBackups } from "./backups.ts";

interface Reconciler {
  /** Reconciles in half a second, once for many calls. */
  soon: () => void;
  close: () => Promise<void>;
}

const EVERY_MS = 10_000;
const SOON_MS = 500;

/** Reconciles now, every ten seconds, and when asked. Several workers may: an equal job is sent once. */
export function startReconciler(
  db: Db,
  jobs: JobQueue,
  log: (line: string) => void,
  /** True where this worker has the settings to send mail. */
  sendsMail: boolean,
  /** Settings on backups, where this machine makes them. */
  backup?: BackupSettings,
): Reconciler {
  let running: Promise<unknown> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  const reconcile = () => {
    running = running
      .then(async () => {
        const wanted = [
          ...(await unfinishedJobs(db)),
          ...(await unfinishedComparisons(db)),
          ...(await unfinishedCalibrations(db)),
          ...(await changedPlots(db)),
          ...(await unfinishedLearning(db)),
          ...(await unsettledImages(db)),
          ...(await imagesOfNewSeason(db)),
          ...(await unfinishedTerritory(db)),
          ...(await uncheckedEvidence(db)),
          ...(await staleVerdicts(db)),
          ...(await unfinishedExports(db)),
          ...(await waitingCalibrations(db)),
          ...(await dueWatches(db)),
          ...(await dueBackups(db, backup, new Date())),
          ...(sendsMail ? await unsentMail(db) : []),
        ];
        await jobs.sendAll(await jobs.missing(wanted));
        await orderNewTurns(db);
      })
      .catch((error: Error) => isDatabaseAway(error) || log(`sweep: ${error.message}`));
  };
  reconcile();
  const timer = setInterval(reconcile, EVERY_MS);
  return {
    soon() {
      clearTimeout(soon);
      soon = setTimeout(reconcile, SOON_MS);
    },
    async close() {
      clearInterval(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
