import type { Ministry, ministries } from "@nihol/contract/ministries";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { gardenPlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { managesMinistry, ministryVisibleTo } from "../../policies/ministries.ts";
import { may, rowCan } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

function ministryRows(db: Db, actor: Actor) {
  return db
    .selectFrom("ministry as m")
    .leftJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where(ministryVisibleTo(actor, "m.id"))
    .select(["m.id", "m.name", "o.id as type_id", "o.name as type_name"])
    .select([
      sql<number>`(select count(*) from garden g where g.ministry_id = m.id and ${visibleTo(actor, gardenPlace)})`.as(
        "garden_count",
      ),
      sql<number>`(select count(*) from user_account u where u.ministry_id = m.id)`.as(
        "user_count",
      ),
      sql<number>`(select count(*) from ministry_employee e where e.ministry_id = m.id)`.as(
        "employee_count",
      ),
    ]);
}
type MinistryRow = Awaited<ReturnType<ReturnType<typeof ministryRows>["executeTakeFirstOrThrow"]>>;

function toMinistry(row: MinistryRow, actor: Actor): Ministry {
  return {
    id: row.id,
    name: row.name,
    organization_type: referenceTo(row.type_id, row.type_name),
    garden_count: Number(row.garden_count),
    user_count: Number(row.user_count),
    employee_count: Number(row.employee_count),
    may_add_employees: managesMinistry(actor, row.id) && may(actor, "ministryemployee", "add"),
    can: rowCan(actor, "ministry", managesMinistry(actor, row.id), true),
  };
}

function orderedBy(column: OrderingOf<typeof ministries>, language: Language) {
  if (column === "name") return nameInLanguage("m.name", language);
  return column === "organization_type" ? nameInLanguage("o.name", language) : sql.ref(column);
}

/** Counted and paged ministries within the actor's scope. */
export async function listMinistries(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof ministries>,
  order: Order<OrderingOf<typeof ministries>>,
  language: Language,
) {
  let rows = ministryRows(db, actor);
  if (query.organization_type)
    rows = rows.where("m.organization_type_id", "=", query.organization_type);
  if (query.search) rows = rows.where(nameContains("m.name", query.search));
  const by = orderedBy(order.column, language);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "m.id",
    toRow: (row) => toMinistry(row, actor),
  });
}

/** Finds a ministry within the actor's scope. */
export async function findMinistry(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Ministry | undefined> {
  const row = await ministryRows(db, actor).where("m.id", "=", id).executeTakeFirst();
  return row && toMinistry(row, actor);
}

interface MinistryColumns {
  name?: Names;
  organization_type_id?: number | null;
}

export async function insertMinistry(db: Db, name: Names, typeId: number | null): Promise<number> {
  return (
    await db
      .insertInto("ministry")
      .values({ name: json(name), organization_type_id: typeId })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateMinistry(db: Db, id: number, { name, ...rest }: MinistryColumns) {
  await db
    .updateTable("ministry")
    .set({ ...rest, ...(name && { name: json(name) }), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Fails with a foreign key error while users, gardens, employees or tasks refer to it. */
export async function deleteMinistry(db: Db, id: number) {
  await db.deleteFrom("ministry").where("id", "=", id).execute();
}

export async function typeExists(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("organization_type")
    .where("id", "=", id)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
