/** Trees of comparisons in sum. The tree's own columns say whose it is. */

import type { CompareQuery } from "@nihol/contract/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { seesEverything } from "../../policies/scope.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { allOf } from "../rows/all-of.ts";
import { treeConditions } from "./tree-filter.ts";

export type AreaKind = "garden" | "district" | "region";

/** The narrowest area that a query names. */
export function areaOf(query: Pick<CompareQuery, AreaKind>): { kind: AreaKind; id: number } | null {
  for (const kind of ["garden", "district", "region"] as const) {
    const id = query[kind];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Actor whose trees are counted, and the area. */
export interface ChangeScope {
  actor: Actor;
  area: Partial<Record<AreaKind, number>>;
}

/** Trees of the area within the scope, as `tree as t`. */
export function treesWhere({ actor, area }: ChangeScope) {
  const narrowest = areaOf(area);
  const filter = narrowest ? { [narrowest.kind]: narrowest.id } : {};
  return allOf([...treeConditions(filter, "t"), treesVisibleTo(actor, "t")]);
}

/** The trees are read only where a scope or a filter limits them. */
export const treeJoin = (scope: ChangeScope) =>
  areaOf(scope.area) === null && seesEverything(scope.actor)
    ? sql``
    : sql`join tree t on t.id = c.tree_id and ${treesWhere(scope)}`;

export interface StateSums {
  comparison_id: number;
  state: number;
  /** 0 found in the earlier image alone, 1 in the later one alone, 2 in both. */
  side: number;
  reason: number;
  n: number;
  unsure: number;
  area_m2: number;
  before_m2: number;
  after_m2: number;
  expected: number;
  variance: number;
}

/** Sums by comparison, state, side and reason. */
export async function sumChanges(
  db: Db,
  comparisons: number[],
  scope: ChangeScope,
): Promise<StateSums[]> {
  if (comparisons.length === 0) return [];
  const { rows } = await sql<StateSums>`
    select c.comparison_id, c.state, c.side, c.reason, count(*)::int as n,
      (count(*) filter (where c.unsure))::int as unsure,
      sum(coalesce(c.after_m2, c.before_m2)::float8) as area_m2,
      coalesce(sum(c.before_m2::float8), 0) as before_m2,
      coalesce(sum(c.after_m2::float8), 0) as after_m2,
      sum(c.chance::float8) as expected, sum(c.chance::float8 * (1 - c.chance)) as variance
    from tree_change c ${treeJoin(scope)}
    where c.comparison_id = any(${comparisons}::int[])
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows;
}
