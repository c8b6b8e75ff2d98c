/** Work that an outage of the database or of the store of files interrupts waits and continues as the same attempt. */
import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { DatabaseWatch } from "@nihol/db/database-watch";
import { type FilesWatch, isFilesAway } from "./files-watch.ts";

/** A single connection may break without an outage; one that always does so is an error like others. */
const BREAKS_MAX = 5;
const PAUSE_MS = 1000;

/** Watches over what work needs; without `files` its outages are errors like others. */
interface Outlasted {
  database: DatabaseWatch;
  files?: FilesWatch;
}

/** One beginning of the work. */
export interface Beginning {
  /** True from the second time on. */
  resumed: boolean;
  /** Tells whether the work will wait and begin once more, if it throws this. */
  isOutage: (error: unknown) => boolean;
}

/**
 * Runs `work` until it ends otherwise than by an outage.
 * @throws what `work` throws; the signal's reason when it aborts while waiting
 */
export async function outlastOutages<Result>(
  { database, files }: Outlasted,
  signal: AbortSignal,
  work: (beginning: Beginning) => Promise<Result>,
): Promise<Result> {
  let breaks = 0;
  let refusals = 0;
  // A store may answer, and yet not give one file.
  const isStoreAway = (error: unknown) => isFilesAway(error) && refusals < BREAKS_MAX;
  const isOutage = (error: unknown) =>
    isDatabaseAway(error) || (files !== undefined && isStoreAway(error));
  for (let resumed = false; ; resumed = true) {
    const losses = database.losses();
    try {
      return await work({ resumed, isOutage });
    } catch (error) {
      if (!isOutage(error) || signal.aborted) throw error;
      if (files && !isDatabaseAway(error)) {
        await wait(PAUSE_MS * 2 ** refusals, undefined, { signal });
        refusals = (await files.back(signal)) ? 0 : refusals + 1;
        continue;
      }
      // The watch may notice it a moment later than we did.
      await wait(PAUSE_MS, undefined, { signal });
      await database.back(signal);
      breaks = database.losses() === losses ? breaks + 1 : 0;
      if (breaks > BREAKS_MAX) throw error;
    }
  }
}
