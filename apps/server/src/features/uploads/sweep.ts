/** Uploads that nobody will finish, and files that no row names any more, go from the disk. */
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { deleteUpload, isKeyNamed, listForgotten } from "./queries.ts";

const dayMs = 86_400_000;
/** A person may come back to a broken upload after a holiday of this length. */
export const forgottenAfterDays = 14;
const everyMs = 6 * 3_600_000;

/**
 * Deletes uploads that were begun, refused or never started as a process and left alone for two weeks, then
 * files of the upload folder without a row that are older than a day. @returns how many files went
 */
export async function sweepUploads(
  db: Kysely<Database>,
  files: FileStore,
  now = Date.now(),
): Promise<number> {
  for (const id of await listForgotten(db, new Date(now - forgottenAfterDays * dayMs)))
    await deleteUpload(db, id);
  let swept = 0;
  for await (const { key, modifiedAt } of files.list("upload")) {
    const id = key.replace(/^upload\//, "").replace(/\.json$/, "");
    if (!/^[0-9a-f]{32}$/.test(id) || now - modifiedAt.getTime() < dayMs) continue;
    if (await isKeyNamed(db, id)) continue;
    if (await files.delete(key)) swept++;
  }
  return swept;
}

/** Sweeps now and every six hours. @returns what ends it */
export function sweepRegularly(
  sweep: () => Promise<unknown>,
  log: (error: unknown) => void,
): () => void {
  const run = () => void sweep().catch(log);
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
