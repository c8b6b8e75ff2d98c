/** The file that a run of a process works on. */
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "../files/file-store.ts";

/** The prepared image, when the process has come so far that only its blocks are left. */
async function preparedKey(trx: Db, id: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom("whole_image as w")
    .innerJoin("imagery_block as b", "b.process_id", "w.process_id")
    .where("w.process_id", "=", id)
    .leftJoin("next_image as x", "x.process_id", "w.process_id")
    .select(({ fn }) => fn.coalesce("x.cog_key", "w.cog_key").as("cog_key"))
    .limit(1)
    .executeTakeFirst();
  return row?.cog_key;
}

/** Tells whether there is a file to work on: the prepared image where only blocks are left, else what was uploaded. */
export async function hasSource(
  trx: Db,
  files: FileStore,
  id: number,
  which: "all" | "failed",
): Promise<boolean> {
  const prepared = which === "failed" ? await preparedKey(trx, id) : undefined;
  if (prepared && (await files.stat(prepared))) return true;
  const { file_key, source_id, fetched } = await trx
    .selectFrom("imagery_process")
    .where("id", "=", id)
    .select(["file_key", "source_id", "fetched"])
    .executeTakeFirstOrThrow();
  // A fetched image is asked for again, as long as its source is there.
  if (source_id !== null && fetched !== null) return true;
  return (await files.stat(file_key)) !== undefined;
}
