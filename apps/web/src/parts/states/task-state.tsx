import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

/** Styles by status: work under way is neutral, for the colour of success belongs to what is done. */
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

type Props = {
  task: Pick<PlantTreeTask, "status" | "days_left" | "contradicted_plant_count">;
  /** Each on a line of its own: in a table that has room for both in some fonts only, all rows below would move. */
  stacked?: boolean;
};

/** The state of a task and, beside it, for how many days its time has been up. */
export function TaskState({ task, stacked }: Props) {
  const { t } = useTranslation(["tasks", "planting"]);
  const format = useFormat();
  const { status, days_left: days } = task;
  return (
    <span className={cx("inline-flex gap-1", stacked ? "flex-col items-start" : "flex-wrap")}>
      <StatusBadge status={status} />
      {task.contradicted_plant_count > 0 && (
        <Badge tone="act" shape="warning">
          {t("planting:contradicted_report")}
        </Badge>
      )}
      {days !== null && days < 0 && (
        <Badge tone="act" shape="failed">
          {t("overdue_by", { n: format.number(-days) })}
        </Badge>
      )}
    </span>
  );
}
