import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";

/** States what is to be done: planting, changes, or a survival visit; and by when, if it is no visit. */
export function TaskState({ task }: { task: FieldTask }) {
  const { t } = useTranslation(["planting", "survival"]);
  const format = useFormat();
  const needsChanges = task.status === "needs_changes";
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-sm">
      {task.survival_due ? (
        <Badge tone="info" shape="dot">
          {t("status_survival_due")}
        </Badge>
      ) : (
        <Badge tone={needsChanges ? "watch" : "info"} shape={needsChanges ? "warning" : "dot"}>
          {t(`status_${task.status}`)}
        </Badge>
      )}
      {task.overdue && (
        <Badge tone="act" shape="failed">
          {t("overdue")}
        </Badge>
      )}
      {!task.survival_due && (
        <span className="text-ink-3">
          {t("survival:due_on", { date: format.dateShort(task.dueDate) })}
        </span>
      )}
    </span>
  );
}

/** Trees of reports that wait on this phone: they are not to be reported twice. */
export function TreesWaiting({ n }: { n: number }) {
  const { t } = useTranslation("field");
  const format = useFormat();
  if (n === 0) return null;
  return (
    <span className="ms-2 inline-flex">
      <Badge tone="watch" shape="waiting">
        {t("trees_waiting", { n: format.number(n) })}
      </Badge>
    </span>
  );
}

/** Tasks have no names: their number and their garden identify them. */
export function useTaskName(): (task: {
  task: number;
  garden: Record<string, string | undefined>;
}) => string {
  const { t } = useTranslation("planting");
  const format = useFormat();
  return ({ task, garden }) => t("task_name", { id: task, garden: format.name(garden) });
}
