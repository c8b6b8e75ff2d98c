/** The filter that every count, list and tile of trees shares, as a where clause. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { GreenState } from "@nihol/contract/values/trees";
import { greenStates } from "@nihol/contract/values/trees";
import { capturedInPeriod, countsInPeriod } from "@nihol/store/trees/tree-period";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { allOf } from "../rows/all-of.ts";

/** The number of a green state in the database. */
export const greenNumber = (state: GreenState) => greenStates.indexOf(state);

/** The filter's territory. */
function placeConditions(filter: TreeFilter, alias: string): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  for (const place of ["region", "district", "garden"] as const) {
    if (filter[place] !== undefined)
      conditions.push(sql<SqlBool>`${sql.ref(`${alias}.${place}_id`)} = ${filter[place]}`);
  }
  return conditions;
}

/**
 * Territory and capture dates (inclusive) over trees or cells named `alias`. Which of them count in the
 * period says the table that they are read from: `countedTrees`, `countedCells`.
 */
export const treeConditions = (filter: TreeFilter, alias: string): Expression<SqlBool>[] => [
  ...placeConditions(filter, alias),
  ...capturedInPeriod(filter, alias),
];

/** Rows of tree_tally named `alias` that the filter holds and that count in its period. */
export const tallyConditions = (filter: TreeFilter, alias: string): Expression<SqlBool>[] => [
  ...placeConditions(filter, alias),
  ...countsInPeriod(filter, alias),
];

/** The same within the actor's scope. */
export const reachableTrees = (actor: Actor, filter: TreeFilter, alias: string) =>
  allOf([...tallyConditions(filter, alias), treesVisibleTo(actor, alias)]);
