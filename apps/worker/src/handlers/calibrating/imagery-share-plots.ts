/** `imagery.share_plots`: the ranges of an image's kind follow what its sample plots say now (decision 62). */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { refreshRange } from "@nihol/store/trees/count-check";
import { listFollowing } from "@nihol/store/trees/plots/shared-plots";
import { bumpTreeVersion } from "@nihol/store/trees/tree-version";
import type { Handler } from "../../runner/job-context.ts";

export const sharePlots: Handler<"imagery.share_plots"> = async (
  { whole_image },
  { services, signal },
) => {
  const { sql } = services.db;
  const changes = sql.selectFrom("plots_changed").where("whole_image_id", "=", whole_image);
  const { last } = await changes
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  if (last === null) return;
  // Refreshes image by image, each in a transaction of its own: whoever counts in one of them waits for no other.
  const following = await listFollowing(sql, whole_image);
  for (const id of following) {
    signal.throwIfAborted();
    await sql.transaction().execute((trx) => refreshRange(trx, id));
  }
  if (following.length > 0) await sql.transaction().execute(bumpTreeVersion);
  await sql
    .deleteFrom("plots_changed")
    .where("whole_image_id", "=", whole_image)
    .where("id", "<=", last)
    .execute();
};

/** Lists a job for each image whose plots changed; for the reconciler. */
export async function changedPlots(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("plots_changed")
    .select("whole_image_id")
    .distinct()
    .orderBy("whole_image_id")
    .execute();
  return rows.map(({ whole_image_id }) => ({
    name: "imagery.share_plots",
    data: { whole_image: whole_image_id } satisfies JobPayload<"imagery.share_plots">,
  }));
}
