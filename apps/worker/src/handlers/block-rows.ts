/** The row of a block: claimed, released, failed. */

import type { ProcessArea } from "@nihol/contract/values/imagery";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { beginAttempt, endAttempt } from "@nihol/store/processes/block-attempts";
import type { Lessons } from "@nihol/vision/jobs/detect-job";
import { sql } from "kysely";
import type { Message } from "../child/end-message.ts";
import { lockRunning, sumBlocks } from "./process-rows.ts";

/** A claimed block with what is needed of its process and image. */
export interface BlockWork {
  process_id: number;
  n: number;
  fx0: number;
  fy0: number;
  fx1: number;
  fy1: number;
  /** This one counted. */
  attempts: number;
  run: number;
  threshold: number | null;
  /** Lessons of people's labels on the ground, where its trees are found by that. */
  lessons: Lessons | null;
  area_kind: ProcessArea;
  whole_image_id: number;
  captured_on: string;
  cog_key: string;
  facts: ImageMetadata;
  width: number;
  height: number;
  coverage: MultiPolygon;
  /** False: the image is too coarse for counting trees. */
  counted: boolean;
  /** The image is published: what is found waits until all of it takes the place of the published trees. */
  waits: boolean;
}

/**
 * Claims a waiting block; undefined when it or its process has ended. An attempt that is `resumed`
 * after an outage of the database was counted when it began.
 */
export async function claimBlock(
  db: Db,
  process: number,
  n: number,
  resumed: boolean,
): Promise<BlockWork | undefined> {
  return db.transaction().execute(async (trx) => {
    const work = await claimRow(trx, process, n, resumed);
    if (work && !resumed) await beginAttempt(trx, process, n);
    return work;
  });
}

async function claimRow(db: Db, process: number, n: number, resumed: boolean) {
  const { rows } = await sql<BlockWork>`
    update imagery_block b set status = 'running', updated_at = now(), finished_at = null,
      started_at = case when ${resumed} then coalesce(b.started_at, now()) else now() end,
      attempts = greatest(1, attempts + ${resumed ? 0 : 1})
    from imagery_process p join whole_image w on w.process_id = p.id left join next_image x on x.process_id = p.id
    where b.process_id = ${process} and b.n = ${n} and b.status in ('pending', 'running')
      and p.id = b.process_id and p.status = 'in_progress'
    returning b.process_id, b.n, b.fx0, b.fy0, b.fx1, b.fy1, b.attempts, p.run, p.threshold,
      (select l.lessons from ground_lessons l where l.id = p.lessons_id and l.is_better) as lessons,
      p.area_kind, w.id as whole_image_id, w.captured_on, coalesce(x.cog_key, w.cog_key) as cog_key,
      coalesce(x.image -> 'facts', w.facts) as facts, coalesce((x.image #>> '{grid,width}')::int, w.width) as width,
      coalesce((x.image #>> '{grid,height}')::int, w.height) as height,
      coalesce(x.image -> 'coverage', w.coverage) as coverage,
      coalesce((x.image ->> 'counted')::boolean, w.counted) as counted, x.process_id is not null as waits`.execute(
    db,
  );
  return rows[0];
}

/** Releases a block that the shutdown interrupted, without counting an attempt. */
export async function releaseBlock(db: Db, work: BlockWork): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("imagery_block")
      .set({
        status: "pending",
        attempts: sql`greatest(attempts - 1, 0)`,
        started_at: null,
        updated_at: sql`now()`,
      })
      .where("process_id", "=", work.process_id)
      .where("n", "=", work.n)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await endAttempt(trx, work.process_id, work.n, { outcome: "interrupted" });
  });
}

/** Writes down why an attempt failed that will be followed by another one. */
export async function noteRetry(
  db: Db,
  { process_id, n }: BlockWork,
  message: Message,
): Promise<void> {
  await endAttempt(db, process_id, n, { outcome: "retried", message });
}

/** Ends a block as failed, and its process when it was the last one. */
export async function failBlock(db: Db, work: BlockWork, message: Message): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, work.process_id, work.run))) return;
    await trx
      .updateTable("imagery_block")
      .set({
        status: "failed",
        message: json(message),
        finished_at: sql<Date>`clock_timestamp()`,
        updated_at: sql`now()`,
      })
      .where("process_id", "=", work.process_id)
      .where("n", "=", work.n)
      .execute();
    await endAttempt(trx, work.process_id, work.n, { outcome: "failed", message });
    if (!work.waits)
      await trx
        .updateTable("fragment")
        .set({ status: "failed", checked: false })
        .where("whole_image_id", "=", work.whole_image_id)
        .where("block", "=", work.n)
        .execute();
    await sumBlocks(trx, work.process_id);
  });
}
