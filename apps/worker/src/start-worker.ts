/** Puts a worker together and takes it apart. */
import { connect, type DatabaseConfig } from "@nihol/db/connection";
import { openFileStore } from "@nihol/db/file-store";
import { openJobQueue } from "@nihol/db/job-queue";
import { checkHandlers, handlers } from "./handlers/all-handlers.ts";
import { startDemoScenes } from "./handlers/demo-scenes.ts";
import { watchProcesses } from "./runner/process-watch.ts";
import { runJobs } from "./runner/run-jobs.ts";
import { openScratch } from "./runner/scratch.ts";
import { startSweep } from "./runner/sweep.ts";
import { startUpkeep } from "./runner/upkeep.ts";
import type { Services } from "./services.ts";
import type { TreeFinder } from "./tree-finder.ts";

export interface WorkerOptions {
  database: DatabaseConfig;
  filesDir: string;
  /** On the disk of the files, so that moving a file there is a rename. */
  scratchRoot: string;
  finder: TreeFinder;
  log: (line: string) => void;
}

export interface RunningWorker {
  /** Cuts running work off, gives it back, and closes everything. */
  stop: () => Promise<void>;
}

/** Starts to work. @throws when a job has no handler, or the database cannot be reached. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  checkHandlers();
  const { finder, log } = options;
  const scratch = await openScratch(options.scratchRoot);
  const files = await openFileStore(options.filesDir);
  const max = finder.size + 6;
  const db = connect(options.database, { applicationName: "nihol worker", max });
  const onError = (error: Error) => log(`queue: ${error.message}`);
  const jobs = await openJobQueue(options.database, { supervise: true, max: 6, onError });
  const watch = watchProcesses(db.sql);
  const sweep = startSweep(db.sql, jobs, log);
  const upkeep = startUpkeep(db.sql, jobs, log);
  const services: Services = {
    db,
    files,
    jobs,
    finder,
    watch,
    scratch: scratch.dir,
    sweepSoon: sweep.soon,
    log,
  };
  const runner = await runJobs(services, handlers, {
    "imagery.prepare": 1,
    "imagery.detect": finder.size,
    "imagery.publish": 1,
    "imagery.display": 1,
    "imagery.compare": 1,
    "imagery.calibrate": 1,
    "readings.pack": 1,
  });
  // Behind the first start, not in it: the address is printed while the pictures are drawn.
  startDemoScenes(services).catch((error: Error) => log(`demonstration: ${error.message}`));
  return {
    async stop() {
      await sweep.close();
      await upkeep.close();
      await runner.stop();
      watch.close();
      await finder.close();
      await jobs.close();
      await db.close();
      await scratch.remove();
    },
  };
}
