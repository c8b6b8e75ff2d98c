/** Files are kept for a day, the newest of each person. */
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "../files/file-store.ts";
import { deleteExport, listExpired } from "./export-rows.ts";

const dayMs = 86_400_000;
/** Files of one person that are kept: a limit, so that nobody fills the disk. */
export const maxKept = 20;

/** Deletes exports that ended a day ago, and those that have twenty newer ones of the same person. @returns how many went */
export async function deleteExpiredExports(
  db: Db,
  files: Pick<FileStore, "delete">,
  now = Date.now(),
): Promise<number> {
  const expired = await listExpired(db, new Date(now - dayMs), maxKept);
  for (const { id, file_key } of expired) {
    if (file_key) await files.delete(file_key);
    await deleteExport(db, id);
  }
  return expired.length;
}
