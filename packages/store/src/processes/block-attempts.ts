/** The log of a block: one row an attempt, by which people see who tried it, when, and why it failed. */

import { hostname } from "node:os";
import type { StoredProblem } from "@nihol/contract/values/errors";
import type { attemptOutcomes } from "@nihol/contract/values/imagery";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";

type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Name of this worker in the log: the machine and the process. */
const thisWorker = `${hostname()} · ${process.pid}`;

interface Ended {
  outcome: AttemptOutcome;
  message?: StoredProblem | undefined;
  trees?: number;
}

/** Writes down that a block is begun. An attempt that is open still is of a worker that died. */
export async function beginAttempt(db: Db, processId: number, block: number): Promise<void> {
  await endAttempt(db, processId, block, { outcome: "died" });
  await db
    .insertInto("block_attempt")
    .values({ process_id: processId, block, worker: thisWorker })
    .execute();
}

/** Ends the open attempt at a block; nothing where there is none. */
export async function endAttempt(
  db: Db,
  processId: number,
  block: number,
  ended: Ended,
): Promise<void> {
  await updateOpenAttempts(db, processId, ended).where("block", "=", block).execute();
}

/** Ends all open attempts of a process. */
export async function endAttempts(db: Db, processId: number, ended: Ended): Promise<void> {
  await updateOpenAttempts(db, processId, ended).execute();
}

const updateOpenAttempts = (db: Db, processId: number, { outcome, message, trees }: Ended) =>
  db
    .updateTable("block_attempt")
    .set({
      // Not the beginning of the transaction: durations are read from it.
      ended_at: sql<Date>`clock_timestamp()`,
      outcome,
      message: message ? json(message) : null,
      trees: trees ?? null,
    })
    .where("process_id", "=", processId)
    .where("ended_at", "is", null);
