/** Rows that an act shows besides the case itself. */
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";

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

/** The organization of whoever opened a case; null where it has none, and where the case accuses it. */
export async function findIssuer(db: Db, violation: number) {
  const row = await db
    .selectFrom("violation as v")
    .innerJoin("user_account as u", "u.id", "v.created_by")
    .innerJoin("ministry as m", "m.id", "u.ministry_id")
    .leftJoin("planting_task as t", "t.id", "v.task_id")
    .where("v.id", "=", violation)
    .where(sql<SqlBool>`m.id is distinct from v.ministry_id and m.id is distinct from t.ministry_id
      and m.id is distinct from t.contractor_id`)
    .select("m.name")
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Where these files and their previews lie, by file. */
export async function listPreviews(db: Db, files: readonly number[]) {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom("attached_file")
    .where("id", "in", files)
    .where("preview_key", "is not", null)
    .select(["id", "preview_key", "file_key"])
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, preview_key: key, file_key }) =>
    key ? [{ id, key, original: file_key }] : [],
  );
}
