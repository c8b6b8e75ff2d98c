import type { SurvivalDraw } from "@nihol/contract/planting/survival";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { PlotLine } from "./plot-line.tsx";
import type { VisitAt } from "./survival-data.ts";

type Props = { at: VisitAt; draw: SurvivalDraw; spacingM: number | null };

const head = "px-1.5 py-1.5 font-medium first:ps-0 last:pe-0";

/** The plots with their counts; whoever may count types from plot to plot. */
export function PlotTable({ at, draw, spacingM }: Props) {
  const { t } = useTranslation("survival");
  const body = useRef<HTMLTableSectionElement>(null);
  const mayCount = draw.plots.some(({ can }) => can.count);

  /** To the first field of the next plot that may be counted. */
  function goOn(index: number) {
    const rows = [...(body.current?.querySelectorAll("tr") ?? [])].slice(index + 1);
    const next = rows.map((row) => row.querySelector("input")).find((input) => input !== null);
    next?.focus();
    next?.select();
  }

  return (
    <div className="grid gap-1.5">
      {mayCount && <p className="text-xs text-ink-3">{t("keys")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={t("plots")} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-xs text-ink-3">
            <tr>
              <th scope="col" className={`${head} text-start`}>
                {t("plot")}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t("living")}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t("dead")}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t("missing")}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t("note")}
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {draw.plots.map((plot, index) => (
              <PlotLine
                key={plot.id}
                at={at}
                plot={plot}
                radiusM={draw.radius_m}
                spacingM={spacingM}
                onNext={() => goOn(index)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
