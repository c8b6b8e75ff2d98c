/** Deletes old pieces of fetched images: those of a failed fetch are kept for a restart, for a week. */
import { retentionKinds } from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { FileStore } from "../files/file-store.ts";

/**
 * Deletes the pieces of processes that have their image or ended so many days ago. Those of deleted processes are released with
 * them; those of processes that this database does not know stay. @returns how many pieces went
 */
export async function deleteOldPieces(
  db: Db,
  files: Pick<FileStore, "list" | "delete">,
  now: Date,
  days: number = retentionKinds.fetch.days,
): Promise<number> {
  const byProcess = new Map<number, string[]>();
  for await (const { key } of files.list("fetch")) {
    const id = Number(key.split("/")[1]);
    byProcess.set(id, [...(byProcess.get(id) ?? []), key]);
  }
  if (byProcess.size === 0) return 0;
  const rows = await db
    .selectFrom("imagery_process")
    .select("id")
    .where("id", "=", sql<number>`any(${[...byProcess.keys()]}::int[])`)
    .where((eb) =>
      eb.or([
        eb("fetched", ">=", 1),
        eb.and([
          eb("status", "not in", ["pending", "in_progress"]),
          eb("finished_at", "<=", new Date(now.getTime() - days * 86_400_000)),
        ]),
      ]),
    )
    .execute();
  const keys = rows.flatMap(({ id }) => byProcess.get(id) ?? []);
  for (const key of keys) await files.delete(key);
  return keys.length;
}
