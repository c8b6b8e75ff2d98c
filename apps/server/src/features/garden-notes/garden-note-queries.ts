/** Notes on the gardens within the actor's scope. */

import type { GardenNote, gardenNotes } from "@nihol/contract/garden-notes";
import type { CreateOf, ListQueryOf, OrderingOf, PatchOf } from "@nihol/contract/resource";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { gardenPlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { noteCan } from "../../policies/garden-notes.ts";
import { visibleTo } from "../../policies/scope.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { nameInLanguage, textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

type Notes = typeof gardenNotes;

const noteRows = (db: Db, actor: Actor) =>
  db
    .selectFrom("garden_note as n")
    .innerJoin("garden as g", "g.id", "n.garden_id")
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .where(visibleTo(actor, gardenPlace))
    .selectAll("n")
    .select([
      "g.name as garden_name",
      "g.region_id",
      "r.name as region_name",
      "g.district_id",
      "d.name as district_name",
    ]);
type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>["executeTakeFirstOrThrow"]>>;

function toNote(row: NoteRow, actor: Actor): GardenNote {
  return {
    id: row.id,
    garden: { id: row.garden_id, name: row.garden_name },
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    observed_on: row.observed_on,
    kind: row.kind,
    text: row.text,
    author: row.author,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at?.toISOString() ?? null,
    can: noteCan(actor, row),
  };
}

function filtered(db: Db, actor: Actor, query: ListQueryOf<Notes>) {
  let rows = noteRows(db, actor);
  if (query.garden) rows = rows.where("n.garden_id", "=", query.garden);
  if (query.region) rows = rows.where("g.region_id", "=", query.region);
  if (query.district) rows = rows.where("g.district_id", "=", query.district);
  if (query.kind) rows = rows.where("n.kind", "=", query.kind);
  if (query.from) rows = rows.where("n.observed_on", ">=", query.from);
  if (query.to) rows = rows.where("n.observed_on", "<=", query.to);
  if (query.search)
    rows = rows.where(textContains(sql`concat_ws(' ', n.text, n.author)`, query.search));
  return rows;
}

const orderedBy = (column: OrderingOf<Notes>, language: Language) =>
  column === "garden" ? nameInLanguage("g.name", language) : sql.ref(`n.${column}`);

/** Counted and paged notes; of one day the newest first. */
export async function listNotes(
  db: Db,
  actor: Actor,
  query: ListQueryOf<Notes>,
  order: Order<OrderingOf<Notes>>,
  language: Language,
) {
  const rows = filtered(db, actor, query);
  return countedRows(
    rows,
    rows.orderBy(orderedBy(order.column, language), order.direction).orderBy("n.id", "desc"),
    query,
    (row) => toNote(row, actor),
  );
}

/** Finds a note; undefined where it is not there or its garden is beyond the actor's scope. */
export async function findNote(db: Db, actor: Actor, id: number): Promise<GardenNote | undefined> {
  const row = await noteRows(db, actor).where("n.id", "=", id).executeTakeFirst();
  return row && toNote(row, actor);
}

/** Locks a note's row against other writers; undefined beyond the actor's scope. */
export const lockNote = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("garden_note as n")
    .innerJoin("garden as g", "g.id", "n.garden_id")
    .where("n.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .selectAll("n")
    .forUpdate("n")
    .executeTakeFirst();

/** Locks the garden against its deletion; undefined beyond the actor's scope. */
export const holdGarden = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.id")
    .forKeyShare()
    .executeTakeFirst();

export async function insertNote(
  db: Db,
  actor: Actor,
  { garden, ...columns }: CreateOf<Notes>,
): Promise<number> {
  const { id } = await db
    .insertInto("garden_note")
    .values({ ...columns, garden_id: garden, created_by: actor.id, author: authorName(actor) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the columns that are given; those left out stay as they are. */
export async function updateNote(db: Db, id: number, columns: PatchOf<Notes>) {
  await db
    .updateTable("garden_note")
    .set({ ...columns, changed_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteNote(db: Db, id: number) {
  await db.deleteFrom("garden_note").where("id", "=", id).execute();
}
