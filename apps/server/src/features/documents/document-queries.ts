import type {
  DocumentQuery,
  documentOrderings,
  ProgrammeDocument,
} from "@nihol/contract/documents";
import type { DocumentCategory } from "@nihol/contract/values/documents";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { rowCan } from "../../policies/rights.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage, textContains } from "../../shared/rows/names-sql.ts";

function documentRows(db: Db) {
  return db
    .selectFrom("document as d")
    .leftJoin("user_account as u", "u.id", "d.created_by")
    .selectAll("d")
    .select([
      sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as("created_by_name"),
      sql<number>`(select count(*) from attached_file f where f.document_id = d.id)`.as(
        "file_count",
      ),
    ]);
}
type DocumentRow = Awaited<ReturnType<ReturnType<typeof documentRows>["executeTakeFirstOrThrow"]>>;

/** Documents are the whole programme's: everybody who is signed in reads them. */
function toDocument(row: DocumentRow, actor: Actor): ProgrammeDocument {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    date: row.date,
    category: row.category,
    description: row.description,
    created_by: row.created_by_name,
    created_at: row.created_at.toISOString(),
    file_count: Number(row.file_count),
    can: rowCan(actor, "document"),
  };
}

const containing = (search: string) =>
  sql<SqlBool>`(${nameContains("d.name", search)} or
    ${textContains(sql`concat_ws(' ', d.number, d.description)`, search)})`;

const orderedBy = (column: (typeof documentOrderings)[number], language: Language) =>
  column === "name" ? nameInLanguage("d.name", language) : sql.ref(`d.${column}`);

/** Counted and paged documents. Those without a date stand last. */
export async function listDocuments(
  db: Db,
  actor: Actor,
  query: DocumentQuery,
  order: Order<(typeof documentOrderings)[number]>,
  language: Language,
) {
  let rows = documentRows(db);
  if (query.category) rows = rows.where("d.category", "=", query.category);
  if (query.from) rows = rows.where("d.date", ">=", query.from);
  if (query.to) rows = rows.where("d.date", "<=", query.to);
  if (query.search) rows = rows.where(containing(query.search));
  return countedRows(
    rows,
    rows
      .orderBy(orderedBy(order.column, language), (direction) =>
        order.direction === "asc" ? direction.asc().nullsLast() : direction.desc().nullsLast(),
      )
      .orderBy("d.id", "desc"),
    query,
    (row) => toDocument(row, actor),
  );
}

/** @throws {Problem} 404 */
export async function findDocument(db: Db, actor: Actor, id: number): Promise<ProgrammeDocument> {
  const row = await documentRows(db).where("d.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toDocument(row, actor);
}

/** The plain row; `forUpdate` locks it. @throws {Problem} 404 */
export async function holdDocument(db: Db, _actor: Actor, id: number, forUpdate = false) {
  const rows = db.selectFrom("document").where("id", "=", id).selectAll();
  const row = await (forUpdate ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

interface DocumentColumns {
  number?: string;
  date?: string | null;
  category?: DocumentCategory;
  description?: string;
}

export async function insertDocument(
  db: Db,
  actor: Actor,
  name: Names,
  columns: DocumentColumns & { category: DocumentCategory },
): Promise<number> {
  return (
    await db
      .insertInto("document")
      .values({ ...columns, name: json(name), created_by: actor.id })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateDocument(
  db: Db,
  id: number,
  { name, ...columns }: DocumentColumns & { name?: Names },
) {
  await db
    .updateTable("document")
    .set({ ...columns, ...(name && { name: json(name) }), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteDocument(db: Db, id: number) {
  await db.deleteFrom("document").where("id", "=", id).execute();
}
