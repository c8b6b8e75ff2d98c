/** The door: what has arrived is read in a child process, and is ready or refused with the reason. */
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import { inspectInChild } from "@nihol/vision/render-pool";
import type { Kysely } from "kysely";
import { listUnchecked, updateUpload } from "./queries.ts";

type Db = Kysely<Database>;

interface Refusal {
  code: string;
  params?: Record<string, string | number>;
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof (error as Refusal)?.code === "string" && /^[a-z_]+$/.test((error as Refusal).code);

/** Reads one upload; whatever happens, its row says so. A refused file is deleted: it is of no use to anybody. */
export async function checkUpload(db: Db, files: FileStore, id: string, fileName: string) {
  const key = `upload/${id}`;
  try {
    const facts = await inspectInChild(files.path(key), fileName);
    await updateUpload(db, id, { status: "ready", facts });
  } catch (error) {
    const problem = isRefusal(error)
      ? { code: error.code, params: error.params ?? {} }
      : { code: "damaged", params: {} };
    await updateUpload(db, id, { status: "refused", problem });
    await files.delete(key);
    await files.delete(`${key}.json`);
  }
}

/** Goes on with what a stopped server left at the door. */
export async function checkLeftUploads(db: Db, files: FileStore) {
  for (const { id, file_name } of await listUnchecked(db))
    await checkUpload(db, files, id, file_name);
}
