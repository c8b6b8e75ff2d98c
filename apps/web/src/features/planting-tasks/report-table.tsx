import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { ReportFlags } from "./evidence/report-flags.tsx";
import { ReportLine } from "./report-line.tsx";

type Props = {
  task: number;
  rows: readonly PlantTreeReport[];
  onEdit: (row: PlantTreeReport) => void;
  onDelete: (row: PlantTreeReport) => void;
};

const head = "px-2 py-1.5 font-medium first:ps-0 last:pe-0";

/** The specification's report table: type, count, plant date, image date, with image and place. */
export function ReportTable({ task, rows, onEdit, onDelete }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("report")} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className={`${head} text-start`}>
              {t("app:photo")}
            </th>
            <th scope="col" className={`${head} text-start`}>
              {t("tree_type")}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t("count")}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t("plant_date")}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {t("image_date")}
            </th>
            <th scope="col" className={`${head} text-start`}>
              {t("position")}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <ReportLine row={row} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
              <ReportFlags task={task} row={row} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
