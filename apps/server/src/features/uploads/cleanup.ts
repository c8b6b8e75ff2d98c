/** Deletes abandoned uploads and files that no row names any more. */

import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import { uploadKeys } from "./upload-keys.ts";
import { deleteUpload, listForgotten } from "./upload-queries.ts";

const dayMs = 86_400_000;
/** A person may come back to a broken upload after a holiday of this length. */
const forgottenAfterDays = 14;
const everyMs = 6 * 3_600_000;

/**
 * Deletes uploads that were begun or never started as a process and left alone for two weeks, with their files, and
 * refused ones after a day. @returns how many files were deleted
 */
export async function deleteForgottenUploads(
  db: Db,
  files: FileStore,
  now = Date.now(),
): Promise<number> {
  let swept = 0;
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  const refusedBefore = daysAgo(limits.refusedUploads.days);
  for (const id of await listForgotten(db, daysAgo(forgottenAfterDays), refusedBefore)) {
    await deleteUpload(db, id);
    for (const key of Object.values(uploadKeys(id))) if (await files.delete(key)) swept++;
  }
  return swept;
}

/** Runs the task now and every six hours. @returns a function that ends it */
export function runRegularly(
  task: () => Promise<unknown>,
  log: (error: unknown) => void,
): () => void {
  const run = () => void task().catch(log);
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
