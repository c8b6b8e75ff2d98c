import type { Report } from "@nihol/contract/reports/reports";
import { changeIn, headlineFigures } from "@nihol/contract/values/reports/report-change";
import { measuredParts } from "@nihol/locales/format-change";
import { headlineBasis, headlineChange } from "@nihol/locales/report-headline";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { useCoverageWords } from "../../parts/counts/coverage-line.tsx";
import { OneLine } from "../../ui/table/one-line.tsx";

/** The report in five figures: each with its range, its change, and what it rests on or why there is none. */
export function ReportSummary({ report }: { report: Report }) {
  const { t } = useTranslation("reports");
  const { language } = useFormat();
  const words = {
    ...useCoverageWords(),
    report: (key: string, params?: Record<string, string>) => t(key, params ?? {}),
  };
  const { total, from, to } = report;
  return (
    <section aria-label={t("headline")} className="px-5 pb-2 @max-sm/list:px-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-6 gap-y-2">
        {headlineFigures.map((figure) => {
          const { title, section, unit, of } = figure;
          const now = of(total);
          const ground = section === "trees" ? total.compared?.seen_m2 : undefined;
          const change = headlineChange(changeIn(figure, total), unit, words, ground);
          const { value, range } = measuredParts(now, unit, language);
          return (
            <div key={title} className="grid min-w-0 content-start">
              <dt className="text-xs text-ink-3">{t(title)}</dt>
              <dd className="numeric text-lg font-semibold tracking-tight">
                {value}
                {range && <span className="ms-1.5 text-xs font-normal text-ink-2">{range}</span>}
              </dd>
              {total.before && <dd className="numeric text-xs">{change}</dd>}
              <dd className="numeric min-w-0 text-xs text-ink-3">
                <OneLine text={headlineBasis[title](total, words, from !== null || to !== null)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
