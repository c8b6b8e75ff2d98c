import type { TaskDueDay } from "@nihol/contract/planting/task-views";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import {
  Ban,
  Check,
  Circle,
  CircleAlert,
  Clock,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useTaskName } from "../task/task-name.ts";

type Task = TaskDueDay["tasks"][number];
type Props = { task: Task; onOpen: (id: string) => void; wraps?: boolean };

/** The state's sign, for where its word has no room. */
const signs: Record<TaskStatus, LucideIcon> = {
  pending: Clock,
  in_progress: Circle,
  submitted: Clock,
  needs_changes: TriangleAlert,
  completed: Check,
  cancelled: Ban,
};

const colors: Record<TaskStatus, string> = {
  pending: "text-ink-2",
  in_progress: "text-info",
  submitted: "text-info",
  needs_changes: "text-watch",
  completed: "text-good",
  cancelled: "text-ink-3",
};

/** Shows one task on a day: its garden, and its state as a sign with its word read aloud. */
export function DueTask({ task, onOpen, wraps }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const taskName = useTaskName();
  const Sign = task.overdue ? CircleAlert : signs[task.status];
  const state = task.overdue ? t("overdue") : t(`status_${task.status}`);
  return (
    <button
      type="button"
      title={`${taskName(task)}: ${state}`}
      onClick={() => onOpen(String(task.id))}
      className="flex w-full min-w-0 items-center gap-1 rounded px-1 py-0.5 text-start text-xs hover:bg-sunken pointer-coarse:min-h-11"
    >
      <Sign
        aria-hidden
        className={cx("size-3 shrink-0", task.overdue ? "text-act" : colors[task.status])}
      />
      <span className={wraps ? "break-words" : "truncate"}>{format.name(task.garden.name)}</span>
      <span className={wraps ? "text-ink-3" : "sr-only"}>{state}</span>
    </button>
  );
}
