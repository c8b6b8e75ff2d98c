import type { Report, ReportRow } from "@nihol/contract/reports/reports";
import { isEmptyRow, withoutEmptyRows } from "@nihol/contract/values/reports/empty-rows";
import { saysOfCover } from "@nihol/contract/values/reports/report-cover";
import { type ReportKind, reportSections } from "@nihol/contract/values/reports/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, ClipboardList } from "lucide-react";
import { useDeferredValue, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { useFormat } from "../../lib/text/format.ts";
import { PeriodFilter } from "../../map/layers/period-filter.tsx";
import { PlaceFilters } from "../../parts/territory/place-filters.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Toolbar } from "../../ui/table/list-layout.tsx";
import { ApprovalStrip } from "./approval-strip.tsx";
import { FigureRows } from "./figure-link.tsx";
import { PeriodsMenu } from "./periods-menu.tsx";
import { askReport, reportCall } from "./report-calls.ts";
import { ReportDownload } from "./report-download.tsx";
import { ReportPaper } from "./report-paper.tsx";
import type { ReportSearch } from "./report-search.ts";
import { ReportSummary } from "./report-summary.tsx";
import { ReportTable } from "./report-table.tsx";
import { SectionNav } from "./section-nav.tsx";

/** As many as a large screen shows. */
const firstLines = 24;

type Props = { kind: ReportKind; search: ReportSearch };

/** The figures of every region, or of every district: on the screen, on paper and as files. */
export function ReportScreen({ kind, search }: Props) {
  const { t } = useTranslation(["reports", "map", "coverage"]);
  const changeSearch = useChangeSearch();
  const { path, params } = reportCall(kind, search);
  const query = useQuery({
    queryKey: [path, params],
    queryFn: ({ signal }) => askReport(kind, search, signal),
    placeholderData: keepPreviousData,
  });
  const report = query.data;
  const scroller = useRef<HTMLElement>(null);
  const rows = report?.rows ?? [];
  const emptyRows = rows.filter(isEmptyRow).length;
  // Of dozens of districts most may say nothing yet; where none says anything, all are there to be seen.
  const [chosen, setChosen] = useState<boolean>();
  const filledOnly = chosen ?? (kind === "district" && emptyRows < rows.length);
  const shown = report && filledOnly ? withoutEmptyRows(report) : report;
  const isEmpty = report !== undefined && report.rows.length === 0;

  // Renders first what is in sight: to lay out all lines takes the browser three times as long.
  const isWhole = useDeferredValue(report !== undefined, false);

  const change = (next: ReportSearch) =>
    changeSearch((before) => ({ ...before, ...next }), { replace: true });

  return (
    // On a phone the heading scrolls away: the table then has the screen.
    <div className="flex h-full min-h-0 flex-col bg-surface max-sm:overflow-y-auto print:block print:h-auto">
      <div data-print="no">
        <PageHeader
          title={t(`title_${kind}`)}
          text={t(`about_${kind}`)}
          actions={
            <>
              <PeriodsMenu onChoose={change} />
              <ReportDownload
                kind={kind}
                search={search}
                lines={chosen === undefined ? undefined : chosen ? "filled" : "all"}
                disabled={isEmpty}
              />
            </>
          }
        />
        <Toolbar>
          <PlaceAndPeriod kind={kind} search={search} onChange={change} />
          {emptyRows > 0 && (
            <Checkbox checked={filledOnly} onChange={setChosen}>
              {t("hide_empty", { n: emptyRows })}
            </Checkbox>
          )}
          {report && !isEmpty && <SectionNav scroller={scroller} />}
        </Toolbar>
        {report && <ApprovalStrip report={report} search={search} onChange={change} />}
        {report && !isEmpty && <ReportSummary report={report} />}
      </div>
      {query.isError && !report && (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div className="px-5 py-4">
          <SkeletonLines lines={10} />
        </div>
      )}
      {isEmpty && (
        <EmptyState icon={<ClipboardList />} title={t("empty_title")} text={t("empty_text")} />
      )}
      {report && !isEmpty && (
        <>
          <section
            ref={scroller}
            aria-label={t(`title_${kind}`)}
            aria-busy={query.isFetching || !isWhole || undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by the arrows
            tabIndex={0}
            className={`relative min-h-0 grow overflow-auto border-t border-line max-sm:min-h-[calc(100dvh-8rem)] print:hidden ${query.isPlaceholderData ? "opacity-60" : ""}`}
          >
            <FigureRows>
              <ReportTable
                report={shown ?? report}
                isApproved={search.figures !== "now"}
                sections={reportSections}
                lines={isWhole ? undefined : firstLines}
                name={(row) => <RowName kind={kind} row={row} search={search} />}
              />
            </FigureRows>
          </section>
          <ReportNotes report={report} />
          <ReportPaper
            report={shown ?? report}
            leftOut={filledOnly ? emptyRows : 0}
            isApproved={search.figures !== "now"}
          />
        </>
      )}
    </div>
  );
}

/** Explains what is counted and how; a period without anything is named before it is unfolded. */
function ReportNotes({ report }: { report: Report }) {
  const { t } = useTranslation(["reports", "coverage"]);
  return (
    <details className="border-t border-line px-5 py-2 text-xs text-ink-3 print:hidden">
      <summary className="w-fit cursor-pointer">
        {nothingHappened(report) && <strong className="me-2">{t("empty_period")}</strong>}
        {t("notes")}
      </summary>
      <p className="pt-1">
        {t("note_trees")} {t("note_now")} {t("note_planting")} {t("note_survival")}{" "}
        {t("coverage:ranges_note")} {saysOfCover(report) && t("note_cover")}{" "}
        {report.before && <BeforeNote before={report.before} />}{" "}
        {report.outside && t("coverage:outside_note")}
      </p>
    </details>
  );
}

/** Explains the small figures. */
function BeforeNote({ before }: { before: NonNullable<Report["before"]> }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const dates = `${format.dateShort(before.from)} – ${format.dateShort(before.to)}`;
  return t("note_before", { dates });
}

/** Tells whether a period holds neither trees nor images, tasks nor violations. */
function nothingHappened({ from, to, total }: Report): boolean {
  const events =
    (total.trees?.total ?? 0) + total.captures.count + total.tasks.count + total.violations.count;
  return (from !== null || to !== null) && events === 0;
}

type FilterProps = Props & { onChange: (next: ReportSearch) => void };

/** Chooses the region whose districts are shown, and the days. */
function PlaceAndPeriod({ kind, search, onChange }: FilterProps) {
  return (
    <>
      {kind === "district" && search.region && <BackToRegions search={search} />}
      {kind === "district" && (
        <PlaceFilters
          of={["region"]}
          value={search}
          onChange={({ region }) => onChange({ region })}
        />
      )}
      <PeriodFilter
        inline
        value={search}
        onChange={({ period, from, to }) => onChange({ period, from, to, figures: undefined })}
      />
    </>
  );
}

function BackToRegions({ search }: { search: ReportSearch }) {
  const { t } = useTranslation("reports");
  return (
    <Link
      to="/admin/report_by_region"
      search={{ ...search, region: undefined }}
      className={buttonClass("quiet")}
    >
      <ChevronLeft aria-hidden className="size-4" />
      {t("back_to_regions")}
    </Link>
  );
}

type RowNameProps = Props & { row: ReportRow };

/** A region's name leads to its districts, of the same period. */
function RowName({ kind, row, search }: RowNameProps) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const name = format.name(row.name);
  if (kind === "district") return name;
  return (
    <Link
      to="/admin/report_by_district"
      search={{ ...search, region: String(row.id) }}
      title={t("open_districts", { name })}
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-accent hover:underline pointer-coarse:-my-1 pointer-coarse:min-h-11"
    >
      {name}
      <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
    </Link>
  );
}
