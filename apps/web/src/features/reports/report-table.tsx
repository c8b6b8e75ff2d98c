import type { Report, ReportFigures, ReportRow } from "@nihol/contract/reports";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/format.ts";
import { useCountBasis } from "../../ui/tree-count.tsx";
import { columnsOf, type FigureColumn, type Scale, type Section } from "./figure-columns.tsx";

type Props = {
  report: Report;
  sections: readonly Section[];
  /** What a row's name is: plain words, or the way to its districts. */
  name: (row: ReportRow) => ReactNode;
};

/** Territories line by line under grouped headings, the names and the sums always in view. */
export function ReportTable({ report, sections, name }: Props) {
  const { t } = useTranslation(["reports", "map"]);
  const format = useFormat();
  const basis = useCountBasis();
  const columns = columnsOf(sections);
  const mostTrees = Math.max(0, ...report.rows.map((row) => row.trees.total));
  const scale: Scale = { format, mostTrees, basis };
  return (
    <table
      aria-label={t(`title_${report.kind}`)}
      className="w-full border-separate border-spacing-0 text-xs print:text-[7.5pt]"
    >
      <thead className="text-ink-3">
        <tr>
          <td className={cx(corner, "top-0 h-7")} />
          {sections.map((section) => (
            <th
              key={section}
              scope="colgroup"
              colSpan={columns.filter((one) => one.section === section).length}
              className={cx(head, "top-0 h-7 border-l text-left text-sm font-semibold text-ink")}
            >
              {t(`section_${section}`)}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col" className={cx(corner, "top-7 border-b text-left font-medium")}>
            {t(report.kind)}
          </th>
          {columns.map((column, index) => (
            <th
              key={column.title}
              scope="col"
              className={cx(
                head,
                "top-7 border-b align-bottom font-medium",
                column.align === "left" ? "text-left" : "text-right",
                begins(columns, index) && "border-l",
              )}
            >
              {t(column.title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row, index) => (
          <Lines
            key={row.id ?? "elsewhere"}
            row={row}
            above={report.rows[index - 1]}
            columns={columns}
            scale={scale}
            name={row.id === null ? t(`elsewhere_${report.kind}`) : name(row)}
          />
        ))}
      </tbody>
      <tfoot className="font-semibold print:table-row-group">
        <tr className="break-inside-avoid">
          <th scope="row" className={cx(first, foot, "z-20 text-left")}>
            {t("total")}
          </th>
          <Figures
            figures={report.total}
            columns={columns}
            scale={{ ...scale, mostTrees: report.total.trees.total }}
            className={foot}
          />
        </tr>
      </tfoot>
    </table>
  );
}

const cell = "border-line px-2.5 py-1.5 print:static print:px-1 print:py-0.5";
const head = `${cell} sticky z-10 bg-surface print:bg-transparent`;
const first = `${cell} sticky left-0 z-10 max-w-72 min-w-56 bg-surface pl-5! max-sm:max-w-36 max-sm:min-w-28 max-sm:pl-3! print:min-w-0 print:bg-transparent print:pl-1!`;
const corner = `${first} z-30!`;
const foot = "sticky bottom-0 border-t border-t-line-strong bg-surface";

/** Whether a column is the first of its section. */
const begins = (columns: readonly FigureColumn[], index: number) =>
  columns[index - 1]?.section !== columns[index]?.section;

type LinesProps = {
  row: ReportRow;
  above: ReportRow | undefined;
  columns: readonly FigureColumn[];
  scale: Scale;
  name: ReactNode;
};

/** A territory's line; before the first district of a region the region's name. */
function Lines({ row, above, columns, scale, name }: LinesProps) {
  const { format } = scale;
  const isFirst = row.region !== null && row.region.id !== above?.region?.id;
  return (
    <>
      {isFirst && (
        <tr className="break-after-avoid">
          <th
            scope="colgroup"
            colSpan={columns.length + 1}
            className={cx(cell, "border-b px-0 pt-3 text-left text-sm font-semibold")}
          >
            <span className="sticky left-5 max-sm:left-3 print:static">
              {format.name(row.region?.name)}
            </span>
          </th>
        </tr>
      )}
      <tr className="group break-inside-avoid">
        <th
          scope="row"
          className={cx(first, "border-b text-left font-medium group-hover:bg-sunken")}
        >
          {name}
        </th>
        <Figures
          figures={row}
          columns={columns}
          scale={scale}
          className="border-b group-hover:bg-sunken"
        />
      </tr>
    </>
  );
}

type FiguresProps = {
  figures: ReportFigures;
  columns: readonly FigureColumn[];
  scale: Scale;
  className: string;
};

function Figures({ figures, columns, scale, className }: FiguresProps) {
  return columns.map((column, index) => (
    <td
      key={column.title}
      className={cx(
        cell,
        "numeric whitespace-nowrap",
        column.align !== "left" && "text-right",
        begins(columns, index) && "border-l",
        className,
      )}
    >
      {column.cell(figures, scale)}
    </td>
  ));
}
