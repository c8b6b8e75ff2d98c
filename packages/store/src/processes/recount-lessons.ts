/** Lessons that are taken back: the images that were counted by them are counted anew. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { FileStore } from "../files/file-store.ts";
import type { JobRequest } from "../jobs/job-queue.ts";
import { hasSource } from "./has-source.ts";
import { restartProcess } from "./process-restart.ts";

/**
 * Restarts the completed processes whose images were counted by these lessons; those whose file is gone keep their count,
 * which the image then says. What is being worked on sees by itself that its lessons hold no more.
 * @returns the jobs to send when the transaction is committed
 */
export async function recountByOthers(
  trx: Db,
  files: FileStore,
  lessons: readonly number[],
): Promise<JobRequest[]> {
  if (lessons.length === 0) return [];
  const rows = await trx
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.lessons_id", "in", [...lessons])
    .where("p.status", "=", "completed")
    .select("p.id")
    .orderBy("p.id")
    .execute();
  const sent: JobRequest[] = [];
  for (const { id } of rows) {
    if (!(await hasSource(trx, files, id, "all"))) continue;
    sent.push(...((await restartProcess(trx, id, "all")) ?? []));
  }
  return sent;
}

/** Holds for lessons `l` of which a label is gone: the sample plot that taught is no longer counted. */
export const hasLostLabels = sql<boolean>`exists (
  select from jsonb_array_elements(l.counts) e where not exists (
    select from calibration_window c join calibration k on k.whole_image_id = c.whole_image_id
    where c.whole_image_id = (e ->> 'image')::int and c.cell = (e ->> 'cell')::int and k.side = (e ->> 'side')::int
      and c.marks is not null))`;

/**
 * Takes back the lessons of a ground whose labels are gone, in nobody's name.
 * @returns their numbers
 */
export async function withdrawLost(trx: Db, ground: number): Promise<number[]> {
  const rows = await trx
    .updateTable("ground_lessons as l")
    .set({ withdrawn_at: new Date(), withdrawn_by: null })
    .where("l.ground_id", "=", ground)
    .where("l.withdrawn_at", "is", null)
    .where(hasLostLabels)
    .returning("l.id")
    .execute();
  return rows.map(({ id }) => id);
}
