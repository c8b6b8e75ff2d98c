/** The figures beside the trees: gardens and territories. Trees are counted in tree-count.ts. */
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Database } from "@nihol/db/tables";
import { countTreesByImage } from "@nihol/db/tree-count";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { gardensWhere, regionVisible } from "../../http/territory-sql.ts";
import { allOf, reachableTrees } from "../../http/tree-filter.ts";
import { visibleTo } from "../../http/visible-to.ts";

type Db = Kysely<Database>;

/** The trees of the filter within reach, by picture. */
export const countReachable = (db: Db, actor: Actor, filter: TreeFilter) =>
  countTreesByImage(db, reachableTrees(actor, filter, "t"));

/** Those of them that stand in gardens. */
export const countInGardens = (db: Db, actor: Actor, filter: TreeFilter) =>
  countTreesByImage(db, allOf([reachableTrees(actor, filter, "t"), sql<SqlBool>`t.garden_id > 0`]));

/** How many gardens there are and their area in square metres. Gardens have no date. */
export async function sumGardens(db: Db, actor: Actor, filter: TreeFilter) {
  const { rows } = await sql<{ count: number; area: number }>`
    select count(*)::int as count, coalesce(sum(area_m2), 0) as area
    from garden g where ${gardensWhere(actor, filter)}`.execute(db);
  return rows[0] ?? { count: 0, area: 0 };
}

export interface TerritoryFigures {
  id: number;
  name: Record<string, string>;
  tree_count: number;
  green_tree_count: number;
  garden_count: number;
  garden_area: number;
}

/** Figures of each region within reach, or of the districts of the region that is asked for. */
export async function listByTerritory(db: Db, actor: Actor, filter: TreeFilter) {
  const kind = filter.region || filter.district ? "district" : "region";
  const column = sql.ref(`${kind}_id`);
  const visible =
    kind === "region"
      ? regionVisible(actor)
      : visibleTo(actor, { region: "r.region_id", district: "r.id" });
  const asked = allOf([
    ...(filter.region ? [sql<SqlBool>`r.region_id = ${filter.region}`] : []),
    ...(filter.district ? [sql<SqlBool>`r.id = ${filter.district}`] : []),
  ]);
  const { rows } = await sql<TerritoryFigures>`
    select r.id, r.name, coalesce(t.n, 0) as tree_count, coalesce(t.green, 0) as green_tree_count,
      coalesce(g.n, 0) as garden_count, coalesce(g.area, 0) as garden_area
    from (select *, null::int as none from ${sql.table(kind)}) r
    left join (select t.${column} as id, sum(n)::int as n, sum(green)::int as green
      from tree_tally t where ${reachableTrees(actor, filter, "t")} group by 1) t on t.id = r.id
    left join (select g.${column} as id, count(*)::int as n, sum(area_m2) as area
      from garden g where ${gardensWhere(actor, filter)} group by 1) g on g.id = r.id
    where ${visible} and ${asked}
    order by r.code, r.id`.execute(db);
  return rows.map((row) => ({ kind, ...row }) as const);
}
