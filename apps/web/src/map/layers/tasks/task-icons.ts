import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { type TaskStatus, taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { drawIcon } from "../../points/draw-icon.ts";

/** State that a garden's sign on the map shows: its most urgent one. */
type TaskSign = TaskStatus | "overdue";

/** The most urgent first. */
export const taskSigns: readonly TaskSign[] = [
  "overdue",
  "needs_changes",
  "submitted",
  "in_progress",
  "pending",
  "completed",
  "cancelled",
];

/** The same in both themes, on a white ring. */
export const signColors: Record<TaskSign, string> = {
  overdue: "#b3261e",
  needs_changes: "#8a5a00",
  submitted: "#1f5c99",
  in_progress: "#0b7a8f",
  pending: "#5b574e",
  completed: "#1b7a4b",
  cancelled: "#8f8a7e",
};

/** White strokes in a square of 24, so that no state is told by its colour alone. */
export const signPaths: Record<TaskSign, string> = {
  overdue: "M12 7v6M12 16.4v.2",
  needs_changes: "M9.5 8H14a2.5 2.5 0 0 1 0 5H8M10.2 10.6L7.8 13l2.4 2.4",
  submitted: "M12 16.5v-9M8.5 11L12 7.5l3.5 3.5",
  in_progress: "M8 12h8M12.8 8.8L16 12l-3.2 3.2",
  pending: "M12 7.5V12l3 2",
  completed: "M7.8 12.4l2.8 2.8 5.6-6",
  cancelled: "M8.5 8.5l7 7M15.5 8.5l-7 7",
};

export const signName = (sign: TaskSign): string => `task-${sign}`;

/** The most urgent state among a garden's tasks. */
export function signOf({ overdue, states }: Pick<TaskPlace, "overdue" | "states">): TaskSign {
  if (overdue > 0) return "overdue";
  return taskSigns.find((one) => one !== "overdue" && states[one] > 0) ?? taskStatuses[0];
}

/** The sign drawn on a canvas; null where there is none (tests). */
export function signIcon(sign: TaskSign): ImageData | null {
  return drawIcon(24, (paint) => {
    paint.beginPath();
    paint.arc(12, 12, 10, 0, 2 * Math.PI);
    paint.fillStyle = signColors[sign];
    paint.fill();
    paint.lineWidth = 2;
    paint.strokeStyle = "#ffffff";
    paint.stroke();
    paint.lineCap = "round";
    paint.lineJoin = "round";
    paint.stroke(new Path2D(signPaths[sign]));
  });
}
