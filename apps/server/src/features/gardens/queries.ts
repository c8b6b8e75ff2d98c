/** Gardens within reach, each with its trees as tree_tally counts them. */
import type { Garden } from "@nihol/contract/gardens";
import type { Language } from "@nihol/contract/languages";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import { type Kysely, type OrderByModifiers, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { nameContains, nameInLanguage } from "../../http/names-sql.ts";
import { type Order, slice } from "../../http/paging.ts";
import { gardenPlace } from "../../http/tree-reach.ts";
import { visibleTo } from "../../http/visible-to.ts";
import { gardenOf } from "./garden-row.ts";

type Db = Kysely<Database>;

export interface GardenListQuery {
  page: number;
  page_size: number;
  search?: string;
  region?: number;
  district?: number;
  ministry?: number;
  boundary?: "0" | "1";
  bbox?: Bbox;
}

export type GardenOrdering = "name" | "area_m2" | "tree_count" | "created_at";

/** The trees of one garden `g`, as tree_tally counts them. */
const tally = sql<{ n: number; green: number; last_capture: string }>`lateral (
  select sum(n)::int as n, sum(green)::int as green, max(captured_on) as last_capture
  from tree_tally where garden_id = g.id)`;

/** Gardens that the actor sees. */
const visibleGardens = (db: Db, actor: Actor) =>
  db.selectFrom("garden as g").where(visibleTo(actor, gardenPlace));

/** The same, joined with what they refer to. */
const fullGardens = (db: Db, actor: Actor) =>
  visibleGardens(db, actor)
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .leftJoin("ministry as m", "m.id", "g.ministry_id")
    .leftJoin(tally.as("t"), (join) => join.onTrue());

const columns = [
  "g.id",
  "g.name",
  "g.bbox",
  "g.area_m2",
  "g.photo_key",
  "g.created_at",
  "g.region_id",
  "r.name as region_name",
  "g.district_id",
  "d.name as district_name",
  "g.ministry_id",
  "m.name as ministry_name",
  "t.n",
  "t.green",
  "t.last_capture",
] as const;

function filtered(db: Db, actor: Actor, query: GardenListQuery) {
  let rows = visibleGardens(db, actor);
  if (query.search) rows = rows.where(nameContains("g.name", query.search));
  if (query.region) rows = rows.where("g.region_id", "=", query.region);
  if (query.district) rows = rows.where("g.district_id", "=", query.district);
  if (query.ministry) rows = rows.where("g.ministry_id", "=", query.ministry);
  if (query.bbox) {
    const [west, south, east, north] = query.bbox;
    rows = rows
      .where(sql<number>`g.bbox[1]`, "<=", east)
      .where(sql<number>`g.bbox[3]`, ">=", west)
      .where(sql<number>`g.bbox[2]`, "<=", north)
      .where(sql<number>`g.bbox[4]`, ">=", south);
  }
  return rows;
}

/** In both parts of the page's query; trees are counted only where they decide the order. */
function orderExpression(column: GardenOrdering, language: Language) {
  if (column === "name") return nameInLanguage("g.name", language);
  if (column === "tree_count")
    return sql`coalesce((select sum(n) from tree_tally where garden_id = g.id), 0)`;
  return sql.ref(`g.${column}`);
}

/** One page of gardens and how many there are. Boundaries only when asked for: they are large. */
export async function listGardens(
  db: Db,
  actor: Actor,
  query: GardenListQuery,
  order: Order<GardenOrdering>,
  language: Language,
): Promise<{ count: number; rows: Garden[] }> {
  const found = filtered(db, actor, query);
  const { count } = await found
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const by = orderExpression(order.column, language);
  const nulls: OrderByModifiers = (direction) =>
    order.direction === "asc" ? direction.asc().nullsLast() : direction.desc().nullsLast();
  // First which rows, from an index where there is one; then all about these few.
  const page = found.select("g.id").orderBy(by, nulls).orderBy("g.id").limit(limit).offset(offset);
  const boundary = query.boundary === "1" ? sql<unknown>`g.boundary` : sql<unknown>`null`;
  const rows = await fullGardens(db, actor)
    .innerJoin(page.as("page"), "page.id", "g.id")
    .select(columns)
    .select(boundary.as("boundary"))
    .orderBy(by, nulls)
    .orderBy("g.id")
    .execute();
  return { count: Number(count), rows: rows.map((row) => gardenOf(actor, row)) };
}

/** One garden with its boundary, or undefined when there is none within reach. */
export async function findGarden(db: Db, actor: Actor, id: number): Promise<Garden | undefined> {
  const row = await fullGardens(db, actor)
    .where("g.id", "=", id)
    .select(columns)
    .select("g.boundary")
    .executeTakeFirst();
  return row && gardenOf(actor, row);
}

/** The stored photo's key; undefined without a photo or out of reach. */
export async function findGardenPhotoKey(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom("garden as g")
    .where(visibleTo(actor, gardenPlace))
    .where("g.id", "=", id)
    .select("g.photo_key")
    .executeTakeFirst();
  return row?.photo_key;
}
