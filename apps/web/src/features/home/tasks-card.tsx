import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Tasks that are still to be planted, what is due first before the others. */
export function TasksCard() {
  const { t } = useTranslation(["home", "tasks", "planting"]);
  const format = useFormat();
  const may = useHolds("planttreetask.view");
  const search = { status: "to_plant", ordering: "days_left" };
  const query = useQuery({
    ...recordsQuery(paths.plantTreeTask, { ...search, page_size: shownRows }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <HomeCard
      title={t("tasks")}
      all={{ to: "/admin/tree_task", search }}
      query={query}
      none={t("tasks_none")}
      row={(task) => ({
        id: task.id,
        to: "/admin/tree_task",
        search: { open: String(task.id) },
        name: (
          <>
            {format.name(task.garden.name)}{" "}
            <span className="numeric text-ink-3">{t("planting:number", { id: task.id })}</span>
          </>
        ),
        detail: <DaysLeft days={task.days_left} />,
      })}
    />
  );
}

function DaysLeft({ days }: { days: number | null }) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  if (days === null) return "–";
  if (days < 0)
    return (
      <Badge tone="act" shape="failed">
        {t("overdue_by", { n: format.number(-days) })}
      </Badge>
    );
  return days === 0 ? t("due_today") : t("due_in", { n: format.number(days) });
}
