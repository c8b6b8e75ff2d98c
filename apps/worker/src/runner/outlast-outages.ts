/** Work that an outage of the database interrupts waits and continues as the same attempt. */
import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { DatabaseWatch } from "@nihol/db/database-watch";

/** A single connection may break without an outage; one that always does so is an error like others. */
const BREAKS_MAX = 5;
const PAUSE_MS = 1000;

/**
 * Runs `work` until it ends otherwise than by the database being away. `resumed` is true from the second time on.
 * @throws what `work` throws; the signal's reason when it aborts while waiting
 */
export async function outlastOutages<Result>(
  database: DatabaseWatch,
  signal: AbortSignal,
  work: (resumed: boolean) => Promise<Result>,
): Promise<Result> {
  let breaks = 0;
  for (let resumed = false; ; resumed = true) {
    const losses = database.losses();
    try {
      return await work(resumed);
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      // The watch may notice it a moment later than we did.
      await wait(PAUSE_MS, undefined, { signal });
      await database.back(signal);
      breaks = database.losses() === losses ? breaks + 1 : 0;
      if (breaks > BREAKS_MAX) throw error;
    }
  }
}
