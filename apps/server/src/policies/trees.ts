/** Which trees lie within a person's scope: those in their territory, and all of a garden that they see. */
import { type Expression, type SqlBool, sql } from "kysely";
import { type Actor, hasFullScope } from "../http/actor.ts";
import { visibleTo } from "./scope.ts";

/** How `garden as g` is placed. */
export const gardenPlace = {
  region: "g.region_id",
  district: "g.district_id",
  ministry: "g.ministry_id",
};

/** No call changes a single tree. */
export const treeCan = { change: false, delete: false };

/**
 * A where clause over rows of tree, tree_cell or tree_tally named `alias`. A garden that lies across
 * a district's border is seen whole, so that its own figure and the map agree.
 */
export function treesVisibleTo(actor: Actor, alias: string): Expression<SqlBool> {
  const place = {
    region: `${alias}.region_id`,
    district: `${alias}.district_id`,
    garden: `${alias}.garden_id`,
  };
  if (hasFullScope(actor)) return visibleTo(actor, place);
  return sql<SqlBool>`(${visibleTo(actor, place)} or ${sql.ref(place.garden)} in (
    select g.id from garden g where ${visibleTo(actor, gardenPlace)}))`;
}
