/** Starts and closes a worker. */

import { hostname } from "node:os";
import { programVersion } from "@nihol/contract/values/operations";
import type { KeepDays } from "@nihol/contract/values/retention/kinds";
import { connect } from "@nihol/db/connection";
import { awaitDatabase, watchDatabase } from "@nihol/db/database-watch";
import { readKeepDays } from "@nihol/db/keep-days";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import type { OpenDatabase } from "@nihol/db/launcher/launcher";
import { awaitMigrations } from "@nihol/db/migrate";
import { takeProgrammeZone } from "@nihol/db/programme-zone";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { type FilesAt, openFiles } from "@nihol/store/files/open-files";
import { noteIn } from "@nihol/store/files/reconcile-files";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { startBeats } from "@nihol/store/jobs/worker-beats";
import { noSourceAccess, type SourceAccess } from "@nihol/store/sources/source-rows";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { openTasks } from "./child/tasks.ts";
import { checkHandlers, handlers } from "./handlers/all-handlers.ts";
import { startDemoScenes } from "./handlers/demo-scenes.ts";
import type { TreeFinder } from "./imagery/tree-finder.ts";
import { type MailSettings, openMailer } from "./mail/mailer.ts";
import { startAlerts } from "./maintenance/alerts.ts";
import { writeOwnSchedule } from "./maintenance/backups.ts";
import { startMaintenance } from "./maintenance/maintenance.ts";
import { startReconciler } from "./maintenance/reconcile.ts";
import { gdalVersion } from "./runner/gdal-version.ts";
import { outlastOutages } from "./runner/outlast-outages.ts";
import { watchProcesses } from "./runner/process-watch.ts";
import { runJobs } from "./runner/run-jobs.ts";
import { openScratch } from "./runner/scratch.ts";
import type { BackupSettings, Services } from "./runner/services.ts";

interface WorkerOptions {
  database: Pick<OpenDatabase, "config" | "revive">;
  files: FilesAt;
  /** On the disk of the files, so that moving a file there is a rename. */
  scratchRoot: string;
  finder: TreeFinder;
  maxCountGsdM: number;
  blockSide: number;
  /** A standby from which files of lists are read while it keeps up. */
  standby?: DatabaseConfig | undefined;
  /** Without it nothing is mailed. */
  mail?: MailSettings | undefined;
  publicUrl?: string | undefined;
  /** Without it this machine makes no backups. */
  backup?: BackupSettings | undefined;
  /** Days for which kinds of data are kept; without it those of the product. */
  keepDays?: KeepDays;
  /** Access to sources of images, by the installation's settings. */
  sources?: SourceAccess;
  log: (line: string) => void;
}

interface RunningWorker {
  /** Interrupts running work, releases it, and closes everything. */
  stop: () => Promise<void>;
}

/** Number of jobs of each kind that this machine does at once. */
const jobsAtOnce = (detectors: number, makesBackups: boolean) => ({
  "imagery.fetch": 2,
  "imagery.watch": 1,
  "imagery.prepare": 1,
  "imagery.detect": detectors,
  "imagery.publish": 1,
  "imagery.display": 1,
  "imagery.compare": 1,
  "imagery.calibrate": 1,
  "imagery.share_plots": 1,
  "ground.learn": 1,
  "trees.settle": 1,
  "trees.leaf_off": 1,
  "territory.reassign": 1,
  "evidence.check": 1,
  "verdict.propose": 1,
  "export.make": 1,
  "mail.send": 1,
  // Only where there is a folder: others would take the job and could not do it.
  "backup.make": makesBackups ? 1 : 0,
  "readings.pack": 1,
  "readings.calibrate": 1,
});

/** Starts to work once the database can be reached. @throws when a job has no handler or the database refuses us. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  checkHandlers();
  const { finder, log } = options;
  const { config } = options.database;
  await awaitDatabase(config, log);
  const database = watchDatabase(options.database, log);
  const scratch = await openScratch(options.scratchRoot);
  const max = finder.size + 6;
  const db = connect(config, { applicationName: "nihol worker", max });
  const ending = new AbortController();
  await outlastOutages({ database }, ending.signal, () => awaitMigrations(db.pool, log));
  const files = await openFiles(options.files, noteIn(db.sql));
  const onError = (error: Error) => log(`queue: ${error.message}`);
  const jobs = await outlastOutages({ database }, ending.signal, () =>
    openJobQueue(config, { supervise: true, max: 6, onError }),
  );
  // Files of one database must not be written or cleared by the worker of another.
  await outlastOutages({ database }, ending.signal, () => claimFolder(db.sql, files));
  await outlastOutages({ database }, ending.signal, () => takeProgrammeZone(db.sql));
  await outlastOutages({ database }, ending.signal, () => writeOwnSchedule(db.sql, options.backup));
  const watch = watchProcesses(db.sql);
  const tasks = openTasks();
  const reconciler = startReconciler(db.sql, jobs, log, options.mail !== undefined, options.backup);
  const maintenance = startMaintenance(
    db.sql,
    {
      files,
      jobs,
      sources: options.sources ?? noSourceAccess,
      scratch: options.scratchRoot,
      keepDays: options.keepDays ?? readKeepDays(undefined),
    },
    log,
  );
  const alerts = startAlerts(db.sql, log);
  database.onBack(reconciler.soon);
  const services: Services = {
    db,
    standby: options.standby,
    database,
    files,
    jobs,
    finder,
    tasks,
    maxCountGsdM: options.maxCountGsdM,
    blockSide: options.blockSide,
    mailer: options.mail && openMailer(options.mail),
    publicUrl: options.publicUrl,
    backup: options.backup,
    sources: options.sources ?? noSourceAccess,
    watch,
    scratch: scratch.dir,
    reconcileSoon: reconciler.soon,
    log,
  };
  const runner = await runJobs(
    services,
    handlers,
    jobsAtOnce(finder.size, options.backup !== undefined),
  );
  const beats = await startBeats(db.sql, log, {
    machine: hostname(),
    pid: process.pid,
    version: programVersion,
    gdal: await gdalVersion(),
    doing: runner.doing,
    onDraining: (isDraining) =>
      void runner.drain(isDraining).catch((error: Error) => log(`drain: ${error.message}`)),
  });
  // After the first start, not during it: the address is printed while the images are drawn.
  const drawing = outlastOutages({ database }, ending.signal, () =>
    startDemoScenes(services, ending.signal),
  ).catch((error: Error) => {
    if (!ending.signal.aborted) log(`demonstration: ${error.message}`);
  });
  return {
    async stop() {
      ending.abort();
      await beats.stop();
      await drawing;
      await database.close();
      await reconciler.close();
      await maintenance.close();
      await alerts.close();
      await runner.stop();
      watch.close();
      await finder.close();
      await tasks.close();
      closeRenderPool();
      await jobs.close();
      await db.close();
      await scratch.remove();
    },
  };
}
