/** Changes to the rows of grounds, and of images and processes as far as they name one. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";

/** @returns its number; undefined where another ground has the name, in whatever case */
export async function insertGround(trx: Db, actor: Actor, name: string) {
  const alike = await trx
    .selectFrom("ground")
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select("id")
    .executeTakeFirst();
  if (alike) return undefined;
  const made = await trx
    .insertInto("ground")
    .values({ name, created_by: actor.id })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id;
}

/** Writes down that a person said of which ground an image is, or that it is of none: then likeness does not say it again. */
export async function updateGroundOf(trx: Db, image: number, ground: number | undefined) {
  await trx
    .updateTable("whole_image")
    .set({ ground_id: ground ?? null, ground_by: "person" })
    .where("id", "=", image)
    .execute();
}

/** Asks for a ground to be learned. @returns false where somebody's learning has not ended */
export async function askToLearn(trx: Db, actor: Actor, ground: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("ground")
    .set({ learning_since: sql`now()`, learning_by: actor.id, problem: null })
    .where("id", "=", ground)
    .where("learning_since", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets the next run of a process use lessons, or not; a person's threshold would stand against them. */
export async function updateUse(trx: Db, process: number, use: boolean) {
  await trx
    .updateTable("imagery_process")
    .set({
      use_lessons: use,
      ...(use ? { threshold: null, threshold_by: null, threshold_at: null } : {}),
    })
    .where("id", "=", process)
    .execute();
}

export async function updateWithdrawn(trx: Db, actor: Actor, lessons: number, withdrawn: boolean) {
  await trx
    .updateTable("ground_lessons")
    .set({
      withdrawn_at: withdrawn ? sql<Date>`now()` : null,
      withdrawn_by: withdrawn ? actor.id : null,
    })
    .where("id", "=", lessons)
    .execute();
}
