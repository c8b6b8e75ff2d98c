import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { TaskState } from "../../parts/states/task-state.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { TaskWarnings } from "./evidence/task-warnings.tsx";
import { DueNote } from "./task/due-note.tsx";
import { VerdictBadge } from "./verdicts/verdict-badge.tsx";

/** The columns of the list of planting tasks. */
export function useTaskColumns(): Column<PlantTreeTask>[] {
  const { t } = useTranslation(["planting", "tasks", "app"]);
  const format = useFormat();
  const counts = useCountColumns();
  return [
    {
      id: "gardenName",
      header: t("garden"),
      sortable: true,
      cell: (task) => (
        <span className="block @md/list:min-w-28">{format.name(task.garden.name)}</span>
      ),
    },
    { id: "id", header: t("app:id"), sortable: true, secondary: true, cell: ({ id }) => id },
    {
      id: "district",
      header: t("district"),
      secondary: true,
      optional: true,
      cell: (task) => format.name((task.district ?? task.region)?.name) || "–",
    },
    {
      id: "ministryName",
      header: t("ministry"),
      sortable: true,
      secondary: "wide",
      cell: (task) => format.name(task.ministry?.name) || "–",
    },
    {
      id: "contractor",
      header: t("tasks:contractor"),
      secondary: true,
      optional: true,
      cell: (task) => format.name(task.contractor?.name) || "–",
    },
    {
      id: "trees",
      header: t("trees"),
      secondary: true,
      cell: (task) => <Trees items={task.items} />,
    },
    {
      id: "status",
      header: t("status"),
      sortable: true,
      cell: (task) => (
        <span className="inline-flex items-center gap-1.5">
          <TaskState task={task} stacked />
          <TaskWarnings task={task} />
        </span>
      ),
    },
    {
      id: "assignedDate",
      header: t("assigned"),
      align: "right",
      sortable: true,
      secondary: "wide",
      cell: (task) => format.dateShort(task.assignedDate),
    },
    {
      id: "dueDate",
      header: t("due"),
      align: "right",
      sortable: true,
      wide: true,
      cell: (task) => <DueDay task={task} />,
    },
    {
      id: "days_left",
      header: t("tasks:days_left"),
      align: "right",
      sortable: true,
      secondary: true,
      optional: true,
      cell: ({ days_left }) => (days_left === null ? "–" : format.number(days_left)),
    },
    ...counts,
  ];
}

/** Columns of what was to be planted, what was reported, and what became of it. */
function useCountColumns(): Column<PlantTreeTask>[] {
  const { t } = useTranslation(["planting", "verdicts"]);
  const format = useFormat();
  return [
    {
      id: "scheduled_plant_count",
      header: t("scheduled"),
      align: "right",
      sortable: true,
      secondary: "wide",
      cell: (task) => format.number(task.scheduled_plant_count),
    },
    {
      id: "submitted_plant_count",
      header: t("submitted"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (task) => <Submitted task={task} />,
    },
    {
      id: "verdict",
      header: t("verdicts:verdict"),
      secondary: true,
      optional: true,
      cell: ({ verdict }) => (verdict ? <VerdictBadge verdict={verdict} /> : "–"),
    },
    {
      id: "survival",
      header: t("survival_percent"),
      align: "right",
      secondary: true,
      optional: true,
      cell: ({ survival }) => <Survival of={survival} />,
    },
  ];
}

function Trees({ items }: { items: PlantTreeTask["items"] }) {
  const format = useFormat();
  const [first, ...others] = items;
  if (!first) return "–";
  return (
    <span>
      {format.name(first.tree_type.name)}
      {others.length > 0 && <span className="text-ink-3"> +{others.length}</span>}
    </span>
  );
}

/** A dash with its reason where nothing was reported: that is not "none planted". */
function Submitted({ task }: { task: PlantTreeTask }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  if (task.report_count === 0)
    return (
      <span className="text-ink-3" title={t("nothing_submitted")}>
        –<span className="sr-only"> {t("nothing_submitted")}</span>
      </span>
    );
  if (task.contradicted_plant_count > 0)
    return (
      <>
        {format.number(task.submitted_plant_count - task.contradicted_plant_count)}
        <span className="block text-xs text-act">
          {t("contradicted_of", { n: format.number(task.contradicted_plant_count) })}
        </span>
      </>
    );
  return format.number(task.submitted_plant_count);
}

function DueDay({ task }: { task: PlantTreeTask }) {
  const format = useFormat();
  return (
    <>
      {format.dateShort(task.dueDate)}
      {task.days_left !== null && task.days_left >= 0 && (
        <span className="block empty:hidden">
          <DueNote task={task} />
        </span>
      )}
    </>
  );
}

/** The share that lives, and after how many years. */
function Survival({ of }: { of: PlantTreeTask["survival"] }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  if (!of) return "–";
  return (
    <>
      {format.share(of.rate.value, 0)}
      <span className="block text-xs text-ink-3">{t("survival_after", { n: of.year })}</span>
    </>
  );
}
