/** A report as a workbook: what it is about, sections over columns, a line for each territory, the total. */
import writeExcelFile, { type Cell, type SheetData } from "write-excel-file/node";
import type { CellValue, Heading } from "../../shared/files/list-export.ts";
import type { Words } from "../../shared/files/words.ts";
import { cellOf, formatsOf } from "../../shared/files/xlsx-cell.ts";
import {
  columnsOf,
  type FigureColumn,
  headingOf,
  isOfPeriod,
  linesOf,
  periodText,
} from "./figures/columns.ts";
import type { ReportFile } from "./report-file.ts";

const headFill = "#e3f0e7";
const bold = { type: String, fontWeight: "bold", wrap: true } as const;

/** Section titles over as many columns as each has. */
function sectionCells(
  columns: readonly FigureColumn[],
  names: number,
  title: (key: string) => string,
): Cell[] {
  const cells: Cell[] = Array.from({ length: names }, () => null);
  for (const [index, { section }] of columns.entries()) {
    const isFirst = columns[index - 1]?.section !== section;
    const columnSpan = columns.filter((one) => one.section === section).length;
    cells.push(
      isFirst
        ? { ...bold, value: title(`section_${section}`), columnSpan, backgroundColor: headFill }
        : null,
    );
  }
  return cells;
}

function headCells(columns: readonly FigureColumn[], names: string[], words: Words): Cell[] {
  const head = (value: string, align: "left" | "right"): Cell => ({
    ...bold,
    value,
    align,
    alignVertical: "bottom",
    backgroundColor: headFill,
  });
  return [
    ...names.map((value) => head(value, "left")),
    ...columns.map((one) => head(headingOf(one, words), one.kind === "number" ? "right" : "left")),
  ];
}

export async function reportXlsx({ report, words, timeZone, maker }: ReportFile) {
  const title = (key: string) => words.text(`reports.${key}`);
  const formats = formatsOf(words, timeZone);
  const columns = columnsOf(report);
  const names =
    report.kind === "district" ? [title("region"), title("district")] : [title("region")];
  const cell = (value: CellValue, heading: Heading, isTotal: boolean): Cell => {
    const plain = cellOf(value, heading, words, formats);
    return isTotal && plain ? ({ ...plain, fontWeight: "bold" } as Cell) : plain;
  };
  const text = { title: "", kind: "text", digits: 0 } as const;
  const made = { date: words.moment(report.made_at), name: maker.name };
  const sheet: SheetData = [
    [{ ...bold, wrap: false, value: title(`title_${report.kind}`) }],
    [
      {
        type: String,
        value: [
          words.text("reports.period_is", { dates: periodText(report, words) }),
          report.before &&
            words.text("reports.before_is", { dates: periodText(report.before, words) }),
        ]
          .filter(Boolean)
          .join(" · "),
      },
    ],
    [{ type: String, value: words.text("reports.made", made) }],
    sectionCells(columns, names.length, title),
    headCells(columns, names, words),
    ...linesOf(report, words).map(({ name, region, isTotal, figures }) => [
      ...(report.kind === "district" ? [cell(region, text, isTotal)] : []),
      cell(name, text, isTotal),
      ...columns.map((one) => cell(one.of(figures, words, isOfPeriod(report)), one, isTotal)),
    ]),
  ];
  for (const note of ["note_planting", "note_survival"])
    sheet.push([{ type: String, value: title(note) }]);
  const file = await writeExcelFile(sheet, {
    sheet: title(`title_${report.kind}`).slice(0, 31),
    stickyRowsCount: 5,
    stickyColumnsCount: names.length,
    orientation: "landscape",
    columns: [...names.map(() => ({ width: 24 })), ...columns.map(() => ({ width: 13 }))],
  }).toBuffer();
  return new Uint8Array(file);
}
