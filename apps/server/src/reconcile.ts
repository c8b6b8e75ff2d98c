/** Moves to the trash what killed programs have left in the file store, and empties the trash after its days. */
import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "@nihol/db/database-away";
import { isOwnFolder } from "@nihol/store/files/folder-claim";
import { type OwnedFolder, reconcileFiles, returnNamed } from "@nihol/store/files/reconcile-files";
import type { Services } from "./http/services.ts";

const everyMs = 6 * 3_600_000;
/** Noting a file and writing its row lie seconds apart; a photo's or an image's check a minute at most. */
const youngMs = 3_600_000;
/** A worker whose server was killed ends within seconds; until then an image may get its row. */
const workerGraceMs = 60_000;
const dayMs = 86_400_000;

/** Folders that only servers write; the others are the workers' too. */
const serverFolders = ["attachment", "export", "photo"] as const;

type Tools = Pick<Services, "db" | "files" | "isOnlyServer"> & {
  /** Days that a file lies in the trash. */
  trashDays: number;
};

/** Where each step that moves or deletes files is noted: the server's log. */
interface ReconcileLog {
  info: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
}

/** Passes once. Files whose folder another database has adopted since are nobody's here: nothing is touched. */
async function reconcileOnce(
  { db, files, trashDays }: Tools,
  before: Date,
  log: ReconcileLog,
  folders?: readonly OwnedFolder[],
) {
  if (!(await isOwnFolder(db.sql, files))) {
    log.warn({}, "files: the folder belongs to another database now; nothing is moved or deleted");
    return;
  }
  const returned = await returnNamed(db.sql, files);
  if (returned.length > 0)
    log.warn({ count: returned.length, keys: returned.slice(0, 20) }, "files: back from the trash");
  const { moved, waiting } = await reconcileFiles(db.sql, files, before, folders && { folders });
  if (moved.length > 0)
    log.info({ count: moved.length, keys: moved.slice(0, 20) }, "files: moved to the trash");
  if (waiting > 0)
    log.warn(
      { count: waiting },
      "files: too many to move to the trash unasked; look at them with: npm run nihol -- files tidy",
    );
  const purged = await files.trash.purgeOldest(new Date(Date.now() - trashDays * dayMs));
  if (purged) log.info(purged, "files: a day of the trash was deleted for good");
}

/** Begins. @returns what ends it */
export function startReconciling(tools: Tools, log: ReconcileLog): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const started = new Date();
  const young = () => new Date(Date.now() - youngMs);

  async function run() {
    // Where other servers write too, nobody knows whether a young file is about to get its row.
    if (tools.isOnlyServer) {
      await reconcileOnce(tools, started, log, serverFolders);
      await wait(workerGraceMs, undefined, { signal });
      await reconcileOnce(tools, started, log);
    }
    for (;;) {
      await reconcileOnce(tools, young(), log);
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
        if (!isDatabaseAway(error)) log.warn({ err: error }, "files");
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
