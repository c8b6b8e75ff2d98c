/** Moving a planting task from one state to another, by the contract's table and nothing else. */
import { type TaskStatus, transitionOf } from "@nihol/contract/plant-tree-task-states";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { type Actor, mayCall } from "../../http/actor.ts";
import { denied, refuseField } from "../../http/problem.ts";
import { insertStep, updateTask } from "./task-write-queries.ts";

interface MovedTask {
  id: number;
  status: string;
  report_count: number;
}

/**
 * Moves a task whose row is held, and writes it into the history.
 * @throws {FieldProblem} under `status` for what the table does not have or where nothing was
 * planted, under `comment` where it must say why
 * @throws {Problem} 403 for a move that is not the actor's to make
 */
export async function moveTask(
  trx: Kysely<Database>,
  actor: Actor,
  task: MovedTask,
  { status, comment }: { status: TaskStatus; comment: string },
) {
  const transition = transitionOf(task.status as TaskStatus, status);
  if (!transition) return refuseField("status", "transition_refused");
  if (!transition.by.some((permission) => mayCall(permission, actor))) throw denied();
  if (transition.needsReport && task.report_count === 0) refuseField("status", "nothing_reported");
  if (transition.needsComment && comment === "") refuseField("comment", "required");
  await updateTask(trx, task.id, { status });
  await insertStep(trx, {
    task_id: task.id,
    from_status: task.status,
    status,
    comment,
    changed_by: actor.id,
  });
}
