/** Small images of offered captures are kept while somebody may look at them. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { FileStore } from "../files/file-store.ts";

const dayMs = 86_400_000;
/** After a decision a mistake can still be seen for so long. */
const decidedDays = 30;
/** A file whose row is being written has no row yet. */
const graceMs = 3_600_000;
/** Files that are compared with the rows at once. */
const batch = 500;

/** Deletes the images of captures that were decided a month ago, and those whose source or garden is gone. */
export async function deleteOldPreviews(
  db: Kysely<Database>,
  files: Pick<FileStore, "list" | "delete">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("offered_capture")
    .set({ preview_key: null })
    .where("status", "<>", "new")
    .where("decided_at", "<", new Date(now.getTime() - decidedDays * dayMs))
    .where("preview_key", "is not", null)
    .execute();
  let keys: string[] = [];
  const deleteUnnamed = async () => {
    if (keys.length === 0) return;
    const rows = await db
      .selectFrom("offered_capture")
      .where("preview_key", "in", keys)
      .select("preview_key")
      .execute();
    const named = new Set(rows.map((row) => row.preview_key));
    for (const key of keys) if (!named.has(key)) await files.delete(key);
    keys = [];
  };
  for await (const { key, modifiedAt } of files.list("watch")) {
    if (modifiedAt.getTime() > now.getTime() - graceMs) continue;
    keys.push(key);
    if (keys.length === batch) await deleteUnnamed();
  }
  await deleteUnnamed();
}
