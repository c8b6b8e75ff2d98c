/** Seals the audit log every few seconds and anchors it once a day. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { anchorsFile, writeDailyAnchor } from "@nihol/store/audit/audit-anchor";
import { sealAuditLog } from "@nihol/store/audit/audit-seal";

/** For so long a row can be altered without a trace; a query of an empty index each time. */
const everyMs = 10_000;

interface Tools {
  db: Connection;
  /** Where the anchors are written. */
  dataDir: string;
}

/** Begins. Several servers may: they take turns, and each anchors in its own data folder. @returns what ends it */
export function startAuditSealing(
  { db, dataDir }: Tools,
  log: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const file = join(dataDir, anchorsFile);
  let anchored = "";

  async function run() {
    await sealAuditLog(db.sql, signal);
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    if (signal.aborted || day === anchored) return;
    // On the first day the first rows come later than the start.
    if (await writeDailyAnchor(db.sql, file, now)) anchored = day;
  }

  /** An outage or a full disk must not end it for good. */
  async function runOn() {
    while (!signal.aborted) {
      await run().catch((error) => isDatabaseAway(error) || log(error));
      await wait(everyMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = runOn();
  return async () => {
    ending.abort();
    await running;
  };
}
