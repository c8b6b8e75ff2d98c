import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { RowsSeenText } from "../../../parts/planting/rows-seen.tsx";
import { textLink } from "../../../ui/button.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

const reported = new Set<string>(["submitted", "needs_changes", "completed"]);

/** In the panel of a task: whether its report is true, and the way to the reasons. */
export function TaskVerdict({ task }: { task: PlantTreeTask }) {
  const { t } = useTranslation("verdicts");
  const { data } = useQuery({
    ...recordQuery(paths.plantingVerdict, task.id),
    enabled: reported.has(task.status),
  });
  if (!data) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-3">{t("report_and_ground")}</span>
        <VerdictBadge verdict={data.verdict} />
        <Link to="/admin/verdicts" search={{ open: String(task.id) }} className={textLink}>
          {t("show_reasons")}
        </Link>
      </p>
      {data.rows_seen && (
        <p className="text-ink-2">
          <RowsSeenText rows={data.rows_seen} />
        </p>
      )}
    </div>
  );
}
