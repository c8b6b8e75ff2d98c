/** Restarts a process; refused where its source file is lost, so that its results stay. */

import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { FileStore } from "@nihol/store/files/file-store";
import { restartProcess } from "@nihol/store/processes/process-restart";
import type { Transaction } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { Problem } from "../http/problem.ts";
import type { Services } from "../http/services.ts";

/** The prepared image, when the process has come so far that only its blocks are left. */
async function preparedKey(trx: Db, id: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom("whole_image as w")
    .innerJoin("imagery_block as b", "b.process_id", "w.process_id")
    .where("w.process_id", "=", id)
    .leftJoin("next_image as x", "x.process_id", "w.process_id")
    .select(({ fn }) => fn.coalesce("x.cog_key", "w.cog_key").as("cog_key"))
    .limit(1)
    .executeTakeFirst();
  return row?.cog_key;
}

/** Tells whether there is a file to work on: the prepared image where only blocks are left, else what was uploaded. */
async function hasSource(trx: Db, files: FileStore, id: number, which: "all" | "failed") {
  const prepared = which === "failed" ? await preparedKey(trx, id) : undefined;
  if (prepared && (await files.stat(prepared))) return true;
  const { file_key, source_id, fetched } = await trx
    .selectFrom("imagery_process")
    .where("id", "=", id)
    .select(["file_key", "source_id", "fetched"])
    .executeTakeFirstOrThrow();
  // A fetched image is asked for again, as long as its source is there.
  if (source_id !== null && fetched !== null) return true;
  return (await files.stat(file_key)) !== undefined;
}

/**
 * Restarts a process after `before`, in one transaction, once the file it needs is known to be there: trees that could not be
 * found again are kept.
 * @throws {Problem} 409 `process_running`; 409 `original_gone` when the file is lost, with nothing changed
 */
export async function restartChecked(
  { db, files, jobs }: Services,
  actor: Actor,
  { id, which, change }: { id: number; which: "all" | "failed"; change: Record<string, unknown> },
  before: (trx: Transaction<Database>) => Promise<void>,
) {
  const requests = await db.sql.transaction().execute(async (trx) => {
    await before(trx);
    if (!(await hasSource(trx, files, id, which))) throw new Problem(409, "original_gone");
    const sent = await restartProcess(trx, id, which);
    if (!sent) throw new Problem(409, "process_running");
    await insertAudit(trx, actor, { action: "restart", resource: "satelliteimagery", id, change });
    return sent;
  });
  await jobs.sendAll(requests);
}
