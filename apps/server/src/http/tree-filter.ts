/** The filter that every count, list and tile of trees shares, as a where clause. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { GreenState } from "@nihol/contract/trees";
import { greenStates } from "@nihol/contract/trees";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "./actor.ts";
import { treesVisibleTo } from "./tree-reach.ts";

/** Joins conditions with `and`; `true` when there are none. */
export const allOf = (conditions: Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The number of a green state in the database. */
export const greenNumber = (state: GreenState) => greenStates.indexOf(state);

/** Filters alone, over rows of tree, tree_cell or tree_tally named `alias`. Dates are inclusive. */
export function treeConditions(filter: TreeFilter, alias: string): Expression<SqlBool>[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions: Expression<SqlBool>[] = [];
  for (const place of ["region", "district", "garden"] as const) {
    if (filter[place] !== undefined)
      conditions.push(sql<SqlBool>`${column(`${place}_id`)} = ${filter[place]}`);
  }
  if (filter.from) conditions.push(sql<SqlBool>`${column("captured_on")} >= ${filter.from}::date`);
  if (filter.to) conditions.push(sql<SqlBool>`${column("captured_on")} <= ${filter.to}::date`);
  return conditions;
}

/** The filter within the actor's reach. */
export const reachableTrees = (actor: Actor, filter: TreeFilter, alias: string) =>
  allOf([...treeConditions(filter, alias), treesVisibleTo(actor, alias)]);
