import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** Tasks have no names: their number and their garden identify them. */
export function useTaskName(): (task: Pick<PlantTreeTask, "id" | "garden">) => string {
  const { t } = useTranslation("planting");
  const format = useFormat();
  return ({ id, garden }) => t("task_name", { id, garden: format.name(garden.name) });
}
