import type { Language } from "@nihol/contract/languages";
import type { Ministry } from "@nihol/contract/ministries";
import type { Names } from "@nihol/contract/names";
import type { PageQuery } from "@nihol/contract/paging";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import { type Actor, holds } from "../../http/actor.ts";
import { nameContains, nameInLanguage } from "../../http/names-sql.ts";
import { slice } from "../../http/paging.ts";

type Db = Kysely<Database>;

/** A person of a ministry sees their own. */
function visibleTo(actor: Actor) {
  return actor.ministryId === null ? sql<SqlBool>`true` : sql<SqlBool>`m.id = ${actor.ministryId}`;
}

/** Counted and paged ministries within the actor's reach. */
export async function listMinistries(
  db: Db,
  actor: Actor,
  query: PageQuery & { organization_type?: number },
  language: Language,
  direction: "asc" | "desc",
) {
  let rows = db
    .selectFrom("ministry as m")
    .leftJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where(visibleTo(actor));
  if (query.organization_type)
    rows = rows.where("m.organization_type_id", "=", query.organization_type);
  if (query.search) rows = rows.where(nameContains("m.name", query.search));
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const page = await rows
    .select(["m.id", "m.name", "o.id as type_id", "o.name as type_name"])
    .select([
      sql<number>`(select count(*) from garden g where g.ministry_id = m.id)`.as("garden_count"),
      sql<number>`(select count(*) from user_account u where u.ministry_id = m.id)`.as(
        "user_count",
      ),
    ])
    .orderBy(nameInLanguage("m.name", language), direction)
    .orderBy("m.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const can = {
    change: holds(actor, "ministry", "change"),
    delete: holds(actor, "ministry", "delete"),
  };
  const ministries: Ministry[] = page.map((row) => ({
    id: row.id,
    name: row.name as Names,
    organization_type:
      row.type_id === null ? null : { id: row.type_id, name: row.type_name as Names },
    garden_count: Number(row.garden_count),
    user_count: Number(row.user_count),
    can,
  }));
  return { count: Number(count), rows: ministries };
}
