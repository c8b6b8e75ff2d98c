import type { PlantTreeTask } from "@nihol/contract/plant-tree-tasks";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { useTranslation } from "react-i18next";
import { Badge, type Tone } from "../../ui/badge.tsx";

/** What is under way is neutral: the colour of success belongs to what is done. */
export const taskStyles = {
  pending: { tone: "unknown", shape: "waiting" },
  in_progress: { tone: "info", shape: "dot" },
  submitted: { tone: "info", shape: "waiting" },
  needs_changes: { tone: "watch", shape: "warning" },
  completed: { tone: "good", shape: "done" },
  cancelled: { tone: "unknown", shape: "stopped" },
} as const satisfies Record<TaskStatus, { tone: Tone; shape: string }>;

export function StatusBadge({ status }: { status: TaskStatus }) {
  const { t } = useTranslation("planting");
  return <Badge {...taskStyles[status]}>{t(`status_${status}`)}</Badge>;
}

/** The state of a task and, beside it, that its time is up. */
export function TaskState({ task }: { task: Pick<PlantTreeTask, "status" | "overdue"> }) {
  const { t } = useTranslation("planting");
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge status={task.status} />
      {task.overdue && (
        <Badge tone="act" shape="failed">
          {t("overdue")}
        </Badge>
      )}
    </span>
  );
}
