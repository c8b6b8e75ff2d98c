/** `imagery.detect`: the trees of one block of fragments. */

import { isDatabaseAway } from "@nihol/db/database-away";
import { fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { isFinal, messageOfError } from "../child/end-message.ts";
import { blockRect } from "../imagery/coverage.ts";
import type { Handler, JobContext } from "../runner/job-context.ts";
import { type BlockWork, claimBlock, failBlock, releaseBlock } from "./block-rows.ts";
import { publishJob } from "./jobs-of-process.ts";
import { writeBlock } from "./write-block.ts";

const TRIES = 3;
// Deaths of the worker in the middle of a block count as attempts too, but prove less than errors.
const STARTS = 6;

export const detectImagery: Handler<"imagery.detect"> = async ({ process, block }, context) => {
  const { services } = context;
  const work = await claimBlock(services.db.sql, process, block, context.resumed);
  if (!work) return;
  const follower = services.watch.follow(process, work.run);
  try {
    if (work.attempts > STARTS) throw new Error("the worker died with this block again and again");
    const result = await services.finder.find(
      taskOf(work, services.files.path(work.cog_key)),
      AbortSignal.any([context.signal, follower.signal]),
    );
    if (await writeBlock(services.db, work, result))
      await services.jobs.sendAll([publishJob(process)]);
  } catch (error) {
    await settleError(error, work, context, follower.signal);
  } finally {
    follower.release();
  }
};

function taskOf(work: BlockWork, path: string) {
  const grid = fragmentGrid(work.width, work.height);
  const facts = work.facts;
  const threshold = work.threshold ?? undefined;
  return { path, facts, rect: blockRect(grid, work), threshold, greenOnly: !work.counted };
}

async function settleError(
  error: unknown,
  work: BlockWork,
  { services, signal }: JobContext,
  ended: AbortSignal,
): Promise<void> {
  const { db, log, reconcileSoon } = services;
  if (ended.aborted) return reconcileSoon();
  if (signal.aborted) {
    await releaseBlock(db.sql, work);
    throw error;
  }
  if (isDatabaseAway(error)) throw error;
  log(`process ${work.process_id}, block ${work.n}: ${(error as Error).stack ?? error}`);
  if (!isFinal(error) && work.attempts < TRIES) throw error;
  await failBlock(db.sql, work, messageOfError(error));
}
