/** Queries of an export of corrections: images, the fragments that staff reviewed, their trees. */

import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { PixelRect } from "@nihol/vision/raster/fragment-grid";
import { sql } from "kysely";

/** An image with what its fragments are cut out by. */
export interface ReviewedImage {
  id: number;
  captured_on: string;
  cog_key: string;
  facts: ImageMetadata;
  width: number;
  height: number;
  model: string | null;
}

/** A tree in pixels of its image. */
export interface ReviewedTree {
  fragment: number;
  score: number;
  green: 0 | 1 | 2;
  box: [number, number, number, number];
  crown: number[];
  /** Review of this tree by itself, as its index in treeReviews. */
  review: number;
}

/** The image, or undefined when there is none of that number. */
export async function findReviewedImage(db: Db, image: number): Promise<ReviewedImage | undefined> {
  return (await db
    .selectFrom("whole_image")
    .select(["id", "captured_on", "cog_key", "facts", "width", "height", "model"])
    .where("id", "=", image)
    .executeTakeFirst()) as ReviewedImage | undefined;
}

/** Fragments that staff accepted or corrected, in their order. */
export async function listReviewedFragments(db: Db, image: number) {
  return db
    .selectFrom("fragment")
    .select(["n", "review"])
    .where("whole_image_id", "=", image)
    .where("review", "in", ["accepted", "corrected"])
    .orderBy("n")
    .execute();
}

/** Counts its fragments that are none of those: rejected, and not looked through. */
export async function countLeftOut(
  db: Db,
  image: number,
): Promise<{ rejected: number; unreviewed: number }> {
  const rows = await db
    .selectFrom("fragment")
    .select(["review", sql<number>`count(*)::int`.as("count")])
    .where("whole_image_id", "=", image)
    .where("review", "in", ["rejected", "new"])
    .groupBy("review")
    .execute();
  const of = (review: string) => rows.find((row) => row.review === review)?.count ?? 0;
  return { rejected: of("rejected"), unreviewed: of("new") };
}

/** Trees whose box reaches into a rectangle of the image. */
export async function listTreesIn(db: Db, image: number, core: PixelRect): Promise<ReviewedTree[]> {
  const { rows } = await sql<ReviewedTree>`
    select fragment, score, green, box, crown, review from tree
    where whole_image_id = ${image} and box[1] < ${core.x + core.width} and box[3] > ${core.x}
      and box[2] < ${core.y + core.height} and box[4] > ${core.y}
    order by fragment, id`.execute(db);
  return rows;
}

/** Lists what people deleted from a fragment: detections that are no tree. */
export async function listRemovedFrom(
  db: Db,
  image: number,
  fragment: number,
): Promise<TreeState[]> {
  const { rows } = await sql<{ before: TreeState }>`
    select c.before from tree_correction c
    where c.whole_image_id = ${image} and c.fragment = ${fragment} and c.action = 'delete' and c.undone_at is null
      and c.before ->> 'review' <> 'added' and not exists (select from tree t where t.id = c.tree_id)
    order by c.id`.execute(db);
  return rows.map(({ before }) => before);
}
