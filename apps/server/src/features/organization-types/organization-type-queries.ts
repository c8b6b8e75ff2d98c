import type { OrganizationType, organizationTypes } from "@nihol/contract/ministries";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { ministryVisibleTo } from "../../policies/ministries.ts";
import { rowCan } from "../../policies/rights.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";

/** Types are the whole programme's; the organizations counted are those within the actor's scope. */
function typeRows(db: Db, actor: Actor) {
  return db
    .selectFrom("organization_type as o")
    .select(["o.id", "o.name", "o.contractor"])
    .select(
      sql<number>`(select count(*) from ministry m where m.organization_type_id = o.id and ${ministryVisibleTo(actor, "m.id")})`.as(
        "ministry_count",
      ),
    );
}
type TypeRow = Awaited<ReturnType<ReturnType<typeof typeRows>["executeTakeFirstOrThrow"]>>;

function toType(row: TypeRow, actor: Actor): OrganizationType {
  return {
    id: row.id,
    name: row.name,
    contractor: row.contractor,
    ministry_count: Number(row.ministry_count),
    can: rowCan(actor, "organizationtype"),
  };
}

/** Counted and paged organization types. */
export async function listTypes(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof organizationTypes>,
  order: Order<OrderingOf<typeof organizationTypes>>,
  language: Language,
) {
  let rows = typeRows(db, actor);
  if (query.search) rows = rows.where(nameContains("o.name", query.search));
  const by = order.column === "name" ? nameInLanguage("o.name", language) : sql.ref(order.column);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "o.id",
    toRow: (row) => toType(row, actor),
  });
}

export async function findType(
  db: Db,
  actor: Actor,
  id: number,
): Promise<OrganizationType | undefined> {
  const row = await typeRows(db, actor).where("o.id", "=", id).executeTakeFirst();
  return row && toType(row, actor);
}

interface TypeColumns {
  name?: Names;
  contractor?: boolean;
}

export async function insertType(db: Db, name: Names, contractor: boolean): Promise<number> {
  return (
    await db
      .insertInto("organization_type")
      .values({ name: json(name), contractor })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateType(db: Db, id: number, { name, contractor }: TypeColumns) {
  await db
    .updateTable("organization_type")
    .set({ contractor, ...(name && { name: json(name) }), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Fails with a foreign key error while organizations are of this type. */
export async function deleteType(db: Db, id: number) {
  await db.deleteFrom("organization_type").where("id", "=", id).execute();
}
