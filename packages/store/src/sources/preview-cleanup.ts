/** Small images of offered captures are kept while somebody may look at them. */
import type { Db } from "@nihol/db/connection";

const dayMs = 86_400_000;
/** After a decision a mistake can still be seen for so long. */
const decidedDays = 30;

/** Releases the images of captures that were decided a month ago; reconciliation moves their files to the trash. */
export async function releaseOldPreviews(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("offered_capture")
    .set({ preview_key: null })
    .where("status", "<>", "new")
    .where("decided_at", "<", new Date(now.getTime() - decidedDays * dayMs))
    .where("preview_key", "is not", null)
    .execute();
}
