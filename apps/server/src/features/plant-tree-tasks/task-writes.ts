/** Writing planting tasks: what they ask for, of whom, and in which state they are. */

import type {
  plantTreeTaskCreateSchema,
  plantTreeTaskPatchSchema,
} from "@nihol/contract/planting/plant-tree-tasks";
import { isClosed, type TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { measurePositions } from "@nihol/store/evidence/report-positions";
import { notify } from "@nihol/store/notices/notify";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { denied, FieldProblem, notFound, Problem, refuseField } from "../../http/problem.ts";
import { givenMinistry, isContractorOf } from "../../policies/planting.ts";
import { findReplaced, isVisitOf } from "./replanting-queries.ts";
import {
  deleteTask,
  findGardenMinistry,
  insertStep,
  insertTask,
  isContractor,
  isTaskVisible,
  listKnownTypes,
  lockTask,
  ministryExists,
  replaceItems,
  updateTask,
} from "./task-write-queries.ts";
import { moveTask } from "./transitions.ts";

type Create = z.output<typeof plantTreeTaskCreateSchema>;
type Patch = z.output<typeof plantTreeTaskPatchSchema>;
const resource = "planttreetask";

/** Locks the row. @throws {Problem} 404 outside the actor's scope */
async function heldTask(trx: Db, actor: Actor, id: number) {
  const task = await lockTask(trx, actor, id);
  if (!task) throw notFound();
  return task;
}

async function gardenInScope(trx: Db, actor: Actor, id: number) {
  return (await findGardenMinistry(trx, actor, id)) ?? refuseField("garden", "not_found");
}

/** An actor assigned to a ministry creates tasks of that ministry. */
async function checkMinistry(trx: Db, actor: Actor, id: number | null | undefined) {
  if (id === undefined || id === null) return;
  const own = givenMinistry(actor);
  if (own !== null && own !== id) refuseField("ministry", "out_of_reach");
  if (!(await ministryExists(trx, id))) refuseField("ministry", "not_found");
}

/** @throws {FieldProblem} for an organization that does not plant for others */
async function checkContractor(trx: Db, id: number | null | undefined) {
  if (id && !(await isContractor(trx, id))) refuseField("contractor", "not_contractor");
}

/** @throws {FieldProblem} for a task beyond the scope, of another garden, or not completed, and for a visit of another task */
async function checkReplaced(trx: Db, actor: Actor, garden: number, replaces: Create["replaces"]) {
  if (!replaces) return;
  const first = await findReplaced(trx, actor, replaces.task);
  if (!first) return refuseField("replaces", "not_found");
  if (first.garden_id !== garden) refuseField("garden", "replanting_elsewhere");
  if (first.status !== "completed") refuseField("replaces", "replanting_too_early");
  if (replaces.visit !== null && !(await isVisitOf(trx, first.id, replaces.visit)))
    refuseField("replaces", "not_found");
}

async function checkTypes(trx: Db, items: Create["items"]) {
  const known = await listKnownTypes(
    trx,
    items.map(({ tree_type }) => tree_type),
  );
  const missing: Record<string, { code: string }[]> = {};
  for (const [index, { tree_type }] of items.entries())
    if (!known.has(tree_type)) missing[`items.${index}.tree_type`] = [{ code: "not_found" }];
  if (Object.keys(missing).length) throw new FieldProblem(missing);
}

/**
 * Inserts a task and returns its id.
 * @throws {FieldProblem} for a garden, ministry or tree type that does not exist within the actor's scope
 */
export const createTask = (db: Db, actor: Actor, body: Create): Promise<number> =>
  db.transaction().execute((trx) => writeNewTask(trx, actor, body));

/** The same within a transaction of the caller's. */
export async function writeNewTask(
  trx: Db,
  actor: Actor,
  body: Create,
  number?: number,
): Promise<number> {
  const garden = await gardenInScope(trx, actor, body.garden);
  await checkMinistry(trx, actor, body.ministry);
  await checkContractor(trx, body.contractor);
  await checkReplaced(trx, actor, garden.id, body.replaces);
  await checkTypes(trx, body.items);
  const own = givenMinistry(actor);
  const of = body.ministry === undefined ? garden.ministry_id : body.ministry;
  const { status, comment } = body;
  const id = await insertTask(trx, {
    id: number,
    garden_id: garden.id,
    ministry_id: own ?? of,
    contractor_id: body.contractor,
    assigned_date: body.assignedDate,
    due_date: body.dueDate,
    spacing_m: body.spacing_m,
    replaces_id: body.replaces?.task ?? null,
    replaces_visit_id: body.replaces?.visit ?? null,
    status,
    created_by: actor.id,
  });
  await replaceItems(trx, id, body.items);
  const step = { task_id: id, from_status: null, status, comment, changed_by: actor.id };
  await insertStep(trx, step);
  await notify(trx, { kind: "task_given", subject: "task", id, actor: actor.id });
  await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
  return id;
}

/** Says whether anything but the state was sent. */
const changesPlan = (body: Patch) =>
  [
    ...[body.garden, body.ministry, body.contractor, body.items, body.spacing_m],
    ...[body.assignedDate, body.dueDate],
  ].some((sent) => sent !== undefined);

async function writePlan(trx: Db, actor: Actor, id: number, body: Patch) {
  if (body.garden !== undefined) await gardenInScope(trx, actor, body.garden);
  await checkMinistry(trx, actor, body.ministry);
  await checkContractor(trx, body.contractor);
  if (body.items) await checkTypes(trx, body.items);
  await updateTask(trx, id, {
    garden_id: body.garden,
    ministry_id: body.ministry,
    contractor_id: body.contractor,
    assigned_date: body.assignedDate,
    due_date: body.dueDate,
    spacing_m: body.spacing_m,
  });
  if (body.garden !== undefined) await measurePositions(trx, { task: id });
  if (body.items) await replaceItems(trx, id, body.items);
  if (!(await isTaskVisible(trx, actor, id))) throw new Problem(403, "out_of_reach");
}

/** A person may send the whole form: fields that they did not change are not checked. */
const touched = (
  body: Patch,
  task: { garden_id: number; ministry_id: number | null; contractor_id: number | null },
): Patch => ({
  ...body,
  contractor: body.contractor === task.contractor_id ? undefined : body.contractor,
  garden: body.garden === task.garden_id ? undefined : body.garden,
  ministry: body.ministry === task.ministry_id ? undefined : body.ministry,
});

/** The organizations that the task was given to by a change. */
async function notifyGiven(trx: Db, actor: Actor, id: number, { ministry, contractor }: Patch) {
  for (const organization of [ministry, contractor])
    if (organization)
      await notify(trx, {
        ...{ kind: "task_given", subject: "task", id, actor: actor.id },
        organization,
      });
}

/**
 * Changes what was sent. Another status is a transition, which is checked first.
 * @throws {Problem} 404 outside the actor's scope, 409 `task_closed`, 403 when the change would move it outside
 */
export async function patchTask(db: Db, actor: Actor, id: number, body: Patch) {
  await db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, actor, id);
    const after = body.status ?? task.status;
    if (after !== task.status)
      await moveTask(trx, actor, task, { status: after, comment: body.comment ?? "" });
    if (changesPlan(body)) {
      if (isContractorOf(actor, task)) throw denied();
      if (isClosed(task.status) && isClosed(after)) throw new Problem(409, "task_closed");
      const due = body.dueDate ?? task.due_date;
      if (due < (body.assignedDate ?? task.assigned_date))
        refuseField("dueDate", "due_before_assigned");
      await writePlan(trx, actor, id, touched(body, task));
      await notifyGiven(trx, actor, id, touched(body, task));
    }
    await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
  });
}

/** @throws as moveTask does, and 404 outside the actor's scope */
export async function changeStatus(
  db: Db,
  actor: Actor,
  id: number,
  body: { status: TaskStatus; comment: string },
) {
  await db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, actor, id);
    await moveTask(trx, actor, task, body);
    const change = { from: task.status, ...body };
    await insertAudit(trx, actor, { action: "status", resource, id, change });
  });
}

/**
 * Deletes a task that nothing was reported for, with its history; returns the keys of photos.
 * @throws {Problem} 409 for a task with a report: it is cancelled, so that what people reported stays
 */
export async function removeTask(db: Db, actor: Actor, id: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, actor, id);
    if (isContractorOf(actor, task)) throw denied();
    if (task.report_count > 0) throw new Problem(409, "task_has_report");
    const photos = await deleteTask(trx, id);
    const change = { status: task.status, report_count: task.report_count };
    await insertAudit(trx, actor, { action: "delete", resource, id, change });
    return photos;
  });
}
