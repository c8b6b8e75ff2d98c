import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { StatusBadge } from "../../parts/states/task-state.tsx";
import { textLink } from "../../ui/button.tsx";

/** The task whose lost trees this one plants again, and those that plant this one's. */
export function ReplantingLinks({ task }: { task: PlantTreeTaskDetail }) {
  const { t } = useTranslation(["tasks", "planting"]);
  const format = useFormat();
  const { replaces, replanted_by: again } = task;
  if (replaces === null && again.length === 0) return null;
  return (
    <section className="grid gap-1.5 text-sm" aria-label={t("replanting")}>
      <h3 className="font-semibold">{t("replanting")}</h3>
      {replaces !== null && (
        <Link to="/admin/tree_task" search={{ open: String(replaces) }} className={textLink}>
          {t("replanting_of", { id: replaces })}
        </Link>
      )}
      {again.map(({ id, status, scheduled, submitted }) => (
        <p key={id} className="flex flex-wrap items-center gap-2">
          <Link to="/admin/tree_task" search={{ open: String(id) }} className={textLink}>
            {t("planting:number", { id })}
          </Link>
          <StatusBadge status={status} />
          <span className="numeric text-ink-2">
            {t("replanting_trees", {
              n: format.number(submitted),
              m: format.number(scheduled),
            })}
          </span>
        </p>
      ))}
      <p className="text-xs text-ink-3">{t("replanting_note")}</p>
    </section>
  );
}
