import type { Report } from "@nihol/contract/reports";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Section } from "./figure-columns.tsx";
import { ReportTable } from "./report-table.tsx";

/** One wide table does not fit on A4: on paper three stand one below the other. */
const tables: Section[][] = [
  ["land", "trees"],
  ["captures", "tasks"],
  ["devices", "violations"],
];

/** The report as it is printed: a heading with period and maker, then the figures. */
export function ReportPaper({ report }: { report: Report }) {
  const { t } = useTranslation(["reports", "map", "app"]);
  const format = useFormat();
  const { userData } = useUser();
  const { from, to } = report;
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
  // A longer table begins where the one before ends, and goes on over the pages.
  const isShort = report.rows.length <= 12;
  return (
    <article className="paper-landscape hidden text-ink print:block">
      <p className="text-xs font-semibold text-ink-2">{ministry + t("programme")}</p>
      <h1 className="text-xl font-semibold">{t(`title_${report.kind}`)}</h1>
      <p className="text-sm">{about.filter(Boolean).join(" · ")}</p>
      <p className="pb-2 text-2xs text-ink-2">
        {t("note_trees")} {t("note_now")}
      </p>
      {tables.map((sections) => (
        <div key={sections.join()} className={cx("pb-4", isShort && "break-inside-avoid")}>
          <ReportTable report={report} sections={sections} name={(row) => format.name(row.name)} />
        </div>
      ))}
    </article>
  );
}
