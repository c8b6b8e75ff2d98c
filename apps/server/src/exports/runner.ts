/** Makes exports, one at a time on each server. The rows are the queue, so what a killed server began is begun again. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Connection } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import type { Actor } from "../http/actor.ts";
import { outlastOutages, type Waiting } from "../http/outage.ts";
import {
  claimExport,
  completeExport,
  type ExportRowOf,
  failExport,
  releaseExport,
  updateBeats,
  updateProgress,
} from "./queries.ts";
import { type ExportOutcome, runExport } from "./run-export.ts";

const beatMs = 4_000;

export interface ExportRunner {
  /** There may be something to make. */
  wake: () => void;
  /** Ends one that is made here. */
  stop: (id: number) => void;
  /** Gives back the one that runs, and waits for it. The others wait for the next start. */
  close: () => Promise<void>;
}

interface Tools extends Waiting {
  db: Connection;
  files: FileStore;
  log: (error: unknown) => void;
}

/** Writes the file of one export and names it in its row. */
async function makeFile(row: ExportRowOf, tools: Tools, stop: AbortSignal): Promise<ExportOutcome> {
  const { db, files } = tools;
  const folder = await files.workFolder();
  const path = join(folder.dir, "file");
  let reported: Promise<unknown> = Promise.resolve();
  const onRows = (done: number, count: number) => {
    // How far it is may get lost in an outage; the end may not.
    reported = reported.then(() => updateProgress(db.sql, row.id, { done, count })).catch(() => {});
  };
  try {
    const outcome = await runExport({ ...jobOf(row), config: db.config, path }, onRows, stop);
    await reported;
    if ("problem" in outcome) return outcome;
    const key = `export/${row.id}-${randomUUID()}.${row.format}`;
    const { size } = await files.put(key, { moveFrom: path });
    const ended = { key, size, rows: outcome.rows };
    const isNamed = await outlastOutages(tools, () => completeExport(db.sql, row.id, ended));
    if (!isNamed) await files.delete(key);
    return outcome;
  } finally {
    await folder.remove();
  }
}

const jobOf = (row: ExportRowOf) => ({
  list: row.list,
  format: row.format,
  query: row.query,
  actor: row.actor as unknown as Actor,
  language: row.language,
  timeZone: row.time_zone,
});

export function exportRunner(tools: Tools): ExportRunner {
  const { db, log, closing } = tools;
  let current: { id: number; stop: AbortController } | undefined;
  let working: Promise<void> | undefined;
  let wakened = false;
  const beat = setInterval(() => {
    // An outage passes, and the row is still ours after it.
    if (current) updateBeats(db.sql, [current.id]).catch(() => {});
  }, beatMs);
  beat.unref();

  async function make(row: ExportRowOf) {
    const { id } = row;
    const stop = new AbortController();
    current = { id, stop };
    try {
      const outcome = await makeFile(row, tools, stop.signal);
      if (!("problem" in outcome)) return;
      // Deleted by its person: there is no row any more.
      if (stop.signal.aborted && !closing.aborted) return;
      if (closing.aborted) await releaseExport(db.sql, id, false);
      // Counted: what is asked for may be what ended the database.
      else if (outcome.problem === "database_away")
        await outlastOutages(tools, () => releaseExport(db.sql, id, true));
      else await outlastOutages(tools, () => failExport(db.sql, id, outcome.problem));
    } finally {
      current = undefined;
    }
  }

  async function work() {
    while (!closing.aborted) {
      wakened = false;
      const row = await outlastOutages(tools, () => claimExport(db.sql));
      if (row)
        await make(row).catch(async (error) => {
          if (closing.aborted) return;
          log(error);
          await outlastOutages(tools, () => failExport(db.sql, row.id, "server_error"));
        });
      else if (!wakened) return;
    }
  }

  function wake() {
    wakened = true;
    working ??= work()
      .catch((error) => {
        if (!closing.aborted) log(error);
      })
      .finally(() => {
        working = undefined;
      });
  }

  return {
    wake,
    stop(id) {
      if (current?.id === id) current.stop.abort();
    },
    async close() {
      clearInterval(beat);
      current?.stop.abort();
      await working;
    },
  };
}
