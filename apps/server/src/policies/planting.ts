/**
 * Which planting tasks lie within a person's scope: in their territory by the garden; of their ministry when the
 * task is the ministry's, or stands in one of its gardens.
 */

import {
  isClosed,
  type TaskStatus,
  takesReports,
} from "@nihol/contract/values/plant-tree-task-states";
import { type Expression, type SqlBool, sql } from "kysely";
import { type Actor, hasFullScope, holds } from "../http/actor.ts";
import { may, rowCan } from "./rights.ts";
import { visibleTo } from "./scope.ts";

/** A where clause over `planting_task as t` joined with its `garden as g`. */
export function tasksVisibleTo(actor: Actor): Expression<SqlBool> {
  const inTerritory = visibleTo(actor, { region: "g.region_id", district: "g.district_id" });
  if (hasFullScope(actor) || actor.ministryId === null) return inTerritory;
  const { ministryId } = actor;
  return sql<SqlBool>`(${inTerritory} and (coalesce(t.ministry_id = ${ministryId}, false)
    or coalesce(g.ministry_id = ${ministryId}, false)))`;
}

/** What may be done with a task in that state. */
export const taskCan = (actor: Actor, status: TaskStatus) => ({
  ...rowCan(actor, "planttreetask", !isClosed(status), true),
  report: takesReports(status) && may(actor, "planttreetaskreport", "add"),
});

/** The right to change rows of a report includes their photo; so does having made the row. */
export const maySetPhoto = (actor: Actor, row: { created_by: number | null }) =>
  holds(actor, "planttreetaskreport", "change") ||
  (holds(actor, "planttreetaskreport", "add") && row.created_by === actor.id);

/** What may be done with a row of the report of a task in that state. */
export function reportCan(actor: Actor, status: TaskStatus, row: { created_by: number | null }) {
  const isOpen = takesReports(status);
  return {
    ...rowCan(actor, "planttreetaskreport", isOpen),
    photo: isOpen && maySetPhoto(actor, row),
  };
}

/** The ministry whose tasks the actor creates: their own where they are assigned to one; null for any. */
export const givenMinistry = (actor: Actor) => (hasFullScope(actor) ? null : actor.ministryId);
