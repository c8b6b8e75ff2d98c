/** Rows of grounds and of what was learned of them, as the worker reads and writes them. */

import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { GroundProblem, LessonPlot, TaughtPlot } from "@nihol/contract/values/imagery/lessons";
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { accountHolds } from "@nihol/policies/account-rights";
import { changesImage } from "@nihol/policies/sees-images";
import { eachAccount } from "@nihol/policies/viewer";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { addLook, noLook } from "@nihol/vision/detect/image-look";
import { sql } from "kysely";
import type { GroundFile } from "../../learning/learn-from-images.ts";

/**
 * Images of a ground that teach it: completed and not rejected, with sample plots counted by people, and only those that
 * the person who asked for the learning may change. Images of others are not used, however alike they look.
 */
export async function listTeaching(db: Db, ground: number) {
  return db
    .selectFrom("whole_image as w")
    .innerJoin("calibration as c", "c.whole_image_id", "w.id")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.ground_id", "=", ground)
    .where("w.counted", "=", true)
    .where("p.status", "=", "completed")
    .where("w.review", "<>", "rejected")
    .where("c.side", "is not", null)
    .where(
      sql<boolean>`exists (
        select from ground g join user_account u on u.id = g.learning_by join user_group r on r.id = u.group_id
        where g.id = w.ground_id and ${changesImage(eachAccount)})`,
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("calibration_window as o")
          .select("o.n")
          .whereRef("o.whole_image_id", "=", "w.id")
          .where("o.marks", "is not", null),
      ),
    )
    .select(["w.id", "w.process_id", "w.cog_key", "w.facts", "w.gsd_m", "w.has_nir"])
    .select(["c.side", "c.columns"])
    .orderBy("w.id")
    .execute();
}

/** Counted windows of an image with what the networks propose in them. */
export async function listCounted(db: Db, image: number) {
  return db
    .selectFrom("calibration_window")
    .where("whole_image_id", "=", image)
    .where("marks", "is not", null)
    .where("candidates", "is not", null)
    .select(["cell", "marks as annotations", "candidates"])
    .orderBy("n")
    .execute();
}

/** Sums of an image's appearance (`ImageLook`) over its blocks; undefined where a block was read before they were kept. */
export async function lookOf(db: Db, process: number): Promise<ImageLook | undefined> {
  const blocks = await db
    .selectFrom("imagery_block")
    .select("look")
    .where("process_id", "=", process)
    .execute();
  const sums = noLook();
  for (const { look } of blocks) {
    if (!look) return undefined;
    addLook(sums, look);
  }
  return blocks.length > 0 ? sums : undefined;
}

/** Holds where who asked for learning may still teach the ground: the account, its right, and all images that people put into it. */
const mayTeach = sql<boolean>`exists (
  select from user_account u join user_group r on r.id = u.group_id
  where u.id = ground.learning_by and u.is_active and ${accountHolds("wholeimage.change")}
    and not exists (select from whole_image w join imagery_process p on p.id = w.process_id
      where w.ground_id = ground.id and w.ground_by = 'person' and not ${changesImage(eachAccount)}))`;

/** A ground that somebody asked to learn; "lock" holds its row until the end of a transaction. */
export async function findLearning(db: Db, ground: number, lock?: "lock") {
  const query = db
    .selectFrom("ground")
    .where("id", "=", ground)
    .where("learning_since", "is not", null)
    .select(["name", "learning_by as by", mayTeach.as("is_allowed")]);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Lessons with the plots that taught them. */
export interface Learned {
  file: GroundFile;
  counts: LessonPlot[];
  labels: TaughtPlot[];
  images: number[];
}

/** Ends learning with the lessons, as the next version. */
export async function writeLessons(
  trx: Db,
  ground: number,
  by: number | null,
  { file, counts, images, labels }: Learned,
): Promise<void> {
  const { network, isBetter } = file;
  await trx
    .insertInto("ground_lessons")
    .values({
      ground_id: ground,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from ground_lessons where ground_id = ${ground})`,
      learned_by: by,
      ...{ network, is_better: isBetter, lessons: json(file), counts: json(counts), images },
      labels: json(labels),
    })
    .execute();
  await endLearning(trx, ground, null);
}

/** Ends learning, with the reason where it came to nothing. */
export async function endLearning(
  db: Db,
  ground: number,
  problem: GroundProblem | null,
): Promise<void> {
  await db
    .updateTable("ground")
    .set({ learning_since: null, learning_by: null, problem })
    .where("id", "=", ground)
    .execute();
}

/** Grounds that are to be learned; for the reconciler. */
export async function unfinishedLearning(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("ground")
    .where("learning_since", "is not", null)
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => ({
    name: "ground.learn",
    data: { ground: id } satisfies JobPayload<"ground.learn">,
  }));
}
