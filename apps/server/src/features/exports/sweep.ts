/** Files are kept for a day, the newest of each person; what a killed server left behind is marked and cleared. */
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { deleteExport, failSilent, isExportFile, listExpired } from "./queries.ts";
import { silentSeconds } from "./runner.ts";

const dayMs = 86_400_000;
/** Files of one person that are kept: whoever orders without end does not fill the disk. */
export const keptMost = 20;

/** Marks interrupted exports, deletes those that ended a day ago and files that no row names. */
export async function sweepExports(db: Kysely<Database>, files: FileStore, now = Date.now()) {
  await failSilent(db, silentSeconds);
  for (const { id, file_key } of await listExpired(db, new Date(now - dayMs), keptMost)) {
    if (file_key) await files.delete(file_key);
    await deleteExport(db, id);
  }
  for await (const { key, modifiedAt } of files.list("export")) {
    if (now - modifiedAt.getTime() > dayMs && !(await isExportFile(db, key)))
      await files.delete(key);
  }
}
