import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { Report, ReportLine, ReportRow } from "@nihol/contract/reports/reports";
import { coverShown } from "@nihol/contract/values/reports/report-cover";
import type { ReportLineKind } from "@nihol/contract/values/reports/report-periods";
import type { LinePlace } from "@nihol/contract/values/reports/report-rows";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import { noValue } from "@nihol/locales/format-number";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useCoverageWords } from "../../parts/counts/coverage-line.tsx";
import { useCountBasis } from "../../parts/counts/tree-count.tsx";
import { OneLine } from "../../ui/table/one-line.tsx";
import { FigureChange } from "./figure-change.tsx";
import { columnsOf, type FigureColumn } from "./figure-columns.tsx";
import { FigureCorrection } from "./figure-correction.tsx";
import { FigureLink, useOpenTrees } from "./figure-link.tsx";
import type { Scale } from "./figure-scale.ts";
import { type FigureTrees, type FigureWay, useFigureWays, type WayFrom } from "./figure-ways.ts";

type Props = {
  report: Report;
  /** The figures are those of the approval, if there is one. */
  isApproved: boolean;
  sections: readonly ReportSection[];
  /** Renders a row's name: plain words, or the link to its districts. */
  name: (row: ReportRow) => ReactNode;
  /** Only so many lines above the sums, where the others follow. */
  lines?: number | undefined;
};

/** Territories line by line under grouped headings, the names and the sums always in view. */
export function ReportTable({ report, isApproved, sections, name, lines }: Props) {
  const { t } = useTranslation(["reports", "map", "coverage"]);
  const format = useFormat();
  const basis = useCountBasis();
  const coverage = useCoverageWords();
  const columns = useTableColumns(sections, report);
  const maxTrees = Math.max(0, ...report.rows.map((row) => row.trees?.total ?? 0));
  const inPeriod = report.from !== null || report.to !== null;
  const scale: Scale = {
    t: (key, values) => t(key, values ?? {}),
    format,
    maxTrees,
    basis,
    coverage,
    inPeriod,
  };
  const { outside, grand_total, total } = report;
  // Beside today's figures a mark of what they are today says nothing.
  const corrected = isApproved ? (report.approval?.corrections ?? []) : [];
  const correctionsIn = (line: ReportLineKind, id: number | null = null) =>
    corrected.filter((one) => one.line === line && one.territory === id);
  const days = { from: report.from ?? undefined, to: report.to ?? undefined };
  return (
    <table
      aria-label={t(`title_${report.kind}`)}
      className="w-full border-separate border-spacing-0 text-xs print:text-[7.5pt]"
    >
      <TableHead kind={report.kind} sections={sections} columns={columns} />
      <tbody>
        {report.rows.slice(0, lines).map((row, index) => (
          <Lines
            key={row.id ?? "elsewhere"}
            row={row}
            above={report.rows[index - 1]}
            columns={columns}
            scale={scale}
            name={row.id === null ? t(`coverage:none_${report.kind}`) : name(row)}
            place={row.id === null ? null : { ...days, [report.kind]: row.id }}
            corrections={correctionsIn("row", row.id)}
          />
        ))}
      </tbody>
      <tfoot className="sticky bottom-0 z-20 font-semibold print:static print:table-row-group">
        <SumLine
          name={outside ? t("coverage:total") : t("total")}
          place={outside ? null : { ...days, region: report.region?.id }}
          corrections={report.region ? [] : correctionsIn("total")}
          figures={total}
          columns={columns}
          scale={scale}
        />
        {outside && (
          <SumLine
            name={<span className="font-medium">{t("coverage:outside")}</span>}
            place={null}
            corrections={correctionsIn("outside")}
            figures={outside}
            columns={columns}
            scale={scale}
          />
        )}
        {grand_total && (
          <SumLine
            name={t("coverage:grand_total")}
            place={days}
            corrections={correctionsIn("grand_total")}
            figures={grand_total}
            columns={columns}
            scale={scale}
          />
        )}
      </tfoot>
    </table>
  );
}

