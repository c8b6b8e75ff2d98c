/** Gardens within the actor's scope, each with its trees as tree_tally counts them and with what of it was seen. */

import { type Garden, type GardenPoints, gardenFields } from "@nihol/contract/gardens";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { givenByOthers } from "@nihol/store/processes/given-by";
import { estimatedTrees } from "@nihol/store/trees/image-range";
import { countsInPeriod, type Period } from "@nihol/store/trees/tree-period";
import { type OrderByModifiers, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { visibleTo } from "../../policies/scope.ts";
import { allOf } from "../../shared/rows/all-of.ts";
import { countRows } from "../../shared/rows/count-rows.ts";
import { fieldColumns } from "../../shared/rows/field-columns.ts";
import { mapPoints } from "../../shared/rows/map-points.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";
import { countOnce, onPage, type PagedQuery, pageRows } from "../../shared/rows/page-rows.ts";
import { gardenOf } from "./garden-row.ts";
import { gardenOutcomes, isAsked, outcomeOrders } from "./outcomes.ts";

interface GardenListQuery extends PagedQuery {
  search?: string;
  /** These alone. */
  ids?: number[];
  region?: number;
  district?: number;
  ministry?: number;
  boundary?: "0" | "1";
  bbox?: Bbox;
  lost?: boolean;
  survival_below?: number;
  /** Trees, losses and survival are counted in this period. */
  from?: string;
  to?: string;
}

type GardenOrdering = "name" | "area_m2" | "tree_count" | keyof typeof outcomeOrders | "created_at";

type Outcomes = Awaited<ReturnType<typeof gardenOutcomes>>;

/** Says whether what became of their trees decides which gardens are listed. */
const isByOutcome = ({ lost, survival_below }: Omit<GardenListQuery, keyof PagedQuery>) =>
  lost !== undefined || survival_below !== undefined;

/** Rows of tree_tally or seen_area named `alias` that count for a garden `g` in a period. */
const ofGarden = (period: Period, alias: "t" | "s") =>
  sql`${sql.ref(`${alias}.garden_id`)} = g.id and ${allOf(countsInPeriod(period, alias))}`;

/** The trees of one garden `g` in a period. */
const treesOf = (period: Period) => sql<{ n: number | null; green: number | null }>`lateral (
  select ${estimatedTrees} as n, sum(t.green)::int as green
  from tree_tally t join whole_image w on w.id = t.whole_image_id where ${ofGarden(period, "t")})`;

/** Sums of ground that the newest images of a period show of one garden `g`. */
const groundOf = (period: Period) => sql<{
  seen_m2: number;
  images: number;
  canopy_m2: number | null;
  shrubs: number | null;
  seen_from: string | null;
  seen_to: string | null;
  given_by: Names[] | null;
}>`lateral (
  select coalesce(sum(area_m2), 0) as seen_m2,
    count(distinct whole_image_id) filter (where area_m2 > 0)::int as images,
    sum(canopy_m2) as canopy_m2, sum(shrubs)::int as shrubs, min(captured_on) as seen_from, max(captured_on) as seen_to,
    (select jsonb_agg(distinct x.name) from (select ${givenByOthers(sql`array[g.ministry_id]`)} as name
      from whole_image w join imagery_process p on p.id = w.process_id
      where w.id = any(array_agg(s.whole_image_id) filter (where s.area_m2 > 0))) x where x.name is not null) as given_by
  from seen_area s where ${ofGarden(period, "s")})`;

/** Gardens that the actor sees. */
const visibleGardens = (db: Db, actor: Actor) =>
  db.selectFrom("garden as g").where(visibleTo(actor, gardenPlace));

/** The same, joined with what they refer to. */
const fullGardens = (db: Db, actor: Actor, period: Period) =>
  visibleGardens(db, actor)
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .leftJoin("ministry as m", "m.id", "g.ministry_id")
    .leftJoin(treesOf(period).as("t"), (join) => join.onTrue())
    .leftJoin(groundOf(period).as("s"), (join) => join.onTrue());

const columns = [
  "g.id",
  ...fieldColumns(gardenFields, "g"),
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
  "s.seen_m2",
  "s.images",
  "s.canopy_m2",
  "s.shrubs",
  "s.seen_from",
  "s.seen_to",
  "s.given_by",
] as const;

function filtered(
  db: Db,
  actor: Actor,
  query: Omit<GardenListQuery, keyof PagedQuery>,
  outcomes: Outcomes | undefined,
) {
  let rows = visibleGardens(db, actor);
  if (query.ids) rows = rows.where("g.id", "in", query.ids);
  if (query.search) rows = rows.where(nameContains("g.name", query.search));
  if (query.region) rows = rows.where("g.region_id", "=", query.region);
  if (query.district) rows = rows.where("g.district_id", "=", query.district);
  if (query.ministry) rows = rows.where("g.ministry_id", "=", query.ministry);
  if (outcomes && isByOutcome(query)) {
    const ids = [...outcomes].filter(([, one]) => isAsked(one, query)).map(([id]) => id);
    rows = rows.where("g.id", "=", sql<number>`any(${ids}::int[])`);
  }
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
function orderExpression(
  column: GardenOrdering,
  language: Language,
  period: Period,
  outcomes: Outcomes | undefined,
) {
  if (column === "lost" || column === "survival") {
    const values = [...(outcomes ?? [])].map(([id, one]) => [id, outcomeOrders[column](one)]);
    return sql`(${JSON.stringify(Object.fromEntries(values))}::jsonb ->> g.id::text)::float8`;
  }
  if (column === "name") return nameInLanguage("g.name", language);
  if (column === "tree_count")
    // None found is less than any; nothing seen stands at the end.
    return sql`coalesce((select ${estimatedTrees} from tree_tally t join whole_image w on w.id = t.whole_image_id
        where ${ofGarden(period, "t")}),
      (select 0 from seen_area s where ${ofGarden(period, "s")} limit 1))`;
  return sql.ref(`g.${column}`);
}

/** These rows as a query, for a cursor has read them already. */
const withIds = (db: Db, rows: { id: number }[]) =>
  db
    .selectFrom("garden as g")
    .select("g.id")
    .where("g.id", "=", sql<number>`any(${rows.map(({ id }) => id)}::int[])`);

/** Page of gardens and how many there are. Boundaries only when asked for: they are large. */
export async function listGardens(
  db: Db,
  actor: Actor,
  query: GardenListQuery,
  order: Order<GardenOrdering>,
  language: Language,
): Promise<{ count: number; rows: Garden[] }> {
  const isOrdered = order.column === "lost" || order.column === "survival";
  const all = isOrdered || isByOutcome(query) ? await gardenOutcomes(db, actor, query) : undefined;
  const found = filtered(db, actor, query, all);
  const count = await countOnce(query, () => countRows(found));
  const by = orderExpression(order.column, language, query, all);
  const nulls: OrderByModifiers = (direction) =>
    order.direction === "asc" ? direction.asc().nullsLast() : direction.desc().nullsLast();
  // First which rows, from an index where there is one; then all about these few.
  const sorted = found.select("g.id").orderBy(by, nulls).orderBy("g.id");
  const few = query.cursor
    ? withIds(db, await pageRows(sorted, query)).as("page")
    : onPage(sorted, query).as("page");
  const boundary = query.boundary === "1" ? sql<MultiPolygon | null>`g.boundary` : sql<null>`null`;
  const rows = await fullGardens(db, actor, query)
    .innerJoin(few, "page.id", "g.id")
    .select(columns)
    .select(boundary.as("boundary"))
    .orderBy(by, nulls)
    .orderBy("g.id")
    .execute();
  const ids = rows.map(({ id }) => id);
  const outcomes = all ?? (await gardenOutcomes(db, actor, query, ids));
  return { count, rows: rows.map((row) => gardenOf(actor, row, outcomes.get(row.id))) };
}

/** The middles of the list's gardens; those without a boundary are counted. */
export async function listGardenPoints(
  db: Db,
  actor: Actor,
  query: Omit<GardenListQuery, keyof PagedQuery>,
): Promise<GardenPoints> {
  const all = isByOutcome(query) ? await gardenOutcomes(db, actor, query) : undefined;
  const found = filtered(db, actor, query, all);
  const placed = found
    .where("g.center", "is not", null)
    .select([
      "g.id",
      "g.name",
      "g.area_m2",
      sql<number>`g.center[1]`.as("longitude"),
      sql<number>`g.center[2]`.as("latitude"),
    ]);
  return mapPoints(found, placed.orderBy("g.id"));
}

/** Finds a garden with its boundary; undefined when there is none within the actor's scope. */
export async function findGarden(db: Db, actor: Actor, id: number): Promise<Garden | undefined> {
  const row = await fullGardens(db, actor, {})
    .where("g.id", "=", id)
    .select(columns)
    .select("g.boundary")
    .executeTakeFirst();
  return row && gardenOf(actor, row, (await gardenOutcomes(db, actor, {}, [id])).get(id));
}

/** The stored photo's key; undefined without a photo or outside the actor's scope. */
export async function findGardenPhotoKey(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom("garden as g")
    .where(visibleTo(actor, gardenPlace))
    .where("g.id", "=", id)
    .select("g.photo_key")
    .executeTakeFirst();
  return row?.photo_key;
}
