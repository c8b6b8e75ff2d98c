/** The states of a planting task, and who may move one from which to which. */
import type { Permission } from "./permissions.ts";

export const taskStatuses = [
  "pending",
  "in_progress",
  "submitted",
  "needs_changes",
  "completed",
  "cancelled",
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export interface TaskTransition {
  from: TaskStatus;
  to: TaskStatus;
  /** Any one of these lets a person make it. */
  by: readonly Permission[];
  /** Whoever has to act on it is shown the reason. */
  needsComment?: boolean;
  /** Requires planted trees: without any there is nothing to hand in, or to accept. */
  needsReport?: boolean;
  /** Where less was planted than the task asks for, whoever hands it in says why. */
  explainsShortfall?: boolean;
  /** Where far more was reported than the task asks for, whoever accepts it says why. */
  explainsExcess?: boolean;
  /** Where the verdict contradicts the report, whoever accepts it says why. */
  explainsVerdict?: boolean;
  /** Two pairs of eyes: not for the person who handed it in. */
  bySomebodyElse?: boolean;
}

/** Those who plant, and those who gave the task. */
const planters: readonly Permission[] = ["planttreetaskreport.add", "planttreetask.change"];
/** Those who gave the task. */
const givers: readonly Permission[] = ["planttreetask.change"];

const handingIn = { needsReport: true, explainsShortfall: true } as const;
const accepting = {
  needsReport: true,
  explainsExcess: true,
  explainsVerdict: true,
  bySomebodyElse: true,
} as const;

/** The one table. What is not in it cannot be done by anybody. */
export const taskTransitions: readonly TaskTransition[] = [
  { from: "pending", to: "in_progress", by: planters },
  { from: "in_progress", to: "pending", by: givers },
  { from: "in_progress", to: "submitted", by: planters, ...handingIn },
  { from: "needs_changes", to: "in_progress", by: planters },
  { from: "needs_changes", to: "submitted", by: planters, ...handingIn },
  { from: "submitted", to: "in_progress", by: planters },
  { from: "submitted", to: "completed", by: givers, ...accepting },
  { from: "submitted", to: "needs_changes", by: givers, needsComment: true },
  { from: "completed", to: "needs_changes", by: givers, needsComment: true },
  { from: "pending", to: "cancelled", by: givers, needsComment: true },
  { from: "in_progress", to: "cancelled", by: givers, needsComment: true },
  { from: "submitted", to: "cancelled", by: givers, needsComment: true },
  { from: "needs_changes", to: "cancelled", by: givers, needsComment: true },
  { from: "cancelled", to: "pending", by: givers, needsComment: true },
];

/** States that a new task may begin in. */
export const firstStatuses = ["pending", "in_progress"] as const satisfies readonly TaskStatus[];

/** So many days before its due date a task that is being planted is shown as due soon. */
export const dueSoonDays = 7;

/** Past its due date, a task in one of these is overdue; one handed in waits for somebody else. */
export const plantingStatuses = [
  "pending",
  "in_progress",
  "needs_changes",
] as const satisfies readonly TaskStatus[];

/** Its garden, dates and trees stand as they were agreed. */
export const isClosed = (status: TaskStatus): boolean =>
  status === "completed" || status === "cancelled";

/** Rows are written while somebody plants; what was handed in is reviewed unchanged. */
export const takesReports = (status: TaskStatus): boolean =>
  plantingStatuses.some((one) => one === status);

/** Conditions that a list of tasks may be narrowed to besides their states: how they stand to a day. */
export const taskConditions = ["to_plant", "overdue", "due_soon", "survival_due"] as const;

/** The line of the table, or undefined when there is none. */
export const transitionOf = (from: TaskStatus, to: TaskStatus): TaskTransition | undefined =>
  taskTransitions.find((one) => one.from === from && one.to === to);
