/** `imagery.detect`: the trees of one block of fragments. */

import { traceOf } from "@nihol/contract/values/thrown";
import { fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { isFinal, messageOfError, Refused } from "../child/end-message.ts";
import { blockRect } from "../imagery/coverage.ts";
import type { BlockTask } from "../imagery/tree-finder.ts";
import type { Handler, JobContext } from "../runner/job-context.ts";
import { type BlockWork, claimBlock, failBlock, noteRetry, releaseBlock } from "./block-rows.ts";
import { publishJob } from "./jobs-of-process.ts";
import { areasOfTasks } from "./planting-rows.ts";
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
    if (work.attempts > STARTS) throw new Refused("worker_died");
    await using image = await services.files.hold(work.cog_key);
    const result = await services.finder.find(
      await taskOf(services, work, image.path),
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

async function taskOf(
  { db }: JobContext["services"],
  work: BlockWork,
  path: string,
): Promise<BlockTask> {
  const facts = work.facts;
  const rect = blockRect(fragmentGrid(work.width, work.height), work);
  const threshold = work.threshold ?? undefined;
  const rowsIn = work.counted ? await areasOfTasks(db.sql, facts, rect) : [];
  const { captured_on: capturedOn } = work;
  const lessons = work.counted ? (work.lessons ?? undefined) : undefined;
  return { path, facts, rect, threshold, greenOnly: !work.counted, rowsIn, capturedOn, lessons };
}

async function settleError(
  error: unknown,
  work: BlockWork,
  { services, signal, isOutage }: JobContext,
  ended: AbortSignal,
): Promise<void> {
  const { db, log, reconcileSoon } = services;
  if (ended.aborted) return reconcileSoon();
  if (signal.aborted) {
    await releaseBlock(db.sql, work);
    throw error;
  }
  if (isOutage(error)) throw error;
  log(`process ${work.process_id}, block ${work.n}: ${traceOf(error)}`);
  if (!isFinal(error) && work.attempts < TRIES) {
    await noteRetry(db.sql, work, messageOfError(error));
    throw error;
  }
  await failBlock(db.sql, work, messageOfError(error));
}
