/** Trees of comparisons: pages and tiles. The tree's own columns say whose it is. */

import type { ChangedTree, changeOrderings } from "@nihol/contract/imagery/image-compare";
import type { PageQuery } from "@nihol/contract/paging";
import {
  type TreeChange,
  treeChanges,
  unseenReasons,
} from "@nihol/contract/values/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import { tileRange } from "@nihol/geo/tiles/morton";
import type { TileAddress } from "@nihol/geo/tiles/mvt";
import { type SqlBool, sql } from "kysely";
import { type Order, slice } from "../../http/paging.ts";
import { type ChangeScope, treeJoin, treesWhere } from "../../shared/imagery/change-sums.ts";

const orderColumns = {
  chance: sql`c.chance`,
  area_m2: sql`coalesce(c.after_m2, c.before_m2)`,
  id: sql`c.tree_id`,
};

interface ChangeRow {
  comparison_id: number;
  tree_id: number;
  before_tree_id: number | null;
  state: number;
  reason: number;
  unsure: boolean;
  chance: number;
  before_m2: number | null;
  after_m2: number | null;
  lon: number;
  lat: number;
  garden_id: number | null;
}

function toChangedTree(row: ChangeRow): ChangedTree {
  return {
    id: Number(row.tree_id),
    before_tree: row.before_tree_id === null ? null : Number(row.before_tree_id),
    comparison: row.comparison_id,
    state: treeChanges[row.state] ?? "not_visible",
    reason: unseenReasons[row.reason - 1] ?? null,
    unsure: row.unsure,
    chance: row.chance,
    position: [row.lon, row.lat],
    before_m2: row.before_m2,
    after_m2: row.after_m2,
    garden: row.garden_id,
  };
}

/** A page of trees of some comparisons. */
export async function listChangedTrees(
  db: Db,
  comparisons: number[],
  scope: ChangeScope,
  page: PageQuery & { state?: TreeChange },
  order: Order<(typeof changeOrderings)[number]>,
) {
  const state = page.state
    ? sql<SqlBool>`c.state = ${treeChanges.indexOf(page.state)}`
    : sql<SqlBool>`true`;
  const from = sql`from tree_change c join tree t on t.id = c.tree_id
    where c.comparison_id = any(${comparisons}::int[]) and ${state} and ${treesWhere(scope)}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db);
  const { limit, offset } = slice(page);
  const direction = order.direction === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<ChangeRow>`
    select c.comparison_id, c.tree_id, c.before_tree_id, c.state, c.reason, c.unsure, c.chance, c.before_m2,
      c.after_m2, t.lon, t.lat, t.garden_id ${from}
    order by ${orderColumns[order.column]} ${direction}, c.tree_id, c.comparison_id
    limit ${limit} offset ${offset}`.execute(db);
  return { count: counted[0]?.n ?? 0, rows: rows.map(toChangedTree) };
}

interface TileTree {
  id: number;
  zc: string;
  state: number;
  unsure: boolean;
  area_m2: number;
}

/**
 * Trees of a tile. From afar trees that stayed are thinned by a fixed rate (`keptRate`: one of so many),
 * and from farther the changed ones too: a rate shows no squares at the tiles' edges, a limit would.
 */
export async function listTileTrees(
  db: Db,
  tile: TileAddress,
  comparisons: number[],
  scope: ChangeScope,
  rates: { kept: number; changed: number },
): Promise<TileTree[]> {
  const [first, last] = tileRange(tile.z, tile.x, tile.y);
  const { rows } = await sql<TileTree>`
    select c.tree_id as id, c.zc::text as zc, c.state, c.unsure,
      coalesce(c.after_m2, c.before_m2) as area_m2
    from tree_change c ${treeJoin(scope)}
    where c.comparison_id = any(${comparisons}::int[])
      and c.zc between ${String(first)}::bigint and ${String(last)}::bigint
      and mod(c.tree_id * 40503, case when c.state in (1, 2) then ${rates.changed}::bigint else ${rates.kept}::bigint end) = 0
    order by c.state in (1, 2), c.zc, c.tree_id`.execute(db);
  return rows;
}
