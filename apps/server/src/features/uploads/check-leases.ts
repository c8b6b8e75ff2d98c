/** Leases by which servers share checks of uploads: in the row, renewed while the check waits or runs, free when run out. */
import type { Db } from "@nihol/db/connection";
import { renewChecks } from "./upload-queries.ts";

/** Milliseconds between renewals: two may be missed before a lease of 20 s (`leaseSeconds`) runs out. */
const renewMs = 7000;

/** Checks that this server does: their leases, held and given back. */
export interface CheckLeases {
  /** Holds the lease of an upload while `check` runs. */
  hold: (id: string, check: () => Promise<void>) => Promise<void>;
  /** Frees the leases of checks that were not ended, so that another server takes them at once. */
  release: () => Promise<void>;
}

/**
 * Begins to keep leases, and looks for free ones now and then.
 * @param takeFree called at once and every few seconds, for uploads whose server was killed
 */
export function keepLeases(
  db: Db,
  takeFree: () => Promise<void>,
  { closing, log }: { closing: AbortSignal; log: (error: unknown) => void },
): CheckLeases {
  const held = new Set<string>();
  // Once the server ends, its database may be closed under a look that has just begun.
  const logFailure = (error: unknown) => {
    if (!closing.aborted) log(error);
  };
  async function keep() {
    await renewChecks(db, [...held], "taken");
    if (!closing.aborted) await takeFree();
  }
  // Deferred: the caller has the leases in hand before `takeFree` wants to hold one.
  setImmediate(() => void takeFree().catch(logFailure));
  const timer = setInterval(() => void keep().catch(logFailure), renewMs);
  timer.unref();
  closing.addEventListener("abort", () => clearInterval(timer), { once: true });
  return {
    async hold(id, check) {
      held.add(id);
      try {
        await check();
      } finally {
        // A check that the server's end has cut off stays held, so that `release` frees it.
        if (!closing.aborted) held.delete(id);
      }
    },
    async release() {
      await renewChecks(db, [...held], "free");
      held.clear();
    },
  };
}
