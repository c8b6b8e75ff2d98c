/**
 * `trees.settle`: sets for images published by an older version until when their trees count. `trees.leaf_off`: what an
 * image's trees without green are called follows the season of its region.
 */
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Database } from "@nihol/db/tables";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { settleLeaves } from "@nihol/store/trees/leaf-off";
import { settleOwnTrees, settleVersion } from "@nihol/store/trees/tree-publish";
import type { Kysely } from "kysely";
import type { Handler } from "../runner/job-context.ts";

export const settleTrees: Handler<"trees.settle"> = async ({ whole_image }, { services }) => {
  const { sql } = services.db;
  const image = await sql
    .selectFrom("whole_image")
    .select("settle_version")
    .where("id", "=", whole_image)
    .executeTakeFirst();
  if (!image || image.settle_version >= settleVersion) return;
  await sql.transaction().execute((trx) => settleOwnTrees(trx, whole_image));
};

/** One job for each published image that was settled by an older rule, the oldest capture first. */
export async function unsettledImages(db: Kysely<Database>): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("whole_image")
    .select("id")
    .where("published_at", "is not", null)
    .where("settle_version", "<", settleVersion)
    .orderBy("captured_on")
    .execute();
  return rows.map(({ id }) => ({
    name: "trees.settle",
    data: { whole_image: id } satisfies JobPayload<"trees.settle">,
  }));
}

export const settleLeafOff: Handler<"trees.leaf_off"> = async ({ whole_image }, { services }) => {
  const { sql } = services.db;
  const image = await sql
    .selectFrom("whole_image")
    .select("leaf_off_due")
    .where("id", "=", whole_image)
    .executeTakeFirst();
  if (image?.leaf_off_due) await sql.transaction().execute((trx) => settleLeaves(trx, whole_image));
};

/** One job for each image whose region has got another season. */
export async function imagesOfNewSeason(db: Kysely<Database>): Promise<JobRequest[]> {
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
