/** When the trees were seen that a part of the map shows. */

import type { TreeDates } from "@nihol/contract/imagery/trees";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { cellOf } from "@nihol/geo/tiles/morton";
import { coverWithTiles } from "@nihol/store/trees/morton-cover";
import { countedCells, countedTrees } from "@nihol/store/trees/tree-period";
import { PYRAMID_LEVELS } from "@nihol/store/trees/tree-pyramid";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { treeConditions } from "../../shared/imagery/tree-filter.ts";
import { allOf } from "../../shared/rows/all-of.ts";

// The box is widened to whole tiles, by a thirty-second of its width at most: a few pixels of a screen.
const tilesASide = 32;

/** The oldest and the newest capture date of the trees that count in the period and stand in the box. */
export async function findTreeDates(
  db: Db,
  actor: Actor,
  filter: TreeFilter,
  bbox: Bbox,
): Promise<TreeDates> {
  const { zoom, ranges } = coverWithTiles(bbox, tilesASide);
  const level = Math.max(PYRAMID_LEVELS.from, zoom);
  // From afar the pyramid's cells, from nearby the trees along their Morton index.
  const source =
    level <= PYRAMID_LEVELS.to
      ? { table: countedCells(filter), at: sql`t.level = ${level} and t.cell`, level }
      : { table: countedTrees(filter), at: sql`t.zc`, level: 31 };
  const codes = (of: 0 | 1) => ranges.map((range) => String(cellOf(range[of], source.level)));
  const { rows } = await sql<TreeDates>`
    select min(d.captured_on) as captured_from, max(d.captured_on) as captured_to
    from unnest(${codes(0)}::bigint[], ${codes(1)}::bigint[]) as r (first, last)
    cross join lateral (select t.captured_on from ${source.table} t
      where ${source.at} between r.first and r.last
        and ${allOf([...treeConditions(filter, "t"), treesVisibleTo(actor, "t")])}) d`.execute(db);
  return rows[0] ?? { captured_from: null, captured_to: null };
}
