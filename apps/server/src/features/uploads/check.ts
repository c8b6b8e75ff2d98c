/** The door: what has arrived is read in a child process, and is ready or refused with the reason. */
import { setTimeout as wait } from "node:timers/promises";
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import {
  ImageRefused,
  inspectInChild,
  RenderBusy,
  RenderTimedOut,
} from "@nihol/vision/render-pool";
import type { Kysely } from "kysely";
import { listUnchecked, type StoredProblem, updateUpload } from "./queries.ts";

const againMs = 5000;

/** What a check works with; `closing` is aborted when the server ends, and what was being checked waits for the next start. */
export interface Door {
  db: Kysely<Database>;
  files: FileStore;
  closing: AbortSignal;
  log: (error: unknown) => void;
}

/** The reason that lies in the file; a crash over it is taken for damage. */
function problemOf(error: unknown): StoredProblem {
  if (error instanceof ImageRefused) return { code: error.code, params: error.params };
  if (error instanceof RenderTimedOut) return { code: "timed_out", params: {} };
  return { code: "damaged", params: {} };
}

/** Reads the file, waiting while the readers are busy. @throws the signal's reason when the server ends meanwhile */
async function inspect({ files, closing }: Door, key: string, fileName: string) {
  for (;;) {
    closing.throwIfAborted();
    try {
      return { facts: await inspectInChild(files.path(key), fileName) };
    } catch (error) {
      // The readers end with the server: that says nothing about the file.
      closing.throwIfAborted();
      if (!(error instanceof RenderBusy)) return { problem: problemOf(error) };
      await wait(againMs, undefined, { signal: closing });
    }
  }
}

/**
 * Reads one upload; its row says what came of it. A refused file is deleted: it is of no use to anybody. Never
 * rejects: what the server itself could not do stays to be checked at the next start.
 */
export async function checkUpload(door: Door, id: string, fileName: string): Promise<void> {
  const key = `upload/${id}`;
  try {
    const { facts, problem } = await inspect(door, key, fileName);
    await updateUpload(door.db, id, { status: facts ? "ready" : "refused", facts, problem });
    if (facts) return;
    await door.files.delete(key);
    await door.files.delete(`${key}.json`);
  } catch (error) {
    if (!door.closing.aborted) door.log(error);
  }
}

/** Goes on with what a stopped server left at the door. */
export async function checkLeftUploads(door: Door): Promise<void> {
  for (const { id, file_name } of await listUnchecked(door.db))
    await checkUpload(door, id, file_name);
}
