/** Notes of a report on paper besides its tables: who approved it, where its figures come from, what was corrected. */
import type { ReportApproval, ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import { formatNumber, noValue } from "@nihol/locales/format-number";
import { modelName } from "@nihol/locales/model-name";
import type { Words } from "../../shared/files/words.ts";
import { type Line, linesOf } from "./figures/columns.ts";

/** Says who submitted and who approved the figures, and their state; undefined where nobody has. */
export function approvalText({ approval }: Report, words: Words): string | undefined {
  if (!approval) return undefined;
  const { approved, submitted, state, version } = approval;
  const signed = (key: string, { by, at }: { by: string; at: string }) =>
    words.text(`reports.${key}`, { name: by, date: words.moment(at), n: version });
  return [
    approved && signed("approved_by", approved),
    signed(state === "approved" ? "period_submitted_as" : `period_${state}`, submitted),
  ]
    .filter(Boolean)
    .join("  ·  ");
}

function daysText(from: string | null, to: string | null, words: Words): string {
  if (!from || !to) return noValue;
  return from === to ? words.date(from) : `${words.date(from)} – ${words.date(to)}`;
}

/** Where each group of figures comes from, and of which day it is. */
export function sourcesText({ total, made_at }: Report, words: Words): string {
  const { coverage, trees, changes, survival } = total;
  const number = (value: number) => formatNumber(value, words.language);
  // Of no image there is neither day nor model.
  const days = daysText(coverage.from, coverage.to, words);
  const params = {
    date: words.moment(made_at),
    images: [number(coverage.images), days, ...(trees?.models.map(modelName) ?? [])]
      .filter((part) => part !== noValue)
      .join(", "),
    comparisons: number(changes?.comparisons ?? 0),
    plots: number(survival.plots),
    counted: daysText(survival.from, survival.to, words),
  };
  return words.text("reports.sources", params);
}

/** The number of a correction's footnote, by its line and column; 0 where the figure stands. */
export function footnoteOf(approval: ReportApproval | null, line: Line, title: string): number {
  const found = approval?.corrections.findIndex(
    (one) => one.line === line.line && one.territory === line.territory && one.title === title,
  );
  return (found ?? -1) + 1;
}

function valueText(value: ReportCorrection["now"], words: Words): string {
  if (value === null) return noValue;
  return typeof value === "number" ? formatNumber(value, words.language, 2) : words.date(value);
}

/** "[1] Khatlon – Trees planted: approved 37, now 39, records changed since 22.11.2026" */
export function footnotes(report: Report, words: Words): string[] {
  const names = new Map(
    linesOf(report, words).map(({ line, territory, name }) => [`${line} ${territory}`, name]),
  );
  return (report.approval?.corrections ?? []).map((one, index) =>
    words.text("reports.footnote", {
      n: index + 1,
      line: names.get(`${one.line} ${one.territory}`) ?? words.name(one.name),
      title: words.text(`reports.${one.title}`),
      approved: valueText(one.approved, words),
      now: valueText(one.now, words),
      why: one.since
        ? words.text("reports.cause_since", { date: words.moment(one.since) })
        : words.text("reports.cause_unknown"),
    }),
  );
}
