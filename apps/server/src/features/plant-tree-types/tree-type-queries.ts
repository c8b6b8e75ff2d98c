import type { PlantTreeType, plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { rowCan } from "../../policies/rights.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage, textContains } from "../../shared/rows/names-sql.ts";

/** Types are the whole programme's; the tasks counted are those within the actor's scope. */
function typeRows(db: Db, actor: Actor) {
  return db
    .selectFrom("tree_type as y")
    .select(["y.id", "y.name", "y.latin_name"])
    .select(
      sql<number>`(select count(*) from planting_task t join garden g on g.id = t.garden_id
        where (t.id in (select task_id from planting_task_item where tree_type_id = y.id)
          or t.id in (select task_id from planting_report where tree_type_id = y.id))
        and ${tasksVisibleTo(actor)})`.as("task_count"),
    );
}
type TypeRow = Awaited<ReturnType<ReturnType<typeof typeRows>["executeTakeFirstOrThrow"]>>;

function toType(row: TypeRow, actor: Actor): PlantTreeType {
  return {
    id: row.id,
    name: row.name,
    latin_name: row.latin_name,
    task_count: Number(row.task_count),
    can: rowCan(actor, "planttreetype"),
  };
}

function orderedBy(column: OrderingOf<typeof plantTreeTypes>, language: Language) {
  if (column === "name") return nameInLanguage("y.name", language);
  return column === "latin_name" ? sql`lower(y.latin_name)` : sql.ref(column);
}

/** Counted and paged tree types; `search` covers the names and the latin name. */
export async function listTypes(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof plantTreeTypes>,
  order: Order<OrderingOf<typeof plantTreeTypes>>,
  language: Language,
) {
  let rows = typeRows(db, actor);
  if (query.search) {
    const latin = textContains(sql`y.latin_name`, query.search);
    rows = rows.where(sql<SqlBool>`(${nameContains("y.name", query.search)} or ${latin})`);
  }
  const by = orderedBy(order.column, language);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "y.id",
    toRow: (row) => toType(row, actor),
  });
}

export async function findType(
  db: Db,
  actor: Actor,
  id: number,
): Promise<PlantTreeType | undefined> {
  const row = await typeRows(db, actor).where("y.id", "=", id).executeTakeFirst();
  return row && toType(row, actor);
}

export async function insertType(db: Db, name: Names, latin_name: string): Promise<number> {
  return (
    await db
      .insertInto("tree_type")
      .values({ name: json(name), latin_name })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateType(
  db: Db,
  id: number,
  { name, latin_name }: { name?: Names; latin_name?: string },
) {
  await db
    .updateTable("tree_type")
    .set({ latin_name, ...(name && { name: json(name) }), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Fails with a foreign key error while tasks or reports are of this type. */
export async function deleteType(db: Db, id: number) {
  await db.deleteFrom("tree_type").where("id", "=", id).execute();
}
