/** Actions of administrators on jobs, workers and backups; each is a line of the audit log. */
import type { JobRow } from "@nihol/contract/operations";
import type { Db } from "@nihol/db/connection";
import { failBackup, orderBackup } from "@nihol/store/backup/backup-runs";
import { listSchedules } from "@nihol/store/backup/backup-state";
import { failExport } from "@nihol/store/exports/export-rows";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { setDraining } from "@nihol/store/jobs/worker-beats";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { hastenJob, lockJob, removeJob } from "./job-queries.ts";

const auditOf = ({ id, queue, data }: JobRow) => ({
  resource: "job" as const,
  id,
  change: { queue, ...data },
});

/** @throws {Problem} 404 for one that is gone, 409 for one that waits its turn or is being done */
export async function retryJob(db: Db, jobs: JobQueue, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await lockJob(trx, id);
    if (!found) throw notFound();
    const { job, priority } = found;
    if (!job.is_retriable) throw new Problem(409, "conflict");
    if (job.state === "failed") {
      // As a new one: while an equal job waits already, the queue takes no second.
      await removeJob(trx, id);
      await jobs.sendIn(trx, { name: job.queue, data: job.data, options: { priority } });
    } else await hastenJob(trx, id);
    await insertAudit(trx, actor, { action: "restart", ...auditOf(job) });
  });
}

/** @throws {Problem} 404 for one that is gone, 409 for one that its rows would order again */
export async function cancelJob(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await lockJob(trx, id);
    if (!found) throw notFound();
    const { job } = found;
    if (!job.is_cancellable) throw new Problem(409, "job_comes_again");
    await removeJob(trx, id);
    if (job.state !== "failed" && typeof job.data.export === "number")
      await failExport(trx, job.data.export, "interrupted");
    if (job.state !== "failed" && typeof job.data.backup === "number")
      await failBackup(trx, { id: job.data.backup, reason: "cancelled", problem: null });
    await insertAudit(trx, actor, { action: "stop", ...auditOf(job) });
  });
}

/** @throws {Problem} 404 for a worker that is gone */
export async function drainWorker(
  db: Db,
  actor: Actor,
  id: string,
  isDraining: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await setDraining(trx, id, isDraining))) throw notFound();
    const change = { is_draining: isDraining };
    await insertAudit(trx, actor, { action: "state", resource: "worker", id, change });
  });
}

/** @returns the backup's id @throws {Problem} 409 where no machine has a folder for backups */
export async function backUpNow(db: Db, actor: Actor): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if ((await listSchedules(trx)).length === 0)
      throw new Problem(409, "backup_off", { setting: "NIHOL_BACKUP_DIR" });
    const id = await orderBackup(trx, actor.id);
    await insertAudit(trx, actor, { action: "add", resource: "backup", id });
    return id;
  });
}
