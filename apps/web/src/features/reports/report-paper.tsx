import type { Report } from "@nihol/contract/reports/reports";
import { saysOfCover } from "@nihol/contract/values/reports/report-cover";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { usePrinting } from "../../lib/use-printing.ts";
import { useOnceIdle } from "../../lib/when-idle.ts";
import { ReportMap } from "./report-map.tsx";
import { ReportSummary } from "./report-summary.tsx";
import { ReportTable } from "./report-table.tsx";

/** Groups of sections, a table each: a single wide table does not fit on A4, so on paper they stand one below the other. */
const tables: ReportSection[][] = [
  ["land", "trees"],
  ["captures", "tasks"],
  ["changes", "survival"],
  ["devices", "violations"],
];

type Props = {
  report: Report;
  /** Lines without data that are not shown. */
  leftOut: number;
  isApproved: boolean;
};

/**
 * The report as it is printed: a heading with period and maker, then the figures. As many figures as on the screen are
 * drawn for the printer alone; the first page, whose map has outlines to fetch, once nothing else is to do.
 */
export function ReportPaper(props: Props) {
  const format = useFormat();
  const isPrinting = usePrinting();
  const isIdle = useOnceIdle();
  const { report, isApproved } = props;
  // A longer table begins where the one before ends, and goes on over the pages.
  const isShort = report.rows.length <= 12;
  return (
    <article className="paper-landscape hidden text-ink print:block">
      {isPrinting && <Heading {...props} />}
      {(isPrinting || isIdle) && (
        <div className="has-[svg]:break-after-page">
          <ReportSummary report={report} />
          <ReportMap report={report} />
          <Signature />
        </div>
      )}
      {isPrinting &&
        tables.map((sections) => (
          <div key={sections.join()} className={cx("pb-4", isShort && "break-inside-avoid")}>
            <ReportTable
              report={report}
              isApproved={isApproved}
              sections={sections}
              name={(row) => format.name(row.name)}
            />
          </div>
        ))}
    </article>
  );
}

function Heading({ report, leftOut }: Props) {
  const { t } = useTranslation(["reports", "map", "app", "coverage"]);
  const format = useFormat();
  const { userData } = useUser();
  const { from, to, before } = report;
  const beforeDates = before
    ? `${format.dateShort(before.from)} – ${format.dateShort(before.to)}`
    : "";
  const dates =
    from || to
      ? `${from ? format.date(from) : "…"} – ${to ? format.date(to) : "…"}`
      : t("period_all");
  const name = [userData?.first_name, userData?.last_name].filter(Boolean).join(" ");
  const about = [
    t("period_is", { dates }),
    report.region && t("region_is", { name: format.name(report.region.name) }),
    t("made", { date: format.dateTime(report.made_at), name }),
  ];
  const ministry = userData?.ministry ? `${format.name(userData.ministry.name)} · ` : "";
  return (
    <>
      <p className="text-xs font-semibold text-ink-2">{ministry + t("programme")}</p>
      <h1 className="text-xl font-semibold">{t(`title_${report.kind}`)}</h1>
      <p className="text-sm">{about.filter(Boolean).join(" · ")}</p>
      <p className="pb-2 text-2xs text-ink-2">
        {t("note_trees")} {t("note_now")} {t("note_planting")} {t("note_survival")}{" "}
        {t("coverage:ranges_note")} {saysOfCover(report) && t("note_cover")}{" "}
        {before && t("note_before", { dates: beforeDates })}{" "}
        {leftOut > 0 && t("left_out", { n: leftOut })}
      </p>
    </>
  );
}

/** Lines for name, post, signature and day. */
function Signature() {
  const { t } = useTranslation("violations");
  return (
    <div className="grid grid-cols-4 gap-x-6 px-5 pt-12 text-2xs text-ink-2">
      {["sign_name", "sign_post", "sign_signature", "sign_date"].map((part) => (
        <p key={part} className="border-t border-line-strong pt-1">
          {t(part)}
        </p>
      ))}
    </div>
  );
}
