/** Lock on an upload among all servers: a lease in its row, beside tus's own among the calls of this process. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "@nihol/db/connection";
import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from "@tus/server";
import { releaseWriter, renewWriter, takeWriter } from "./upload-writer-queries.ts";

/** Milliseconds between renewals: two may be missed before a lease runs out. */
const renewMs = 2000;
const askAgainMs = 300;
/** Milliseconds that a call waits, as tus has it within one process. */
const timeoutMs = 30_000;

/** @throws ERR_LOCK_TIMEOUT of tus where whoever has it does not let go */
async function takeInTime(db: Db, id: string, writer: string, signal: AbortSignal) {
  const end = Date.now() + timeoutMs;
  while (!(await takeWriter(db, id, writer))) {
    if (signal.aborted || Date.now() > end) throw ERRORS.ERR_LOCK_TIMEOUT;
    await wait(askAgainMs);
  }
}

/**
 * Locks of uploads for tus. A call that another one, of whichever server, wants to follow is asked to end: a browser that
 * lost its line goes on before the old line is noticed to be dead.
 */
export function uploadLocker(db: Db): Locker {
  const within = new MemoryLocker();
  function newLock(id: string): Lock {
    const inner = within.newLock(id);
    const writer = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    /** An outage of the database ends no call: its lease may run out, and whoever follows is noticed afterwards. */
    const keep = (release: RequestRelease) =>
      void renewWriter(db, id, writer)
        .then((isWanted) => (isWanted ? release() : undefined))
        .catch(() => undefined);
    return {
      async lock(signal, release) {
        await inner.lock(signal, release);
        try {
          await takeInTime(db, id, writer, signal);
        } catch (error) {
          await inner.unlock();
          throw error;
        }
        timer = setInterval(keep, renewMs, release);
      },
      async unlock() {
        clearInterval(timer);
        await releaseWriter(db, id, writer).catch(() => undefined);
        await inner.unlock();
      },
    };
  }
  return { newLock };
}
