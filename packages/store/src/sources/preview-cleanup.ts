/** Small images of offered captures are kept while somebody may look at them. */
import { retentionKinds } from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";

const dayMs = 86_400_000;

/** Releases the images of captures that were decided so many days ago; reconciliation moves their files to the trash. @returns how many */
export async function releaseOldPreviews(
  db: Db,
  now: Date,
  days: number = retentionKinds.preview.days,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("offered_capture")
    .set({ preview_key: null })
    .where("status", "<>", "new")
    .where("decided_at", "<", new Date(now.getTime() - days * dayMs))
    .where("preview_key", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
