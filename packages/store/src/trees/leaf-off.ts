/** Leafless is not dead: while leaves are off, a tree without green is unsure, for nothing says which of the two it is. */

import { areLeavesOff, type LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { lockImage } from "./counted-image.ts";
import { changeGreen, lockTrees } from "./tree-pyramid.ts";
import { refreshTreeTally } from "./tree-tally.ts";

/** Columns of an image, its process and its region that tell when leaves are off. */
export const seasonColumns = [
  "w.captured_on",
  "w.bbox",
  "w.counted",
  "r.leaf_off",
  "p.demo",
] as const;

/** The middle of an image's box, degrees, and the season of its region; the demonstration's trees are drawn in leaf. */
export function seasonOf(image: {
  bbox: Bbox;
  counted: boolean;
  leaf_off: LeafOffSeason | null;
  demo: boolean;
}): { latitude: number; leafOff: LeafOffSeason } {
  const [, south, , north] = image.bbox;
  return {
    latitude: (south + north) / 2,
    leafOff: image.demo || !image.counted ? "never" : (image.leaf_off ?? "by_latitude"),
  };
}

/**
 * When leaves are off where an image lies, as its region says or its latitude. The demonstration's trees are drawn in
 * leaf, whatever day their image bears.
 * @throws when there is no such image
 */
export async function findSeason(
  db: Db,
  wholeImageId: number,
): Promise<{ capturedOn: string; latitude: number; leafOff: LeafOffSeason }> {
  const image = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("region as r", "r.id", "w.region_id")
    .where("w.id", "=", wholeImageId)
    .select(seasonColumns)
    .executeTakeFirstOrThrow();
  return { capturedOn: image.captured_on, ...seasonOf(image) };
}

/**
 * Makes the trees of an image say what its day and its region's season let them: unsure in place of not green while leaves
 * are off, and so back. What a person corrected stays. Pyramid and tally follow in the caller's transaction.
 */
export async function settleLeaves(trx: Db, wholeImageId: number): Promise<void> {
  await lockImage(trx, wholeImageId);
  await lockTrees(trx);
  const { capturedOn, latitude, leafOff } = await findSeason(trx, wholeImageId);
  const areOff = areLeavesOff(capturedOn, latitude, leafOff);
  await trx
    .updateTable("whole_image")
    .set({ leaf_off: areOff, leaf_off_due: false })
    .where("id", "=", wholeImageId)
    .execute();
  const ofImage = sql`whole_image_id = ${wholeImageId}`;
  if (areOff) {
    const which = sql`${ofImage} and green = 0 and version = 0`;
    await changeGreen(trx, which, { green: 2, leafless: true });
  } else {
    const which = sql`${ofImage} and green = 2 and leafless`;
    await changeGreen(trx, which, { green: 0, leafless: false });
  }
  await refreshTreeTally(trx, [wholeImageId]);
}

/** Has the images of a region settled by a season that it is about to get: the worker comes to them one by one. */
export async function noteNewSeason(
  trx: Db,
  regionId: number,
  season: LeafOffSeason,
): Promise<void> {
  await sql`
    update whole_image w set leaf_off_due = true from region r
    where r.id = ${regionId} and w.region_id = r.id and w.counted and r.leaf_off <> ${season}`.execute(
    trx,
  );
}
