import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { dueSoonDays } from "@nihol/contract/values/plant-tree-task-states";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";

type Props = { task: Pick<PlantTreeTask, "days_left"> };

/** Days that are left, or have passed since; nothing where nothing is to be planted or the day is far. */
export function DueNote({ task: { days_left: days } }: Props) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  if (days === null || days > dueSoonDays) return null;
  const n = format.number(Math.abs(days));
  return (
    <span className={cx("text-xs whitespace-nowrap", days < 0 ? "text-act" : "text-watch")}>
      {days === 0 ? t("due_today") : t(days < 0 ? "overdue_by" : "due_in", { n })}
    </span>
  );
}
