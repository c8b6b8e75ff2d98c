/** Work that is done each hour, whether or not anybody asks. */

import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { KeepDays } from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { sendDemoReadings } from "@nihol/seed/readings";
import type { FileStore } from "@nihol/store/files/file-store";
import { measureInstallation } from "@nihol/store/files/installation-size";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { writeWeeklyMail } from "@nihol/store/mail/week-facts";
import { notifyDue } from "@nihol/store/notices/due-notices";
import { isMailSent } from "@nihol/store/notices/mail-fact";
import { cleanUp } from "@nihol/store/retention/clean-up";
import { clearBaseLayer } from "@nihol/store/sources/base-layer";
import type { SourceAccess } from "@nihol/store/sources/source-rows";
import { agedVerdicts } from "@nihol/store/verdicts/verdict-rows";
import { packJobs } from "../handlers/readings-pack.ts";

const EVERY_MS = 3_600_000;
/** Overviews of the week go out from this hour of the local Monday on: six. */
const beginMs = 6 * 3_600_000;

interface MaintenanceTools {
  files: FileStore;
  jobs: JobQueue;
  sources: SourceAccess;
  /** Folder of work in progress on this machine. */
  scratch: string;
  keepDays: KeepDays;
}

/** Old readings are packed, what was kept for its days and tiles that nobody needs deleted, deadlines told; the demonstration's devices go on sending. Several workers may: nothing is done twice. */
export function startMaintenance(
  db: Db,
  { files, jobs, sources, scratch, keepDays }: MaintenanceTools,
  log: (line: string) => void,
): { close: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const keepUp = () => {
    running = running
      .then(async () => {
        await jobs.sendAll(await jobs.missing(await packJobs(db)));
        await jobs.sendAll(await jobs.missing(await agedVerdicts(db)));
        await clearBaseLayer(db, sources, files);
        await sendDemoReadings(db);
        const now = new Date();
        await notifyDue(db, dayOf(now), now);
        await cleanUp(db, { files, scratch }, { keepDays, now, day: dayOf(now) }, log);
        await measureInstallation(db, files, dayOf(now));
        if (await isMailSent(db))
          await writeWeeklyMail(db, dayOf(new Date(now.getTime() - beginMs)));
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
