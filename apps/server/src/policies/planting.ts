/**
 * Which planting tasks a person reaches: in their territory by the garden; of their ministry when the
 * task is the ministry's, or stands in one of its gardens.
 */
import { type Expression, type SqlBool, sql } from "kysely";
import { type Actor, reachesAll } from "../http/actor.ts";
import { visibleTo } from "./scope.ts";

/** A where clause over `planting_task as t` joined with its `garden as g`. */
export function tasksVisibleTo(actor: Actor): Expression<SqlBool> {
  const inTerritory = visibleTo(actor, { region: "g.region_id", district: "g.district_id" });
  if (reachesAll(actor) || actor.ministryId === null) return inTerritory;
  const { ministryId } = actor;
  return sql<SqlBool>`(${inTerritory} and (coalesce(t.ministry_id = ${ministryId}, false)
    or coalesce(g.ministry_id = ${ministryId}, false)))`;
}
