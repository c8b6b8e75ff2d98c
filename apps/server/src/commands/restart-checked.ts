/** Restarts a process; refused where its source file is lost, so that its results stay. */

import type { Database } from "@nihol/db/tables";
import { hasSource } from "@nihol/store/processes/has-source";
import { restartProcess } from "@nihol/store/processes/process-restart";
import type { Transaction } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { Problem } from "../http/problem.ts";
import type { Services } from "../http/services.ts";

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
