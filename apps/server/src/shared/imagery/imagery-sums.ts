/** Trees and the ground that was seen, by territory: what statistics and reports are made from. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import { countGardensSeen, listSeenGround, type SeenGround } from "@nihol/store/trees/seen-count";
import { countTreesByTerritory, type ImageCount } from "@nihol/store/trees/tree-count";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { seesGardensAlone } from "../../policies/scope.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { allOf } from "../rows/all-of.ts";
import { type TerritoryKind, territoryOf } from "../territory/territory-sql.ts";
import { reachableTrees, treeConditions } from "./tree-filter.ts";

type InTerritory = { territory_id: number };

export interface ImagerySums {
  trees: (ImageCount & InTerritory)[];
  gardenTrees: (ImageCount & InTerritory)[];
  seen: SeenGround[];
  gardenSeen: SeenGround[];
  gardensSeen: (InTerritory & { count: number })[];
}

/** Over rows of seen_area named `s`, as `reachableTrees` over trees. */
export const seenWhere = (actor: Actor, filter: TreeFilter) =>
  allOf([...treeConditions(filter, "s"), treesVisibleTo(actor, "s")]);

/**
 * All of it within the actor's scope, by the numbers of `territoryOf`.
 * @param isAsked limits it further; over rows of a tally by their alias
 */
export async function sumImagery(
  db: Db,
  actor: Actor,
  kind: TerritoryKind,
  filter: TreeFilter,
  isAsked: (alias: string) => Expression<SqlBool> = () => sql<SqlBool>`true`,
): Promise<ImagerySums> {
  const inGardens = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.garden_id`)} > 0`;
  const trees = allOf([reachableTrees(actor, filter, "t"), isAsked("t")]);
  const ofTrees = territoryOf("t", kind, filter);
  const ground = {
    where: allOf([seenWhere(actor, filter), isAsked("s")]),
    territory: territoryOf("s", kind, filter),
    period: filter,
    garden: filter.garden,
  };
  const gardenGround = { ...ground, where: allOf([ground.where, inGardens("s")]) };
  const [all, inGarden, seen, gardenSeen, gardensSeen] = await Promise.all([
    countTreesByTerritory(db, ofTrees, trees, filter.garden),
    countTreesByTerritory(db, ofTrees, allOf([trees, inGardens("t")]), filter.garden),
    listSeenGround(db, ground),
    listSeenGround(db, gardenGround),
    countGardensSeen(db, ground),
  ]);
  return { trees: all, gardenTrees: inGarden, seen, gardenSeen, gardensSeen };
}

/**
 * The area that coverage is a part of: the territory's; for a person of one ministry, who sees gardens and not
 * what lies between them, the gardens'.
 */
export const coveredArea = (actor: Actor, territoryM2: number | null, gardensM2: number) =>
  seesGardensAlone(actor) ? gardensM2 : territoryM2;

/** Sums with the rows of each territory apart. */
export function partByTerritory<Sums extends { [Name in keyof Sums]: InTerritory[] }>(
  sums: Sums,
  placeOf: (territoryId: number) => number,
): Map<number, Sums> {
  const places = new Map<number, Sums>();
  for (const name of Object.keys(sums) as (keyof Sums)[])
    for (const row of sums[name]) {
      const place = placeOf(row.territory_id);
      const there = places.get(place) ?? withoutRows(sums);
      places.set(place, there);
      there[name].push(row);
    }
  return places;
}

/** The same names, nothing in them: the sums of a place in which nothing lies. */
export const withoutRows = <Sums extends object>(sums: Sums) =>
  Object.fromEntries(Object.keys(sums).map((name) => [name, []])) as unknown as Sums;

/** Sums without the rows of one place. */
export function withoutPlace<Sums extends { [Name in keyof Sums]: InTerritory[] }>(
  sums: Sums,
  place: number,
): Sums {
  const parts = partByTerritory(sums, (id) => (id === place ? 1 : 0));
  return parts.get(0) ?? withoutRows(sums);
}
