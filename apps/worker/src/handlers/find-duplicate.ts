import type { Db } from "@nihol/db/connection";
import type { ProcessRow } from "./process-rows.ts";

/**
 * A published image that holds the same image: under another date always, under the same date
 * when the same area was asked for too and this is not a restart.
 */
export async function findDuplicate(
  db: Db,
  process: ProcessRow,
  hash: string,
): Promise<{ date: string; process: number; file: string } | undefined> {
  const rows = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .select(["w.captured_on", "p.id", "p.file_name", "p.area_kind", "p.area_id", "p.area"])
    .where("w.date_hash", "=", hash)
    .where("w.published_at", "is not", null)
    .where("w.process_id", "<>", process.id)
    .orderBy("w.id")
    .execute();
  const areaOf = (row: Pick<ProcessRow, "area_kind" | "area_id" | "area">) =>
    JSON.stringify([row.area_kind, row.area_id, row.area]);
  const found = rows.find(
    (row) =>
      row.captured_on !== process.capture_date ||
      (process.run === 1 && areaOf(row) === areaOf(process)),
  );
  return found && { date: found.captured_on, process: found.id, file: found.file_name };
}
