/** The rows of exports while they are made: what the worker reads and writes of them, and what is cleared away. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { JobRequest } from "../jobs/job-queue.ts";
import { notify } from "../notices/notify.ts";

export type ExportRow = Selectable<Database["export"]>;

/** Begun so often and never ended: something in it kills the process that makes it. */
const maxAttempts = 3;
const unfinished = ["pending", "in_progress"] as const;

/** Job that makes an export; sent in the transaction that writes its row. */
export const exportJob = (id: number): JobRequest => ({
  name: "export.make",
  data: { export: id } satisfies JobPayload<"export.make">,
});

/** Lists a job for each export that is not done; for the reconciler. */
export async function unfinishedExports(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("export")
    .where("status", "in", unfinished)
    .orderBy("id")
    .select("id")
    .execute();
  return rows.map(({ id }) => exportJob(id));
}

/**
 * Begins an attempt; one that is `resumed` after an outage is not counted as another.
 * @returns undefined for one that has ended, is gone, or was begun too often, which ends it
 */
export async function claimOrFailExport(
  db: Db,
  id: number,
  resumed = false,
): Promise<ExportRow | undefined> {
  const more = resumed ? 0 : 1;
  const row = await db
    .updateTable("export")
    .set((eb) => ({ status: "in_progress", attempts: eb("attempts", "+", more), rows_done: 0 }))
    .where("id", "=", id)
    .where("status", "in", unfinished)
    .where("attempts", "<=", maxAttempts - more)
    .returningAll()
    .executeTakeFirst();
  if (!row) await failExport(db, id, "interrupted");
  return row;
}

/** Writes the progress. @returns whether the export is still wanted */
export async function updateProgress(
  db: Db,
  id: number,
  { rows, count }: { rows: number; count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("export")
    .set({ rows_done: rows, row_count: count })
    .where("id", "=", id)
    .where("status", "in", unfinished)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns whether the row names the file now; if not (deleted, made by another worker), the file belongs to no row */
export async function completeExport(
  db: Db,
  id: number,
  file: { key: string; size: number; rows: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("export")
      .set({
        status: "completed",
        file_key: file.key,
        size: file.size,
        rows_done: file.rows,
        row_count: file.rows,
        finished_at: new Date(),
      })
      .where("id", "=", id)
      .where("status", "in", unfinished)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await notify(trx, { kind: "export_ready", subject: "export", id });
    return true;
  });
}

/** Ends one that has not ended, with a code of errors.json. */
export async function failExport(db: Db, id: number, problem: string): Promise<void> {
  await db
    .updateTable("export")
    .set({ status: "failed", problem, finished_at: new Date() })
    .where("id", "=", id)
    .where("status", "in", unfinished)
    .execute();
}

/** Releases one that cannot continue here, without counting an attempt. */
export async function releaseExport(db: Db, id: number): Promise<void> {
  await db
    .updateTable("export")
    .set((eb) => ({ status: "pending", attempts: eb("attempts", "-", 1) }))
    .where("id", "=", id)
    .where("status", "=", "in_progress")
    .execute();
}

/** Deletes the row; its file is the caller's to delete. */
export async function deleteExport(db: Db, id: number): Promise<void> {
  await db.deleteFrom("export").where("id", "=", id).execute();
}

/** Lists exports that ended before a moment, or that `max` newer ones of the same person follow. */
export async function listExpired(db: Db, before: Date, max: number) {
  const ranked = db
    .selectFrom("export")
    .where("finished_at", "is not", null)
    .select(["id", "file_key", "finished_at"])
    .select(sql<number>`row_number() over (partition by user_id order by id desc)`.as("nth"));
  return db
    .selectFrom(ranked.as("e"))
    .where((eb) => eb.or([eb("e.finished_at", "<", before), eb("e.nth", ">", max)]))
    .select(["e.id", "e.file_key"])
    .execute();
}
