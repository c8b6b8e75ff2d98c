/** Leases by which servers share checks of uploads: in the row, renewed while the check waits or runs, free when run out. */
import type { Db } from "@nihol/db/connection";
import { renewChecks } from "./upload-queries.ts";

const renewMs = 7000;

/** The checks that this server has taken upon itself. */
export interface CheckLeases {
  /** Holds the lease of an upload while `check` runs. */
  hold: (id: string, check: () => Promise<void>) => Promise<void>;
  /** Gives back what was not checked, for whoever comes next. */
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
  async function keep() {
    await renewChecks(db, [...held], "taken");
    if (!closing.aborted) await takeFree();
  }
  // After the caller has what it is kept for.
  setImmediate(() => void takeFree().catch(log));
  const timer = setInterval(() => void keep().catch(log), renewMs);
  timer.unref();
  closing.addEventListener("abort", () => clearInterval(timer), { once: true });
  return {
    async hold(id, check) {
      held.add(id);
      try {
        await check();
      } finally {
        // Cut off by the server's end it stays, for `release`.
        if (!closing.aborted) held.delete(id);
      }
    },
    async release() {
      await renewChecks(db, [...held], "free");
      held.clear();
    },
  };
}
