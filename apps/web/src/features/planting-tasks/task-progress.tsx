import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { ProgressBar } from "../../ui/progress.tsx";
import { StockHeight } from "./stock-height.tsx";

const number = "numeric py-1.5 ps-3 text-end whitespace-nowrap";

/** Compares the trees ordered with those that the report says were planted: by tree type and in all. */
export function TaskProgress({ task }: { task: PlantTreeTaskDetail }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const isReported = task.report_count > 0;
  const done = (count: number) => (isReported ? format.number(count) : "–");
  const share = task.submitted_plant_count / Math.max(1, task.scheduled_plant_count);
  return (
    <section className="grid gap-2" aria-label={t("progress")}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-sm font-semibold">{t("progress")}</h3>
        {isReported ? (
          <span className="numeric text-sm">{format.share(share, 0)}</span>
        ) : (
          <span className="text-sm text-ink-3">– {t("nothing_submitted")}</span>
        )}
      </div>
      {isReported && <ProgressBar label={t("progress")} share={share} />}
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t("tree_type")}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-medium">
              {t("scheduled")}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-medium">
              {t("submitted")}
            </th>
          </tr>
        </thead>
        <tbody>
          {task.items.map(({ tree_type, quantity, submitted, stock_height_cm }) => (
            <tr key={tree_type.id} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal">
                {format.name(tree_type.name)}
                <StockHeight cm={stock_height_cm} />
              </th>
              <td className={number}>{format.number(quantity)}</td>
              <td className={number}>{done(submitted)}</td>
            </tr>
          ))}
          {task.unplanned.map(({ tree_type, submitted }) => (
            <tr key={tree_type.id} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal">
                {format.name(tree_type.name)}{" "}
                <span className="text-xs text-ink-3">{t("unplanned")}</span>
              </th>
              <td className={number}>–</td>
              <td className={number}>{done(submitted)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-semibold">
            <th scope="row" className="py-1.5 text-start font-semibold">
              {t("total")}
            </th>
            <td className={number}>{format.number(task.scheduled_plant_count)}</td>
            <td className={number}>{done(task.submitted_plant_count)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
