/** Which server checks which upload: a lease in the row, renewed while the check waits or runs, free when it ran out. */
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";

type Db = Kysely<Database>;

const leaseSeconds = 20;
const renewMs = 7000;

/** When a lease that begins now runs out. */
export const leased = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`;

/** The checks that this server has taken upon itself. */
export interface CheckLeases {
  /** Holds the lease of an upload while `check` runs. */
  hold: (id: string, check: () => Promise<void>) => Promise<void>;
  /** Gives back what was not checked, for whoever comes next. */
  release: () => Promise<void>;
}

/** Takes uploads whose check nobody works on. @returns them, oldest first */
export async function takeFreeChecks(db: Db) {
  const rows = await db
    .updateTable("upload")
    .set({ check_until: leased })
    .where("status", "=", "checking")
    .where((eb) => eb.or([eb("check_until", "is", null), eb("check_until", "<", sql<Date>`now()`)]))
    .returning(["id", "file_name", "user_id", "created_at"])
    .execute();
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
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
  const write = (check_until: typeof leased | null) =>
    held.size === 0
      ? undefined
      : db
          .updateTable("upload")
          .set({ check_until })
          .where("id", "in", [...held])
          .where("status", "=", "checking")
          .execute();
  async function keep() {
    await write(leased);
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
      await write(null);
      held.clear();
    },
  };
}