type HeadProps = {
  kind: Report["kind"];
  sections: readonly ReportSection[];
  columns: readonly TableColumn[];
};

/** Sections above the headings of their columns. */
function TableHead({ kind, sections, columns }: HeadProps) {
  const { t } = useTranslation("reports");
  return (
    <thead className="sticky top-0 z-30 text-ink-3 print:static">
      <tr>
        <td className={cx(first, "h-7")} />
        {sections.map((section) => (
          <th
            key={section}
            data-section={section}
            scope="colgroup"
            colSpan={columns.filter((one) => one.section === section).length}
            className={cx(
              head,
              "h-7 text-start text-sm font-semibold text-ink",
              section !== sections[0] && "border-s",
            )}
          >
            {/* Stays in view, beside the names, while its columns are scrolled. */}
            <span className="sticky inset-s-60 inline-block print:static">
              {t(`section_${section}`)}
            </span>
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col" className={cx(first, "border-b text-start align-bottom font-medium")}>
          {t(kind)}
        </th>
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            className={cx(
              head,
              // Widens a long heading: broken into many lines it would make the whole head high.
              column.name.length > longName && "min-w-40!",
              "border-b align-bottom font-medium",
              column.align === "left" ? "text-start" : "text-end",
              column.isFirst && "border-s",
            )}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type SumProps = {
  name: ReactNode;
  /** Place whose rows the figures lead to. */
  place: LinePlace | null;
  corrections: readonly ReportCorrection[];
  figures: ReportLine;
  columns: readonly TableColumn[];
  scale: Scale;
};

/** A line below the territories; its bar shows how its own trees part. */
function SumLine({ name, place, corrections, figures, columns, scale }: SumProps) {
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={cx(first, foot, "z-20 text-start")}>
        {name}
      </th>
      <Figures
        figures={figures}
        place={place}
        corrections={corrections}
        columns={columns}
        scale={{ ...scale, maxTrees: figures.trees?.total ?? 0 }}
        className={foot}
      />
    </tr>
  );
}

const cell = "border-line px-2.5 py-1.5 print:static print:px-1 print:py-0.5";
/** As wide as a few words: narrower, headings of six words would push the figures off the screen. */
const head = `${cell} min-w-22 bg-surface print:min-w-0 print:bg-transparent`;
/** A heading of more letters is wider. */
const longName = 24;
const first = `${cell} sticky inset-s-0 z-10 border-e max-w-72 min-w-56 bg-surface ps-5! max-sm:max-w-36 max-sm:min-w-28 max-sm:ps-3! print:min-w-0 print:bg-transparent print:ps-1!`;
const foot = "border-t border-t-line-strong bg-surface print:bg-transparent";

/** Keeps a region's title below the head, whose height hangs on language and width. A variable of the table would style all its cells anew. */
function keepBelowHead(title: HTMLTableCellElement | null) {
  const head = title?.closest("table")?.tHead;
  if (!title || !head) return;
  const watcher = new ResizeObserver(() => {
    title.style.top = `${head.offsetHeight}px`;
  });
  watcher.observe(head);
  return () => watcher.disconnect();
}

/** A column as this table shows it: what is the same in each of its cells. */
type TableColumn = FigureColumn & {
  name: string;
  /** The first of its section, after another one. */
  isFirst: boolean;
  className: string;
  wayFrom: WayFrom | undefined;
  /** Text that says what its links open. */
  hint: string;
};

function useTableColumns(sections: readonly ReportSection[], report: Report): TableColumn[] {
  const { t } = useTranslation("reports");
  const waysOf = useFigureWays();
  return columnsOf(sections, coverShown(report)).map((column, index, all) => {
    const name = t(column.title);
    const isFirst = index > 0 && all[index - 1]?.section !== column.section;
    const isText = column.align === "left";
    return {
      ...column,
      name,
      isFirst,
      className: cx(
        cell,
        "numeric whitespace-nowrap",
        !isText && "text-end",
        isFirst && "border-s",
      ),
      wayFrom: waysOf(column.title),
      hint: t("open_rows", { title: name }),
    };
  });
}

type LinesProps = {
  row: ReportRow;
  above: ReportRow | undefined;
  columns: readonly TableColumn[];
  scale: Scale;
  name: ReactNode;
  place: LinePlace | null;
  corrections: readonly ReportCorrection[];
};

/** A territory's line; before the first district of a region the region's name. */
function Lines({ row, above, columns, scale, name, place, corrections }: LinesProps) {
  const { format } = scale;
  const isFirst = row.region !== null && row.region.id !== above?.region?.id;
  return (
    <>
      {isFirst && (
        <tr className="break-after-avoid">
          <th
            ref={keepBelowHead}
            scope="colgroup"
            colSpan={columns.length + 1}
            className={cx(
              cell,
              // Stays below the head while the region's districts are scrolled.
              "sticky z-20 border-b bg-surface px-0 pt-3 text-start text-sm font-semibold print:bg-transparent",
            )}
          >
            <span className="sticky inset-s-5 max-sm:inset-s-3 print:static">
              {format.name(row.region?.name)}
            </span>
          </th>
        </tr>
      )}
      <tr className="group break-inside-avoid">
        <th
          scope="row"
          className={cx(first, "border-b text-start font-medium group-hover:bg-sunken")}
        >
          {name}
        </th>
        <Figures
          figures={row}
          place={place}
          corrections={corrections}
          columns={columns}
          scale={scale}
          className="border-b group-hover:bg-sunken"
        />
      </tr>
    </>
  );
}

type FiguresProps = {
  figures: ReportLine;
  place: LinePlace | null;
  corrections: readonly ReportCorrection[];
  columns: readonly TableColumn[];
  scale: Scale;
  className: string;
};

/** Plain cells: what they need was asked once for the table, not by each of its thousands of figures. */
function Figures({ figures, place, corrections, columns, scale, className }: FiguresProps) {
  const openTrees = useOpenTrees();
  return columns.map((column) => (
    <td key={column.title} className={cx(column.className, className)}>
      {column.cell ? (
        <>
          {linked(column, place, openTrees, column.cell(figures, scale))}
          <Note text={column.note?.(figures, scale)} className="ms-auto w-32" />
        </>
      ) : (
        <span className="flex items-center gap-1">
          <Note text={column.note?.(figures, scale) ?? noValue} className="w-44" />
          {linked(column, place, openTrees, null)}
        </span>
      )}
      {figures.before && <FigureChange title={column.title} line={figures} scale={scale} />}
      {corrections.length > 0 && (
        <FigureCorrection title={column.title} corrections={corrections} scale={scale} />
      )}
    </td>
  ));
}

type NoteProps = { text: string | null | undefined; className: string };

function Note({ text, className }: NoteProps) {
  if (!text || text === noValue) return text;
  return <OneLine text={text} className={cx("text-2xs leading-4 text-ink-2", className)} />;
}

/** Leads from a note to its rows: the note itself is pressed to be read. */
const toRows = <ChevronRight aria-hidden className="size-3.5 text-ink-3 print:hidden" />;

/** The figure as a link to its rows, where there is a way to them. */
function linked(
  { wayFrom, hint }: TableColumn,
  place: LinePlace | null,
  onTrees: (trees: FigureTrees) => void,
  figure: ReactNode,
): ReactNode {
  const way: FigureWay | undefined = place ? wayFrom?.(place) : undefined;
  if (!way) return figure;
  return (
    <FigureLink way={way} hint={hint} onTrees={onTrees}>
      {figure ?? toRows}
    </FigureLink>
  );
}
