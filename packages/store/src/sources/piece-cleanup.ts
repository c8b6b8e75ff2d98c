/** What came of images whose fetching failed is kept for a restart, for a week. */
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { FileStore } from "../files/file-store.ts";

const keptDays = 7;

/** Deletes the pieces of processes that are gone, have their image, or ended a week ago. */
export async function deleteOldPieces(
  db: Kysely<Database>,
  files: Pick<FileStore, "list" | "delete">,
  now: Date,
): Promise<void> {
  const byProcess = new Map<number, string[]>();
  for await (const { key } of files.list("fetch")) {
    const id = Number(key.split("/")[1]);
    byProcess.set(id, [...(byProcess.get(id) ?? []), key]);
  }
  if (byProcess.size === 0) return;
  const rows = await db
    .selectFrom("imagery_process")
    .select("id")
    .where("id", "=", sql<number>`any(${[...byProcess.keys()]}::int[])`)
    .where("fetched", "<", 1)
    .where((eb) =>
      eb.or([
        eb("status", "in", ["pending", "in_progress"]),
        eb("finished_at", ">", new Date(now.getTime() - keptDays * 86_400_000)),
      ]),
    )
    .execute();
  const kept = new Set(rows.map(({ id }) => id));
  for (const [id, keys] of byProcess)
    if (!kept.has(id)) for (const key of keys) await files.delete(key);
}
