/** Views of lists within the actor's scope: their own, and those shared with them. */

import type {
  SavedView,
  savedViewCreate,
  savedViewPatch,
} from "@nihol/contract/people/saved-views";
import type { ExportList } from "@nihol/contract/values/exports";
import type { Language } from "@nihol/contract/values/languages";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { viewCan, viewVisibleTo } from "../../policies/saved-views.ts";
import { inOrderOf } from "../../shared/rows/names-sql.ts";

type Created = z.output<(typeof savedViewCreate)["body"]>;
type Patched = z.output<(typeof savedViewPatch)["body"]>;

const viewRows = (db: Db, actor: Actor) =>
  db
    .selectFrom("saved_view as v")
    .innerJoin("user_account as u", "u.id", "v.user_id")
    .where(viewVisibleTo(actor))
    .select(["v.id", "v.list", "v.name", "v.query", "v.columns", "v.is_shared", "v.user_id"])
    .select(sql<string>`concat_ws(' ', u.first_name, u.last_name)`.as("author"));
type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>["executeTakeFirstOrThrow"]>>;

const toView = ({ user_id, ...row }: ViewRow, actor: Actor): SavedView => ({
  ...row,
  is_own: user_id === actor.id,
  can: viewCan(actor, { user_id, is_shared: row.is_shared }),
});

/** The actor's own first, then others', by their names. */
export async function listViews(
  db: Db,
  actor: Actor,
  list: ExportList,
  language: Language,
): Promise<SavedView[]> {
  const rows = await viewRows(db, actor)
    .where("v.list", "=", list)
    .orderBy(sql`v.user_id <> ${actor.id}`)
    .orderBy(inOrderOf(sql`v.name`, language))
    .orderBy("v.id")
    .execute();
  return rows.map((row) => toView(row, actor));
}

export async function getView(db: Db, actor: Actor, id: number): Promise<SavedView> {
  const row = await viewRows(db, actor).where("v.id", "=", id).executeTakeFirstOrThrow();
  return toView(row, actor);
}

/** Locks the row against other writers; undefined for one that the actor does not see. */
export const lockView = (db: Db, actor: Actor, id: number) =>
  viewRows(db, actor).where("v.id", "=", id).forUpdate("v").executeTakeFirst();

/**
 * Locks the row of the actor's account until the transaction ends, so that two views made at once are counted one after
 * the other. @returns how many they have of a list
 */
export async function lockAndCountOwnViews(
  db: Db,
  actor: Actor,
  list: ExportList,
): Promise<number> {
  await db
    .selectFrom("user_account")
    .where("id", "=", actor.id)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom("saved_view")
    .where("user_id", "=", actor.id)
    .where("list", "=", list)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Says whether the actor has another view of the list under that name, in upper or lower case. */
export async function isNameTaken(
  db: Db,
  actor: Actor,
  { list, name }: { list: ExportList; name: string },
  exceptId = 0,
): Promise<boolean> {
  const row = await db
    .selectFrom("saved_view")
    .where("user_id", "=", actor.id)
    .where("list", "=", list)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where("id", "<>", exceptId)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertView(db: Db, actor: Actor, view: Created): Promise<number> {
  const { query, columns, ...rest } = view;
  const { id } = await db
    .insertInto("saved_view")
    .values({ ...rest, user_id: actor.id, query: json(query), columns: json(columns) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the fields that are given; those left out stay as they are. */
export async function updateView(db: Db, id: number, { query, columns, ...rest }: Patched) {
  await db
    .updateTable("saved_view")
    .set({
      ...rest,
      ...(query && { query: json(query) }),
      ...(columns && { columns: json(columns) }),
      changed_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

export async function deleteView(db: Db, id: number) {
  await db.deleteFrom("saved_view").where("id", "=", id).execute();
}
