import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { EllipsisVertical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { useTaskName } from "../task/task-name.ts";
import { moveKey } from "../task/transition-words.ts";
import { moveRefusal } from "./move-refusal.ts";
import type { Move } from "./use-move.tsx";
import { useRefusalText } from "./use-refusal-text.ts";

type Props = { task: PlantTreeTask; onMove: Move };

/** The other columns: where the task may go with the step's name, and where not with the reason. */
export function MoveMenu({ task, onMove }: Props) {
  const { t } = useTranslation(["planting", "tasks"]);
  const taskName = useTaskName();
  const refusalText = useRefusalText();
  return (
    <Menu
      trigger={
        <IconButton
          label={t("tasks:move", { task: taskName(task) })}
          data-move
          className="-my-1 -me-1"
        >
          <EllipsisVertical />
        </IconButton>
      }
    >
      {taskStatuses
        .filter((to) => to !== task.status)
        .map((to) => {
          const refusal = moveRefusal(task, to);
          return (
            <MenuItem key={to} disabled={Boolean(refusal)} onSelect={() => onMove(task, to)}>
              <span className="grid max-w-64 py-0.5">
                <span>{t(`status_${to}`)}</span>{" "}
                <span className="text-xs text-ink-3">
                  {refusal ? refusalText(refusal) : t(moveKey(task.status, to))}
                </span>
              </span>
            </MenuItem>
          );
        })}
    </Menu>
  );
}
