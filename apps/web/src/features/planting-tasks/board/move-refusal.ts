import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import {
  type TaskStatus,
  type TaskTransition,
  transitionOf,
} from "@nihol/contract/values/plant-tree-task-states";

/** The key of a text, and the key of what fills it. */
export type Refusal = { text: string; right?: string };

/** Says whose step it is, as a text of `tasks`: those who gave the task alone, or those who plant besides. */
export const rightKey = ({ by }: Pick<TaskTransition, "by">): string =>
  by.includes("planttreetaskreport.add") ? "right_planters" : "right_givers";

/** Lists what a step needs besides the right, as texts of `tasks`. */
export const needKeys = (step: TaskTransition): string[] => [
  ...(step.needsComment ? ["need_comment"] : []),
  ...(step.needsReport ? ["need_report"] : []),
  ...(step.explainsShortfall ? ["need_shortfall"] : []),
  ...(step.explainsVerdict ? ["need_verdict"] : []),
  ...(step.bySomebodyElse ? ["need_other"] : []),
];

/** Reason why this person cannot move a task there now; undefined where they can. The server says what is open. */
export function moveRefusal(
  task: Pick<PlantTreeTask, "status" | "transitions" | "report_count">,
  to: TaskStatus,
): Refusal | undefined {
  const open = task.transitions.find((one) => one.to === to);
  if (open) return open.blocked ? { text: `refused_${open.blocked}` } : undefined;
  const transition = transitionOf(task.status, to);
  if (!transition) return { text: "refused_no_step" };
  if (transition.needsReport && task.report_count === 0)
    return { text: "refused_nothing_reported" };
  return { text: "refused_right", right: rightKey(transition) };
}
