/** Files that no row names: a server was killed between storing one and writing its row. */
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { isKeyNamed } from "./attached-file-sql.ts";

// Whoever is uploading now has stored a file and not yet written its row.
const youngMs = 3_600_000;

/** Deletes files of violations and documents without a row, an hour old or more. @returns how many */
export async function sweepStoredFiles(
  db: Kysely<Database>,
  files: FileStore,
  now = Date.now(),
): Promise<number> {
  let swept = 0;
  for await (const { key, modifiedAt } of files.list("attachment")) {
    if (now - modifiedAt.getTime() < youngMs || (await isKeyNamed(db, key))) continue;
    if (await files.delete(key)) swept++;
  }
  return swept;
}
