/** What an act shows besides the case itself. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

type Db = Kysely<Database>;

/** The outline of a garden; null where it has none. */
export async function findBoundary(db: Db, garden: number | undefined) {
  if (garden === undefined) return null;
  const row = await db
    .selectFrom("garden")
    .where("id", "=", garden)
    .select("boundary")
    .executeTakeFirst();
  return row?.boundary ?? null;
}

/** Where the previews of these files lie, by file. */
export async function listPreviews(db: Db, files: readonly number[]) {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom("attached_file")
    .where("id", "in", files)
    .where("preview_key", "is not", null)
    .select(["id", "preview_key"])
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, preview_key: key }) => (key ? [{ id, key }] : []));
}
