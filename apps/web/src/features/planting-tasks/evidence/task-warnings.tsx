import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

/** A mark at a task whose report has warnings; pointed at or read aloud, it says which. */
export function TaskWarnings({ task }: { task: Pick<PlantTreeTask, "warnings"> }) {
  const { t } = useTranslation("planting");
  if (task.warnings.length === 0) return null;
  const text = `${t("warnings")}: ${task.warnings.map((flag) => t(`flag_${flag}`)).join(", ")}`;
  return (
    <span title={text} className="inline-flex items-center text-watch">
      <TriangleAlert aria-hidden className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
