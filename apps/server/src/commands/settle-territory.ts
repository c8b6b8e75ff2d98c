/** Settles trees after borders have moved: at once where it is little, else by the worker. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import {
  insertTerritoryChange,
  isSmallChange,
  type TerritoryMove,
} from "@nihol/store/trees/territory-change";

/**
 * Gives trees and seen ground their new places after borders were written, in their transaction. More than a call
 * may wait for is noted and sent to the worker with the transaction; until it is done the places are `updating`.
 * @param atOnce does it here, for a change that is small
 */
export async function settleTerritory(
  trx: Db,
  jobs: JobQueue,
  move: TerritoryMove,
  atOnce: () => Promise<unknown>,
): Promise<void> {
  if (move.boxes.length === 0) return;
  if (await isSmallChange(trx, move.boxes)) return void (await atOnce());
  const change = await insertTerritoryChange(trx, move);
  const data = { change } satisfies JobPayload<"territory.reassign">;
  await jobs.sendIn(trx, { name: "territory.reassign", data });
}
