/** Chooses the lessons that a run counts by: those of the ground that a person or the image's likeness names, where they hold for it. */

import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { GroundUnused } from "@nihol/contract/values/imagery/lessons";
import { type ImageMetadata, shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import type { Db } from "@nihol/db/connection";
import { changesImage } from "@nihol/policies/sees-images";
import { eachAccount } from "@nihol/policies/viewer";
import { newestLessonsFirst } from "@nihol/store/trees/plots/ground-range";
import { groundsAlike } from "@nihol/store/trees/plots/shared-plots";
import { otherGround } from "@nihol/vision/learn/learned-ground";
import { type RawBuilder, sql } from "kysely";
import type { Model } from "../../imagery/tree-finder.ts";
import type { GroundFile } from "../../learning/learn-from-images.ts";

/** Lessons of a ground with its name, for those who see a count. */
export interface Lessons {
  id: number;
  ground: number;
  name: string;
  n: number;
  withdrawn_at: Date | null;
  file: GroundFile;
}

/** Lessons that hold for an image, or why those of its ground do not; both undefined where it has no ground that was learned. */
export interface ChosenLessons {
  lessons?: Lessons;
  unused?: { ground: number; reason: GroundUnused };
}

function listLessons(db: Db) {
  return db
    .selectFrom("ground_lessons as l")
    .innerJoin("ground as g", "g.id", "l.ground_id")
    .select(["l.id", "l.n", "l.ground_id as ground", "g.name", "l.withdrawn_at"])
    .select(sql<GroundFile>`l.lessons`.as("file"));
}

/** Lessons by their number. */
export async function findLessons(db: Db, id: number): Promise<Lessons | undefined> {
  return listLessons(db).where("l.id", "=", id).executeTakeFirst();
}

/** Holds where who learned may change the image: likeness carries nobody's lessons to images of others. */
const isOfLearner = (image: number) => sql<boolean>`exists (
  select from whole_image w join imagery_process p on p.id = w.process_id,
    user_account u join user_group r on r.id = u.group_id
  where w.id = ${image} and u.id = l.learned_by and ${changesImage(eachAccount)})`;

const newestOf = (db: Db, ground: number, holds: RawBuilder<boolean>) =>
  listLessons(db)
    .where("l.ground_id", "=", ground)
    .where(holds)
    .orderBy(newestLessonsFirst)
    .limit(1)
    .executeTakeFirst();

/**
 * Chooses lessons by all that is known before the image was looked at.
 * @param read what a new run over a published image has read of it
 */
export async function chooseLessons(
  db: Db,
  process: number,
  model: Pick<Model, "sha256">,
  read?: ImageMetadata,
): Promise<ChosenLessons> {
  const image = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("p.id", "=", process)
    .select(["w.id", "w.ground_id", "w.facts", "w.has_nir", "p.threshold", "p.use_lessons"])
    .select("w.ground_by")
    .executeTakeFirst();
  if (!image?.use_lessons) return {};
  const newest = await newestFor(db, image);
  if (!newest) return {};
  const reason = reasonAgainst(newest, { ...image, facts: read ?? image.facts }, model);
  return reason ? { unused: { ground: newest.ground, reason } } : { lessons: newest };
}

/** A person's word goes before likeness, also that the image is of no ground; a ground that was never learned hides no other. */
async function newestFor(
  db: Db,
  { id, ground_id, ground_by }: { id: number; ground_id: number | null; ground_by: string | null },
): Promise<Lessons | undefined> {
  if (ground_by === "person")
    return ground_id === null ? undefined : newestOf(db, ground_id, sql<boolean>`true`);
  const grounds = ground_id === null ? await groundsAlike(db, id) : [{ id: ground_id }];
  for (const ground of grounds) {
    const newest = await newestOf(db, ground.id, isOfLearner(id));
    if (newest) return newest;
  }
  return undefined;
}

function reasonAgainst(
  { file, withdrawn_at }: { file: GroundFile; withdrawn_at: Date | null },
  image: { facts: ImageMetadata; has_nir: boolean; threshold: number | null },
  { sha256 }: Pick<Model, "sha256">,
): GroundUnused | undefined {
  if (withdrawn_at) return "withdrawn";
  // Lessons no better than the detector by more than its error neither count nor give a range.
  if (!file.isBetter) return "not_better";
  if (image.threshold !== null) return "threshold";
  const seen = { network: sha256, gsdMeters: shownGsd(image.facts), hasNir: image.has_nir };
  return otherGround(file, { ...seen, distance: 0 });
}

/** Tells whether an image that was looked at looks otherwise than those that taught. */
export function looksOtherwise({ file }: Lessons, model: Model, look: ImageLook): boolean {
  const distance = model.distanceFrom(file.look, look);
  return distance === null || !(distance <= 1);
}

/** Tells whether lessons that a run was planned with hold no more: somebody took them back, or other networks look now. */
export const isStale = (
  { withdrawn_at, file }: Lessons,
  { sha256 }: Pick<Model, "sha256">,
): boolean => withdrawn_at !== null || file.network !== sha256;

/** Writes down by which lessons the blocks of a run are detected. */
export async function noteLessons(
  trx: Db,
  process: number,
  model: Model,
  read: ImageMetadata,
): Promise<void> {
  const { lessons } = await chooseLessons(trx, process, model, read);
  await trx
    .updateTable("imagery_process")
    .set({ lessons_id: lessons?.id ?? null })
    .where("id", "=", process)
    .execute();
}

/** Sets all blocks back: they are detected again, by the detector alone. */
export async function detectAgainWithout(trx: Db, process: number): Promise<void> {
  await trx
    .updateTable("imagery_process")
    .set({ lessons_id: null, step: "detecting", blocks_done: 0, fragments_done: 0, tree_count: 0 })
    .set({ updated_at: sql`now()` })
    .where("id", "=", process)
    .execute();
  await trx
    .updateTable("imagery_block")
    .set({ status: "pending", attempts: 0, started_at: null, finished_at: null, result: null })
    .set({ updated_at: sql`now()` })
    .where("process_id", "=", process)
    .execute();
}

/** Writes what a published image says of its ground: lessons that it was counted by, or why those of its ground were not used. */
export async function writeUse(
  trx: Db,
  image: number,
  { lessons, unused }: ChosenLessons,
): Promise<void> {
  await trx
    .updateTable("whole_image")
    .set({
      lessons_id: lessons?.id ?? null,
      ground_unused: unused?.reason ?? null,
      unused_ground_id: unused?.ground ?? null,
    })
    .where("id", "=", image)
    .execute();
  if (!lessons) return;
  await trx
    .updateTable("whole_image")
    .set({ ground_id: lessons.ground, ground_by: "likeness" })
    .where("id", "=", image)
    .where("ground_id", "is", null)
    .where(sql<boolean>`ground_by is distinct from 'person'`)
    .execute();
}
