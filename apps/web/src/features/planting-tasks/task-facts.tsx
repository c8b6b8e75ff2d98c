import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { textLink } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { ReplantingLinks } from "./replanting-links.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { TaskTimeline } from "./task-timeline.tsx";

/** Details of a task: what it asks for, how far it is, and how it came there. */
export function TaskFacts({ task }: { task: PlantTreeTaskDetail }) {
  const { t } = useTranslation(["planting", "tasks"]);
  const format = useFormat();
  return (
    <div className="grid gap-5">
      <TaskProgress task={task} />
      <ReplantingLinks task={task} />
      <KeyValues>
        <KeyValue label={t("garden")}>
          <GardenLink garden={task.garden} />
        </KeyValue>
        <KeyValue label={t("region")}>{format.name(task.region?.name)}</KeyValue>
        <KeyValue label={t("district")}>{format.name(task.district?.name)}</KeyValue>
        <KeyValue label={t("ministry")}>{format.name(task.ministry?.name)}</KeyValue>
        <KeyValue label={t("tasks:contractor")}>{format.name(task.contractor?.name)}</KeyValue>
        <KeyValue label={t("assigned")}>{format.date(task.assignedDate)}</KeyValue>
        <KeyValue label={t("due")}>{format.date(task.dueDate)}</KeyValue>
        <KeyValue label={t("spacing")}>
          {task.spacing_m !== null && t("metres", { n: format.number(task.spacing_m, 2) })}
        </KeyValue>
        <KeyValue label={t("created")}>{format.dateTime(task.created_at)}</KeyValue>
      </KeyValues>
      <TaskTimeline task={task.id} />
    </div>
  );
}

function GardenLink({ garden }: { garden: PlantTreeTaskDetail["garden"] }) {
  const format = useFormat();
  const maySee = useHolds("garden.view");
  if (!maySee) return format.name(garden.name);
  return (
    <Link to="/admin/gardens" search={{ open: String(garden.id) }} className={textLink}>
      {format.name(garden.name)}
    </Link>
  );
}
