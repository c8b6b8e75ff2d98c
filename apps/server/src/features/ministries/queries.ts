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

const counts = [
  sql<number>`(select count(*) from garden g where g.ministry_id = m.id)`.as("garden_count"),
  sql<number>`(select count(*) from user_account u where u.ministry_id = m.id)`.as("user_count"),
];

function ministryRows(db: Db, actor: Actor) {
  return db
    .selectFrom("ministry as m")
    .leftJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where(visibleTo(actor))
    .select(["m.id", "m.name", "o.id as type_id", "o.name as type_name"])
    .select(counts);
}
type MinistryRow = Awaited<ReturnType<ReturnType<typeof ministryRows>["executeTakeFirstOrThrow"]>>;

function toMinistry(row: MinistryRow, actor: Actor): Ministry {
  return {
    id: row.id,
    name: row.name as Names,
    organization_type:
      row.type_id === null ? null : { id: row.type_id, name: row.type_name as Names },
    garden_count: Number(row.garden_count),
    user_count: Number(row.user_count),
    can: {
      change: holds(actor, "ministry", "change"),
      delete: holds(actor, "ministry", "delete"),
    },
  };
}

/** Counted and paged ministries within the actor's reach. */
export async function listMinistries(
  db: Db,
  actor: Actor,
  query: PageQuery & { organization_type?: number },
  language: Language,
  direction: "asc" | "desc",
) {
  let rows = ministryRows(db, actor);
  if (query.organization_type)
    rows = rows.where("m.organization_type_id", "=", query.organization_type);
  if (query.search) rows = rows.where(nameContains("m.name", query.search));
  const { count } = await rows
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const page = await rows
    .orderBy(nameInLanguage("m.name", language), direction)
    .orderBy("m.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), rows: page.map((row) => toMinistry(row, actor)) };
}

/** One ministry within the actor's reach. */
export async function findMinistry(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Ministry | undefined> {
  const row = await ministryRows(db, actor).where("m.id", "=", id).executeTakeFirst();
  return row && toMinistry(row, actor);
}
