/** Clears what killed programs have left in the file store: at the start, and now and then. */
import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "@nihol/db/database-away";
import { ownedFolders, reconcileFiles } from "@nihol/store/files/reconcile-files";
import type { Services } from "./http/services.ts";

const everyMs = 6 * 3_600_000;
/** Storing a file and writing its row lie seconds apart; a photo's or an image's check a minute at most. */
const youngMs = 3_600_000;
/** A worker whose server was killed ends within seconds; until then an image may get its row. */
const workerGraceMs = 60_000;

type Tools = Pick<Services, "db" | "files" | "isOnlyServer">;

/** What only servers write; images are the workers'. */
const serverFolders = ownedFolders.filter((folder) => folder !== "image");

/** Begins. @returns what ends it */
export function startReconciling(
  { db, files, isOnlyServer }: Tools,
  log: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const started = new Date();
  const young = () => new Date(Date.now() - youngMs);

  async function run() {
    // Where other servers write too, nobody knows whether a young file is about to get its row.
    if (isOnlyServer) {
      await reconcileFiles(db.sql, files, started, serverFolders);
      await wait(workerGraceMs, undefined, { signal });
      await reconcileFiles(db.sql, files, started);
    }
    for (;;) {
      await reconcileFiles(db.sql, files, young());
      await wait(everyMs, undefined, { signal });
    }
  }

  /** An outage or a full disk must not end it for good. */
  async function runOn() {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted) return;
        if (!isDatabaseAway(error)) log(error);
        await wait(workerGraceMs, undefined, { signal }).catch(() => {});
      }
    }
  }
  const running = runOn();
  return async () => {
    ending.abort();
    await running;
  };
}
