import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { narrowScreen, useMedia } from "../../lib/use-media.ts";
import { correctedText } from "./correction-text.ts";

const cell = "border-b border-line px-2 py-1.5 align-top";

/** Approved value, value now, since when and by which records: line by line. */
export function CorrectionsTable({ corrections }: { corrections: readonly ReportCorrection[] }) {
  const { t } = useTranslation(["reports", "roles", "coverage"]);
  const format = useFormat();
  // On a phone the reasons stand in a row of their own below the figures.
  const isNarrow = useMedia(narrowScreen);
  const above = isNarrow && "border-b-0! pb-0!";
  const lineName = ({ kind, line, territory, name }: ReportCorrection) => {
    if (line === "total") return t("total");
    if (line !== "row") return t(`coverage:${line}`);
    return territory === null ? t(`coverage:none_${kind}`) : format.name(name);
  };
  return (
    <div className="overflow-x-auto">
      <table
        aria-label={t("corrections")}
        className="w-full border-separate border-spacing-0 text-xs"
      >
        <thead className="text-start text-ink-3">
          <tr>
            {["corrected_line", "corrected_figure"].map((title) => (
              <th key={title} scope="col" className={`${cell} font-medium`}>
                {t(title)}
              </th>
            ))}
            {["corrected_approved", "corrected_now"].map((title) => (
              <th key={title} scope="col" className={`${cell} text-end font-medium`}>
                {t(title)}
              </th>
            ))}
            {!isNarrow && (
              <th scope="col" className={`${cell} font-medium`}>
                {t("corrected_why")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {corrections.map((one) => (
            <Fragment key={[one.kind, one.line, one.territory, one.title].join()}>
              <tr>
                <th scope="row" className={cx(cell, above, "text-start font-normal")}>
                  {lineName(one)}
                  <span className="block text-2xs text-ink-3">{t(`title_${one.kind}`)}</span>
                </th>
                <td className={cx(cell, above)}>{t(one.title)}</td>
                <td className={cx(cell, above, "numeric text-end")}>
                  {correctedText(one.approved, format)}
                </td>
                <td className={cx(cell, above, "numeric text-end font-medium text-act")}>
                  {correctedText(one.now, format)}
                </td>
                {!isNarrow && (
                  <td className={`${cell} min-w-48`}>
                    <Causes correction={one} />
                  </td>
                )}
              </tr>
              {isNarrow && (
                <tr>
                  <td colSpan={4} className={cell}>
                    <Causes correction={one} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Causes({ correction: { since, causes } }: { correction: ReportCorrection }) {
  const { t } = useTranslation(["reports", "roles", "verdicts"]);
  const format = useFormat();
  if (since === null) return t("cause_unknown");
  const nameOf = (verdict: Verdict) => t(`verdicts:verdict_${verdict}`);
  function verdictText(cause: {
    action: string;
    verdict: Verdict;
    verdict_before: Verdict | null;
  }) {
    const { action, verdict, verdict_before: before } = cause;
    if (action === "verdict_appeal") return t("cause_appeal", { verdict: nameOf(verdict) });
    return before
      ? t("cause_verdict_changed", { before: nameOf(before), verdict: nameOf(verdict) })
      : t("cause_verdict", { verdict: nameOf(verdict) });
  }
  return (
    <>
      {t("cause_since", { date: format.dateTime(since) })}
      <ul className="text-2xs text-ink-3">
        {causes.map(({ at, by, action, resource, record, ...cause }) => (
          <li key={[at, resource, record].join()}>
            {[
              format.dateTime(at),
              t(`roles:resources.${resource}`, { defaultValue: t("section_devices") }),
              record && t("verdicts:task_number", { id: record }),
              cause.verdict && verdictText({ ...cause, verdict: cause.verdict, action }),
              by,
            ]
              .filter(Boolean)
              .join(" · ")}
          </li>
        ))}
      </ul>
    </>
  );
}
