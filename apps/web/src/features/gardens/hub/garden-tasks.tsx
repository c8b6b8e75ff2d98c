import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { TaskState } from "../../../parts/states/task-state.tsx";
import { textLink } from "../../../ui/button.tsx";
import { shownMax } from "./garden-queries.ts";
import { HubList } from "./hub-list.tsx";

/** A garden's planting tasks, the last given first; `enabled` for those who may see tasks. */
export const useGardenTasks = (garden: string, enabled: boolean) =>
  useQuery({
    ...recordsQuery(paths.plantTreeTask, { garden, page_size: shownMax, ordering: "-id" }),
    enabled,
  });

export function GardenTasks({ garden }: { garden: string }) {
  const { t } = useTranslation("gardens");
  return (
    <HubList
      label={t("tab_tasks")}
      query={useGardenTasks(garden, true)}
      icon={<ClipboardList />}
      empty={t("tasks_empty")}
      row={(task) => <TaskRow task={task} />}
      all={(text) => (
        <Link to="/admin/tree_task" search={{ garden }} className={textLink}>
          {text}
        </Link>
      )}
    />
  );
}

function TaskRow({ task }: { task: PlantTreeTask }) {
  const { t } = useTranslation(["gardens", "planting"]);
  const format = useFormat();
  return (
    <>
      <Link
        to="/admin/tree_task"
        search={{ garden: String(task.garden.id), open: String(task.id) }}
        className={`${textLink} numeric`}
      >
        № {task.id}
      </Link>
      <TaskState task={task} />
      <span className="numeric grow">
        {task.report_count > 0
          ? t("task_planted", {
              n: format.number(task.submitted_plant_count),
              m: format.number(task.scheduled_plant_count),
            })
          : t("planting:nothing_submitted")}
      </span>
      <span className="numeric text-ink-2">
        {t("planting:due")}: {format.dateShort(task.dueDate)}
      </span>
    </>
  );
}
