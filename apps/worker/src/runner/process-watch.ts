/**
 * Ends work on processes that were stopped, restarted or deleted: the row holds the state, so
 * stopping a process only writes the row, on any machine.
 */
import type { Db } from "@nihol/db/connection";

/** The process is no longer to be worked on in this run. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
}

/** Signal for work on a process: `release` it when the work has ended. */
interface Follower {
  signal: AbortSignal;
  release: () => void;
}

export interface ProcessWatch {
  /** The signal aborts within about a second of the row's leaving `in_progress` or this run. */
  follow: (processId: number, run: number) => Follower;
  close: () => void;
}

interface Followed {
  processId: number;
  run: number;
  controller: AbortController;
}

const EVERY_MS = 1000;

/** Polls the rows of all followed processes once a second, in one query. */
export function watchProcesses(db: Db): ProcessWatch {
  const followed = new Set<Followed>();
  let polling = false;
  const poll = async () => {
    if (polling || followed.size === 0) return;
    polling = true;
    try {
      await endStale(db, [...followed]);
    } catch {
      // The database is away for a moment: the work goes on; what writes its result checks the run number again.
    } finally {
      polling = false;
    }
  };
  const timer = setInterval(poll, EVERY_MS);
  return {
    follow(processId, run) {
      const one = { processId, run, controller: new AbortController() };
      followed.add(one);
      return { signal: one.controller.signal, release: () => followed.delete(one) };
    },
    close: () => clearInterval(timer),
  };
}

async function endStale(db: Db, followed: Followed[]): Promise<void> {
  const ids = [...new Set(followed.map(({ processId }) => processId))];
  const rows = await db
    .selectFrom("imagery_process")
    .select(["id", "run"])
    .where("id", "in", ids)
    .where("status", "=", "in_progress")
    .execute();
  const runs = new Map(rows.map(({ id, run }) => [id, run]));
  for (const { processId, run, controller } of followed)
    if (runs.get(processId) !== run) controller.abort(new ProcessEnded("the process has ended"));
}
