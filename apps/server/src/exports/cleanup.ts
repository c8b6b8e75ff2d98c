/** Files are kept for a day, the newest of each person; what a killed server left behind is failed and deleted. */

import type { Database } from "@nihol/db/tables";
import type { FileStore } from "@nihol/store/files/file-store";
import type { Kysely } from "kysely";
import { deleteExport, failWorn, listExpired } from "./queries.ts";

const dayMs = 86_400_000;
/** Files of one person that are kept: whoever orders without end does not fill the disk. */
export const maxKept = 20;

/** Ends exports that were begun too often, deletes those that ended a day ago. */
export async function deleteExpiredExports(
  db: Kysely<Database>,
  files: FileStore,
  now = Date.now(),
) {
  await failWorn(db);
  for (const { id, file_key } of await listExpired(db, new Date(now - dayMs), maxKept)) {
    if (file_key) await files.delete(file_key);
    await deleteExport(db, id);
  }
}
