/** Moving a planting task from one state to another, by the contract's table and nothing else. */

import type { NoticeKind } from "@nihol/contract/values/notices";
import {
  type TaskStatus,
  type TaskTransition,
  transitionOf,
} from "@nihol/contract/values/plant-tree-task-states";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { beyondOrdered } from "@nihol/store/evidence/flag-limits";
import { notify } from "@nihol/store/notices/notify";
import { settleVisits } from "../../commands/survival-visits.ts";
import type { Actor } from "../../http/actor.ts";
import { denied, refuseField } from "../../http/problem.ts";
import { holdsForTask, type TaskOrganizations } from "../../policies/planting.ts";
import { listWarnings } from "../../shared/planting/flag-queries.ts";
import { insertStep, updateTask } from "./task-write-queries.ts";

/** Facts of a task that a transition is checked against. */
export interface MovedTask extends TaskOrganizations {
  id: number;
  status: TaskStatus;
  report_count: number;
  /** Trees that the task asks for, and trees reported. */
  scheduled: number;
  submitted: number;
  /** Of its report, by a person or until then by the machine. */
  verdict: Verdict | null;
  /** Account that handed it in last. */
  submitted_by: number | null;
}

type Unexplained =
  | "required"
  | "shortfall_unexplained"
  | "excess_unexplained"
  | "verdict_unexplained";

/**
 * Reason why the actor must say something: always by the table, because less was planted than planned or so much more
 * that it is a warning, or because the verdict contradicts what is accepted; undefined where they need not.
 */
export function mustExplain(
  { needsComment, explainsShortfall, explainsExcess, explainsVerdict }: TaskTransition,
  { scheduled, submitted, verdict }: Pick<MovedTask, "scheduled" | "submitted" | "verdict">,
): Unexplained | undefined {
  if (needsComment) return "required";
  if (explainsShortfall && submitted < scheduled) return "shortfall_unexplained";
  if (explainsExcess && scheduled > 0 && submitted > scheduled * beyondOrdered.warning)
    return "excess_unexplained";
  return explainsVerdict && verdict === "contradicts" ? "verdict_unexplained" : undefined;
}

/** Says whether the actor would accept their own submission. */
export const isOwnSubmission = (
  { bySomebodyElse }: TaskTransition,
  { submitted_by }: Pick<MovedTask, "submitted_by">,
  actor: Actor,
): boolean => bySomebodyElse === true && submitted_by === actor.id;

/**
 * Moves a task whose row is locked, and writes the history; a completed one gets its survival visits.
 * @throws {FieldProblem} under `status` for what the table does not have, where nothing was planted
 * and where the actor handed it in themselves; under `comment` where it must say why
 * @throws {Problem} 403 for a transition that the actor may not make
 */
export async function moveTask(
  trx: Db,
  actor: Actor,
  task: MovedTask,
  { status, comment }: { status: TaskStatus; comment: string },
) {
  const transition = transitionOf(task.status, status);
  if (!transition) return refuseField("status", "transition_refused");
  if (!transition.by.some((permission) => holdsForTask(actor, permission, task))) throw denied();
  if (transition.needsReport && task.report_count === 0) refuseField("status", "nothing_reported");
  if (isOwnSubmission(transition, task, actor)) refuseField("status", "own_submission");
  const unexplained = comment === "" ? mustExplain(transition, task) : undefined;
  if (unexplained) refuseField("comment", unexplained);
  await updateTask(trx, task.id, { status });
  await settleVisits(trx, task.id, { from: task.status, to: status });
  await insertStep(trx, {
    task_id: task.id,
    from_status: task.status,
    status,
    comment,
    changed_by: actor.id,
  });
  const kind = noticeOf[status];
  if (kind) await notify(trx, { kind, subject: "task", id: task.id, actor: actor.id });
  if (status === "submitted") await notifyOfWarnings(trx, task.id, actor);
}

/** Notice that a change of state brings to those who wait for it. */
const noticeOf: Partial<Record<TaskStatus, NoticeKind>> = {
  submitted: "report_submitted",
  completed: "report_accepted",
  needs_changes: "report_returned",
};

/** Tells of what does not fit together in a report, once for each set of warnings. */
async function notifyOfWarnings(trx: Db, id: number, actor: Actor) {
  const flags = await listWarnings(trx, id);
  if (flags.length === 0) return;
  const facts = { n: flags.length };
  const notice = { kind: "evidence_warning", subject: "task", id, actor: actor.id } as const;
  await notify(trx, { ...notice, facts, once: flags.join(" ") });
}
