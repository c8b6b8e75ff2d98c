/** What is to be done each hour, whether or not anybody asks. */
import { isDatabaseAway } from "@nihol/db/database-away";
import type { Database } from "@nihol/db/tables";
import { sendDemoReadings } from "@nihol/seed/readings";
import { deleteExpiredExports } from "@nihol/store/exports/cleanup";
import type { FileStore } from "@nihol/store/files/file-store";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import type { Kysely } from "kysely";
import { packJobs } from "../handlers/readings-pack.ts";

const EVERY_MS = 3_600_000;

/** Old readings are packed, exports of yesterday deleted; the demonstration's devices go on sending. Several workers may: nothing is done twice. */
export function startMaintenance(
  db: Kysely<Database>,
  { files, jobs }: { files: FileStore; jobs: JobQueue },
  log: (line: string) => void,
): { close: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const keepUp = () => {
    running = running
      .then(async () => {
        await jobs.sendAll(await jobs.missing(await packJobs(db)));
        await deleteExpiredExports(db, files);
        await sendDemoReadings(db);
      })
      .catch((error: Error) => isDatabaseAway(error) || log(`maintenance: ${error.message}`));
  };
  keepUp();
  const timer = setInterval(keepUp, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
