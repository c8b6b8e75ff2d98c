/** Changes to the row of a process that several handlers make. */

import type { ProcessStep } from "@nihol/contract/values/imagery";
import { traceOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { type Selectable, sql } from "kysely";
import { isFinal, type Message, messageOfError } from "../child/end-message.ts";
import type { JobContext } from "../runner/job-context.ts";

export type ProcessRow = Selectable<Database["imagery_process"]>;

/** The process, when it is to be worked on in this run; with its row locked until the end of `trx`. */
export async function lockRunning(
  trx: Db,
  id: number,
  run: number,
): Promise<ProcessRow | undefined> {
  return trx
    .selectFrom("imagery_process")
    .selectAll()
    .where("id", "=", id)
    .where("run", "=", run)
    .where("status", "=", "in_progress")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Ends a running process as failed. Nothing happens when it was stopped or restarted meanwhile. */
async function failProcess(db: Db, id: number, run: number, message: Message): Promise<void> {
  await db
    .updateTable("imagery_process")
    .set({
      status: "failed",
      message: json(message),
      finished_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("status", "=", "in_progress")
    .execute();
}

/** Writes a step or the progress of the conversion, as long as the run goes on. */
export async function noteProgress(
  db: Db,
  id: number,
  run: number,
  change: { step?: ProcessStep; conversion?: number },
): Promise<void> {
  await db
    .updateTable("imagery_process")
    .set({ ...change, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("status", "=", "in_progress")
    .execute();
}

/**
 * Counts the blocks into the process's row, which must be locked. When all have ended and some
 * failed, the process has failed.
 * @returns whether all blocks are done.
 */
export async function sumBlocks(trx: Db, id: number): Promise<boolean> {
  const sums = await trx
    .selectFrom("imagery_block")
    .select(({ fn }) => [
      fn.countAll<number>().as("total"),
      fn.countAll<number>().filterWhere("status", "=", "done").as("done"),
      fn.countAll<number>().filterWhere("status", "=", "failed").as("failed"),
      fn
        .coalesce(fn.sum<number>("fragments").filterWhere("status", "=", "done"), sql<number>`0`)
        .as("fragments"),
      fn
        .coalesce(fn.sum<number>("trees").filterWhere("status", "=", "done"), sql<number>`0`)
        .as("trees"),
    ])
    .where("process_id", "=", id)
    .executeTakeFirstOrThrow();
  const { total, done, failed } = sums;
  const message = { code: "blocks_failed", params: { failed, total } };
  await trx
    .updateTable("imagery_process")
    .set({
      blocks_done: done,
      fragments_done: sums.fragments,
      tree_count: sums.trees,
      updated_at: sql`now()`,
      ...(failed > 0 && done + failed === total
        ? { status: "failed", message: json(message), finished_at: sql<Date>`now()` }
        : {}),
    })
    .where("id", "=", id)
    .execute();
  return done === total;
}

/** Tries before an error that says nothing to people ends the process. */
export const PROCESS_TRIES = 3;

/**
 * Ends the process with the reason, or lets the job be tried again.
 * @param ended aborted when the process was stopped or restarted meanwhile
 * @throws the error, where another try may help
 */
export async function settleError(
  error: unknown,
  row: ProcessRow,
  { services, signal, retries, isOutage }: JobContext,
  ended: AbortSignal,
): Promise<void> {
  if (ended.aborted) {
    services.reconcileSoon();
    return;
  }
  if (signal.aborted || isOutage(error)) throw error;
  if (!isFinal(error)) services.log(`process ${row.id}: ${traceOf(error)}`);
  if (!isFinal(error) && retries + 1 < PROCESS_TRIES) throw error;
  await failProcess(services.db.sql, row.id, row.run, messageOfError(error));
}
