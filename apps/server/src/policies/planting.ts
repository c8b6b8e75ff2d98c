/** Planting tasks that lie within a person's scope, and what the person may do with them. */
import type { Permission } from "@nihol/contract/values/permissions";

import {
  isClosed,
  type TaskStatus,
  takesReports,
} from "@nihol/contract/values/plant-tree-task-states";
import { seesTask } from "@nihol/policies/sees";
import { hasFullScope, onePerson } from "@nihol/policies/viewer";
import { type Expression, type SqlBool, sql } from "kysely";
import { type Actor, holds, mayCall } from "../http/actor.ts";
import { may, rowCan } from "./rights.ts";

/** A where clause over `planting_task as t` joined with its `garden as g`. */
export const tasksVisibleTo = (actor: Actor) => seesTask(onePerson(actor), "t");

/** Contractors `m` that an actor may name in a task: a contractor's own people know no others. */
export function contractorsNamedBy(actor: Actor): Expression<SqlBool> {
  if (hasFullScope(actor)) return sql<SqlBool>`true`;
  return sql<SqlBool>`(coalesce(m.id = ${actor.ministryId}, false) or not exists (select from ministry own
    join organization_type oo on oo.id = own.organization_type_id
    where own.id = ${actor.ministryId} and oo.contractor))`;
}

/** The organizations of a task: whose it is, whose its garden is, and who plants for them. */
export interface TaskOrganizations {
  ministry_id: number | null;
  garden_ministry_id: number | null;
  contractor_id: number | null;
}

/** Says whether the actor sees a task only because their organization plants it: they report on it, and decide nothing. */
export const isContractorOf = (actor: Actor, task: TaskOrganizations): boolean =>
  !hasFullScope(actor) &&
  actor.ministryId !== null &&
  task.contractor_id === actor.ministryId &&
  task.ministry_id !== actor.ministryId &&
  task.garden_ministry_id !== actor.ministryId;

/** Says whether a right of the actor's has an effect on a task: the contractor's people only plant. */
export const holdsForTask = (
  actor: Actor,
  permission: Permission,
  task: TaskOrganizations,
): boolean =>
  mayCall(permission, actor) &&
  (permission === "planttreetaskreport.add" || !isContractorOf(actor, task));

/** Actions that the actor may take with a task in that state; one with a report is cancelled, not deleted. */
export const taskCan = (
  actor: Actor,
  status: TaskStatus,
  task: TaskOrganizations & { report_count: number },
) => ({
  ...rowCan(
    actor,
    "planttreetask",
    !isClosed(status) && !isContractorOf(actor, task),
    task.report_count === 0 && !isContractorOf(actor, task),
  ),
  report: takesReports(status) && may(actor, "planttreetaskreport", "add"),
});

/** Rows of a report are corrected, and given their photo, by who may change all and by whoever made the row. */
export const mayCorrectReport = (actor: Actor, row: { created_by: number | null }) =>
  holds(actor, "planttreetaskreport", "change") ||
  (holds(actor, "planttreetaskreport", "add") && row.created_by === actor.id);

/** Actions that the actor may take with a row of the report of a task in that state. */
export function reportCan(actor: Actor, status: TaskStatus, row: { created_by: number | null }) {
  const isOpen = takesReports(status);
  return {
    ...rowCan(actor, "planttreetaskreport", isOpen),
    change: isOpen && mayCorrectReport(actor, row),
    photo: isOpen && mayCorrectReport(actor, row),
  };
}

/** The ministry whose tasks the actor creates: their own where they are assigned to one; null for any. */
export const givenMinistry = (actor: Actor) => (hasFullScope(actor) ? null : actor.ministryId);
