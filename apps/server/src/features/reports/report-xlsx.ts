/** A report as a workbook: what it is about, sections over columns, a line for each territory, the total. */
import writeExcelFile, { type Cell, type SheetData } from "write-excel-file/node";
import type { CellValue, Heading } from "../../shared/files/list-export.ts";
import { cellOf, formatsOf } from "../../shared/files/xlsx-cell.ts";
import { type FigureColumn, figureColumns, isOfPeriod, linesOf, periodText } from "./columns.ts";
import type { ReportFile } from "./report-file.ts";

const headFill = "#e3f0e7";
const bold = { type: String, fontWeight: "bold", wrap: true } as const;

/** Section titles over as many columns as each has. */
function sectionCells(names: number, title: (key: string) => string): Cell[] {
  const cells: Cell[] = Array.from({ length: names }, () => null);
  for (const [index, { section }] of figureColumns.entries()) {
    const isFirst = figureColumns[index - 1]?.section !== section;
    const columnSpan = figureColumns.filter((one) => one.section === section).length;
    cells.push(
      isFirst
        ? { ...bold, value: title(`section_${section}`), columnSpan, backgroundColor: headFill }
        : null,
    );
  }
  return cells;
}

function headCells(names: string[], title: (key: string) => string): Cell[] {
  const head = (value: string, align: "left" | "right"): Cell => ({
    ...bold,
    value,
    align,
    alignVertical: "bottom",
    backgroundColor: headFill,
  });
  return [
    ...names.map((value) => head(value, "left")),
    ...figureColumns.map(({ title: key, kind }) =>
      head(title(key), kind === "number" ? "right" : "left"),
    ),
  ];
}

export async function reportXlsx({ report, words, timeZone, maker }: ReportFile) {
  const title = (key: string) => words.text(`reports.${key}`);
  const formats = formatsOf(words, timeZone);
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
        value: words.text("reports.period_is", { dates: periodText(report, words) }),
      },
    ],
    [{ type: String, value: words.text("reports.made", made) }],
    sectionCells(names.length, title),
    headCells(names, title),
    ...linesOf(report, words).map(({ name, region, isTotal, figures }) => [
      ...(report.kind === "district" ? [cell(region, text, isTotal)] : []),
      cell(name, text, isTotal),
      ...figureColumns.map((one: FigureColumn) =>
        cell(one.of(figures, words, isOfPeriod(report)), one, isTotal),
      ),
    ]),
  ];
  const file = await writeExcelFile(sheet, {
    sheet: title(`title_${report.kind}`).slice(0, 31),
    stickyRowsCount: 5,
    stickyColumnsCount: names.length,
    orientation: "landscape",
    columns: [...names.map(() => ({ width: 24 })), ...figureColumns.map(() => ({ width: 13 }))],
  }).toBuffer();
  return new Uint8Array(file);
}
