/**
 * Two jobs that bring published images up to date. `trees.settle`: an image that an older rule settled, that is, for which
 * it set until when each tree counts, is settled again (`settle_version` says by which rule), and its closed canopy gets its
 * places. `trees.leaf_off`: where the leafless season of an image's region has changed, its trees without green are called
 * dead or of unknown state anew.
 */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { settleLeaves } from "@nihol/store/trees/leaf-off";
import { placeGroundCover } from "@nihol/store/trees/seen-area";
import { settleOwnTrees, settleVersion } from "@nihol/store/trees/tree-publish";
import { sql } from "kysely";
import { coverOfBlocks } from "../imagery/block-canopy.ts";
import type { Handler } from "../runner/job-context.ts";
import { coveredBlocks } from "./covered-blocks.ts";

export const settleTrees: Handler<"trees.settle"> = async ({ whole_image }, { services }) => {
  const db = services.db.sql;
  const image = await db
    .selectFrom("whole_image")
    .select([
      "settle_version",
      "process_id",
      "facts",
      "shrub_count",
      isCoverUnplaced.as("is_cover_unplaced"),
    ])
    .where("id", "=", whole_image)
    .executeTakeFirst();
  if (!image) return;
  if (image.settle_version < settleVersion)
    await db.transaction().execute((trx) => settleOwnTrees(trx, whole_image));
  if (image.is_cover_unplaced)
    await db.transaction().execute(async (trx) => {
      const cover = coverOfBlocks(image.facts, await coveredBlocks(trx, image.process_id));
      // An empty list: there are none. Null: there are some, and nobody knows where.
      const noShrubs = image.shrub_count === 0 ? [] : null;
      await placeGroundCover(trx, whole_image, { ...cover, shrubs: cover.shrubs ?? noShrubs });
    });
};

/**
 * True of an image that has closed canopy without places, as those processed before places were kept, where all blocks of
 * its process still hold theirs. Blocks hold no places of shrubs.
 */
const isCoverUnplaced = sql<boolean>`(closed_canopy_ha > 0 and not canopy_placed and exists (
  select from imagery_block b where b.process_id = whole_image.process_id) and not exists (
  select from imagery_block b where b.process_id = whole_image.process_id and b.canopy is null))`;

/**
 * Lists a job for each published image that was settled by an older rule, or whose closed canopy has no places yet;
 * the oldest capture first.
 */
export async function unsettledImages(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("whole_image")
    .select("id")
    .where("published_at", "is not", null)
    .where(sql<boolean>`(settle_version < ${settleVersion} or ${isCoverUnplaced})`)
    .orderBy("captured_on")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => ({
    name: "trees.settle",
    data: { whole_image: id } satisfies JobPayload<"trees.settle">,
  }));
}

export const settleLeafOff: Handler<"trees.leaf_off"> = async ({ whole_image }, { services }) => {
  const db = services.db.sql;
  const image = await db
    .selectFrom("whole_image")
    .select("leaf_off_due")
    .where("id", "=", whole_image)
    .executeTakeFirst();
  if (image?.leaf_off_due) await db.transaction().execute((trx) => settleLeaves(trx, whole_image));
};

/** Lists a job for each image whose region has got another season. */
export async function imagesOfNewSeason(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("whole_image")
    .select("id")
    .where("leaf_off_due", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => ({
    name: "trees.leaf_off",
    data: { whole_image: id } satisfies JobPayload<"trees.leaf_off">,
  }));
}
