/** Exports of this server: one at a time, the others wait in the order in which they were asked for. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "@nihol/db/connection";
import type { FileStore } from "@nihol/db/file-store";
import type { ExportJob } from "../../exports/export-job.ts";
import { runExport } from "../../exports/run-export.ts";
import { completeExport, failExport, updateBeats, updateProgress } from "./queries.ts";

const beatMs = 4_000;
/** An export that says nothing for so long has lost its server. */
export const silentSeconds = 20;

interface Waiting {
  id: number;
  job: Omit<ExportJob, "config" | "path">;
  stop: AbortController;
}

export interface ExportRunner {
  start: (id: number, job: Waiting["job"]) => void;
  /** Ends it, whether it waits or runs. */
  stop: (id: number) => void;
  /** Ends all and waits for the one that runs. */
  close: () => Promise<void>;
}

export function exportRunner(
  db: Connection,
  files: FileStore,
  log: (error: unknown) => void,
): ExportRunner {
  const all = new Map<number, Waiting>();
  let last: Promise<void> = Promise.resolve();
  const beat = setInterval(() => void updateBeats(db.sql, [...all.keys()]).catch(log), beatMs);
  beat.unref();

  async function make({ id, job, stop }: Waiting) {
    if (stop.signal.aborted) return;
    // A folder of our own: nobody else on the machine reads what is being written.
    const folder = await mkdtemp(join(tmpdir(), "nihol-export-"));
    const path = join(folder, "file");
    let told: Promise<void> = updateProgress(db.sql, id, { done: 0 });
    const outcome = await runExport(
      { ...job, config: db.config, path },
      (done, count) => {
        told = told.then(() => updateProgress(db.sql, id, { done, count })).catch(log);
      },
      stop.signal,
    );
    try {
      await told;
      if ("problem" in outcome) return await failExport(db.sql, id, outcome.problem);
      const key = `export/${id}-${randomUUID()}.${job.format}`;
      const { size } = await files.put(key, { moveFrom: path });
      const wanted = await completeExport(db.sql, id, { key, size, rows: outcome.rows });
      if (!wanted) await files.delete(key);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    start(id, job) {
      const waiting: Waiting = { id, job, stop: new AbortController() };
      all.set(id, waiting);
      last = last
        .then(() => make(waiting))
        .catch(async (error) => {
          log(error);
          await failExport(db.sql, id, "server_error").catch(log);
        })
        .finally(() => all.delete(id));
    },
    stop: (id) => all.get(id)?.stop.abort(),
    async close() {
      clearInterval(beat);
      for (const { id, stop } of all.values()) {
        stop.abort();
        await failExport(db.sql, id, "interrupted").catch(log);
      }
      await last;
    },
  };
}
