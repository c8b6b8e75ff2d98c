/** Stopping a process and starting it again: what the server's commands and the worker share. */

import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "../jobs/job-queue.ts";
import { endAttempts } from "./block-attempts.ts";

/**
 * Stops a waiting or running process. The worker polls the row every second and ends its work.
 * @returns whether there was something to stop.
 */
export async function stopProcess(trx: Db, id: number): Promise<boolean> {
  const result = await trx
    .updateTable("imagery_process")
    .set({ status: "stopped", finished_at: new Date(), updated_at: new Date() })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  // Nobody works on them any more: what they wrote later would be refused, since the process has ended.
  await trx
    .updateTable("imagery_block")
    .set({ status: "pending", updated_at: new Date() })
    .where("process_id", "=", id)
    .where("status", "=", "running")
    .execute();
  await endAttempts(trx, id, { outcome: "interrupted" });
  return true;
}

/**
 * Sets an ended process back to pending: all of it, or only the blocks that are not done ("failed": of a stopped process
 * also those that never began).
 * A published image counts as it is until the new run is published in its place.
 * @returns the jobs to send when the transaction is committed; undefined when the process has not ended.
 */
export async function restartProcess(
  trx: Db,
  id: number,
  which: "all" | "failed",
): Promise<JobRequest[] | undefined> {
  const process = await trx
    .selectFrom("imagery_process")
    .select(["status", "run"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!process || !["failed", "stopped", "completed"].includes(process.status)) return undefined;
  const image = await trx
    .selectFrom("whole_image")
    .select("id")
    .where("process_id", "=", id)
    .where("published_at", "is", null)
    .executeTakeFirst();
  if (which === "all") await forgetResults(trx, id, image?.id);
  else await resetUnfinishedBlocks(trx, id);
  await trx
    .updateTable("imagery_process")
    .set({
      status: "pending",
      step: "waiting",
      message: null,
      finished_at: null,
      started_at: null,
      updated_at: new Date(),
      run: process.run + 1,
      ...(which === "all" ? nothingDone : {}),
    })
    .where("id", "=", id)
    .execute();
  return [{ name: "imagery.prepare", data: { process: id } }];
}

const nothingDone = {
  conversion: 0,
  blocks_total: 0,
  blocks_done: 0,
  fragments_total: 0,
  fragments_done: 0,
  tree_count: 0,
};

/**
 * Without blocks the preparation plans anew. The whole image keeps its number: links stay good.
 * @param unpublished the image, where it is not published
 */
async function forgetResults(trx: Db, id: number, unpublished: number | undefined): Promise<void> {
  await trx.deleteFrom("imagery_block").where("process_id", "=", id).execute();
  await trx.deleteFrom("next_image").where("process_id", "=", id).execute();
  if (unpublished === undefined) return;
  await trx.deleteFrom("tree").where("whole_image_id", "=", unpublished).execute();
  await trx.deleteFrom("planting_rows").where("whole_image_id", "=", unpublished).execute();
  await trx.deleteFrom("fragment").where("whole_image_id", "=", unpublished).execute();
}

async function resetUnfinishedBlocks(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable("imagery_block")
    .set({
      status: "pending",
      attempts: 0,
      message: null,
      started_at: null,
      finished_at: null,
      updated_at: new Date(),
    })
    .where("process_id", "=", id)
    .where("status", "<>", "done")
    .execute();
}
