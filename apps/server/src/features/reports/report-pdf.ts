/** A report as a PDF in A4 landscape: a page in short, then tables, each with its heading on every page, and the numbers of pages. */
import type { Report, ReportFigures, ReportLine } from "@nihol/contract/reports/reports";
import {
  type ComparedFigure,
  changeIn,
  comparedFigures,
} from "@nihol/contract/values/reports/report-change";
import { coverShown, saysOfCover } from "@nihol/contract/values/reports/report-cover";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import { canopyCell } from "@nihol/locales/canopy-text";
import { coverageText, greenLevelsText } from "@nihol/locales/coverage-text";
import { formatChange, formatMeasured } from "@nihol/locales/format-change";
import { formatHectares, formatNumber, formatPercent, noValue } from "@nihol/locales/format-number";
import { countText, groundText, isUnfamiliar } from "@nihol/locales/ground-text";
import { modelName } from "@nihol/locales/model-name";
import { survivalAges } from "@nihol/locales/report-headline";
import { coverageWords } from "../../shared/files/coverage-note.ts";
import { drawFeet, ink, openPaper } from "../../shared/files/paper.ts";
import type { Words } from "../../shared/files/words.ts";
import { figureColumns, type Line, linesOf, periodText } from "./figures/columns.ts";
import { approvalText, footnoteOf, footnotes, sourcesText } from "./pdf-notes.ts";
import { drawSummary } from "./pdf-summary.ts";
import {
  drawTable,
  type PdfColumn,
  type PdfRow,
  type PdfSpace,
  type PdfTable,
} from "./pdf-table.ts";
import type { ReportFile } from "./report-file.ts";

/** Points. */
const margin = { x: 34, top: 30, foot: 30 };

/** A column as somebody reads it: rounded, with its range, or in words. */
interface PageColumn extends PdfColumn {
  /** Its key among the columns that an approval fixes. */
  key?: string;
  of: (figures: ReportLine) => string;
}

/** "14.05.2026 · 0.3 m · model 2", or nothing when nothing was seen. */
function sourceOf({ trees }: ReportFigures, words: Words): string {
  if (!trees) return "";
  const { captured_from: from, captured_to: to, gsd_m, models } = trees;
  const parts = [
    from && to && (from === to ? words.date(to) : `${words.date(from)} – ${words.date(to)}`),
    gsd_m !== null && `${formatNumber(gsd_m, words.language, 2)}\u00a0${words.text("map.meters")}`,
    models.length > 0 && words.text("map.model", { name: models.map(modelName).join(", ") }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** "seen 10.2 of 53 ha, 1 of 5 gardens; 14.05.2026 · 0.3 m · model 2", or why there is nothing. */
function seenOf(figures: ReportFigures, { from, to }: Report, words: Words): string {
  const { coverage, gardens_seen: seen, garden_count: count } = figures;
  const inPeriod = from !== null || to !== null;
  const undated = { ...coverage, from: null, to: null };
  const text = coverageText(undated, coverageWords(words), { gardens: { seen, count }, inPeriod });
  return [text, sourceOf(figures, words)].filter(Boolean).join("; ");
}

/** Groups lines by what is said of them, each sentence once beside all that it is true of. */
function sharedRows(lines: readonly Line[], of: (figures: ReportLine) => string): PdfRow[] {
  const names = Map.groupBy(lines, ({ figures }) => of(figures));
  names.delete("");
  return [...names].map(([text, same]) => ({
    cells: [same.map(({ name }) => name).join(", "), text],
    kind: "row",
  }));
}

/** Lists what each count rests on: seen ground and images, and below what is said of ranges on ground that is little known. */
function basisTable({ report, words }: ReportFile, lines: Line[]): PdfTable {
  const ground = ({ trees }: ReportLine) => groundText(trees, coverageWords(words));
  const grounds = sharedRows(lines, ground);
  return {
    groups: [{ title: "", span: 2 }],
    columns: [
      { title: words.text(`reports.${report.kind}`), align: "left" },
      { title: words.text("reports.basis"), align: "left", grows: true },
    ],
    rows: [...sharedRows(lines, (figures) => seenOf(figures, report, words)), ...grounds],
  };
}

/** The range stays on one line with its count. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0");

function landColumns(report: Report, words: Words): PageColumn[] {
  const { language } = words;
  const column = (title: string, of: PageColumn["of"], align: PdfColumn["align"] = "right") => ({
    title: words.text(`reports.${title}`),
    key: title,
    align,
    of,
  });
  const ground = coverageWords(words);
  const shown = coverShown(report);
  const number = (value: number | null | undefined) => formatNumber(value, language);
  const percent = (value: number | null) => formatPercent(value, language);
  return [
    column("area", (f) => formatHectares(f.area_m2, language)),
    column("garden_count", (f) => number(f.garden_count)),
    column("garden_area", (f) => formatHectares(f.garden_area_m2, language)),
    column("tree_count", (f) =>
      isUnfamiliar(f.trees) ? countText(f.trees, ground) : unbroken(countText(f.trees, ground)),
    ),
    column("tree_green", (f) => number(f.trees?.green)),
    column("tree_not_green", (f) => number(f.trees?.not_green)),
    column("tree_unsure", (f) => number(f.trees?.unsure)),
    column("garden_tree_count", (f) => number(f.garden_tree_count)),
    column("tree_area", (f) => formatHectares(f.tree_area_m2, language)),
    column("tree_area_percent", (f) => percent(f.tree_area_percent)),
    ...(shown.canopy ? [column("closed_canopy", (f) => canopyCell(f.canopy, ground))] : []),
    ...(shown.shrubs ? [column("shrubs", (f) => number(f.shrubs?.count))] : []),
    column("green_level", (f) => greenLevelsText(f.green_levels, coverageWords(words)) || noValue),
  ];
}

/** Planted and lost trees and survival, with their ranges. */
function rangedColumns(words: Words): PageColumn[] {
  const { language } = words;
  const number = (value: number) => formatNumber(value, language);
  const ranged = (title: string): PageColumn => {
    const figure = comparedFigures.find((one) => one.title === title);
    return {
      title: words.text(`reports.${title}`),
      key: title,
      align: "right",
      of: (line) => (figure ? formatMeasured(figure.of(line), figure.unit, language) : noValue),
    };
  };
  const changed = (title: "planted" | "lost"): PageColumn => {
    const column = ranged(title);
    const of = (line: ReportLine) =>
      line.changes?.[title].withheld ? words.text("coverage.unfamiliar") : column.of(line);
    return { ...column, of };
  };
  const visited = {
    title: words.text("reports.survival_visited"),
    align: "right" as const,
    of: ({ survival }: ReportLine) =>
      words.text("reports.part_of", {
        part: number(survival.tasks_visited),
        whole: number(survival.tasks),
      }),
  };
  const report = (key: string, params = {}) => words.text(`reports.${key}`, params);
  const rate = ranged("survival_rate");
  const ofAges = (line: ReportLine) => survivalAges(line.survival, { language, report });
  const rateOfAges = {
    ...rate,
    of: (line: ReportLine) => [rate.of(line), ofAges(line)].filter(Boolean).join("\n"),
  };
  return [changed("planted"), changed("lost"), visited, rateOfAges, ranged("survived")];
}

/** Column of a figure in the period before, and below it how it changed. */
const beforeColumn = (figure: ComparedFigure, words: Words): PageColumn => ({
  title: words.text(`reports.${figure.title}`),
  align: "right",
  of: (line) => {
    const { unit, of } = figure;
    const was = formatMeasured(line.before ? of(line.before) : null, unit, words.language);
    return `${was}\n${formatChange(changeIn(figure, line), unit, words.language)}`;
  },
});

/** The columns of sections whose figures are plain numbers and dates. */
function plainColumns(sections: ReportSection[], words: Words): PageColumn[] {
  return figureColumns
    .filter(({ section }) => sections.some((one) => one === section))
    .map(({ title, kind, digits, of }) => ({
      title: words.text(`reports.${title}`),
      key: title,
      align: "right",
      of: (figures) => {
        // Paper has its own words for what is not seen: these sections hold none.
        const value = of(figures, words, false);
        if (value === null || value === undefined || value === "") return noValue;
        return kind === "date"
          ? words.date(String(value))
          : formatNumber(Number(value), words.language, digits);
      },
    }));
}

function rowsOf(lines: Line[], columns: PageColumn[], report: Report): PdfRow[] {
  const isDistrict = report.kind === "district";
  const cellOf = (line: Line, { key, of }: PageColumn) => {
    const footnote = key ? footnoteOf(report.approval, line, key) : 0;
    return footnote > 0 ? `${of(line.figures)} [${footnote}]` : of(line.figures);
  };
  return lines.flatMap((line, index): PdfRow[] => {
    const cells = [line.name, ...columns.map((one) => cellOf(line, one))];
    const row: PdfRow = { cells, kind: line.isTotal ? "total" : "row" };
    const isFirst = isDistrict && line.region && lines[index - 1]?.region !== line.region;
    return isFirst ? [{ cells: [line.region], kind: "group" }, row] : [row];
  });
}

function tablesOf(file: ReportFile): PdfTable[] {
  const { report, words } = file;
  const title = (key: string) => words.text(`reports.${key}`);
  const lines = linesOf(report, words);
  const table = (
    sections: string[],
    spans: number[],
    columns: PageColumn[],
    about = "",
  ): PdfTable => ({
    groups: [
      { title: about, span: 1 },
      ...sections.map((one, i) => ({ title: title(`section_${one}`), span: spans[i] ?? 0 })),
    ],
    columns: [{ title: title(report.kind), align: "left" }, ...columns],
    rows: rowsOf(lines, columns, report),
  });
  const count = (section: string) => figureColumns.filter((one) => one.section === section).length;
  const plain = (sections: ReportSection[]) =>
    table(sections, sections.map(count), plainColumns(sections, words));
  const land = landColumns(report, words);
  return [
    table(["land", "trees"], [3, land.length - 3], land),
    basisTable(file, lines),
    plain(["captures", "tasks"]),
    plain(["devices", "violations"]),
    table(["changes", "survival"], [2, 3], rangedColumns(words)),
    ...(report.before ? beforeTables(lines, table, words) : []),
  ];
}

/** Sections of the tables of the period before: each as many as fit on a page. */
const comparedTogether: ReportSection[][] = [
  ["trees", "changes"],
  ["tasks", "survival", "devices", "violations"],
];

/** Each compared figure in the period before, with its change. */
const beforeTables = (
  lines: Line[],
  table: (sections: string[], spans: number[], columns: PageColumn[], about: string) => PdfTable,
  words: Words,
): PdfTable[] =>
  lines.length === 0
    ? []
    : comparedTogether.map((sections) => {
        const figures = sections.map((section) =>
          comparedFigures.filter((one) => one.section === section),
        );
        const columns = figures.flat().map((one) => beforeColumn(one, words));
        return table(
          sections,
          figures.map(({ length }) => length),
          columns,
          words.text("reports.section_before"),
        );
      });

/** The title, and in small letters whose report it is, of which time, and how its figures came about. */
function drawTitle(doc: PDFKit.PDFDocument, file: ReportFile, width: number): number {
  const { report, words, maker } = file;
  const { x, top } = margin;
  doc.font("semibold").fontSize(8).fillColor(ink.weak);
  const programme = words.text("reports.programme");
  const ministry = words.name(maker.ministry);
  doc.text(ministry ? `${ministry} · ${programme}` : programme, x, top, { width });
  doc.font("semibold").fontSize(16).fillColor(ink.text);
  doc.text(words.text(`reports.title_${report.kind}`), x, doc.y + 4, { width });
  const about = [
    words.text("reports.period_is", { dates: periodText(report, words) }),
    report.before && words.text("reports.before_is", { dates: periodText(report.before, words) }),
    report.region && words.text("reports.region_is", { name: words.name(report.region.name) }),
    words.text("reports.made", { date: words.moment(report.made_at), name: maker.name }),
    file.demo && words.text("app.demo_data"),
  ];
  doc.font("regular").fontSize(9).fillColor(ink.text);
  doc.text(about.filter(Boolean).join("  ·  "), x, doc.y + 2, { width });
  const approval = approvalText(report, words);
  if (approval)
    doc
      .font("semibold")
      .text(approval, x, doc.y + 2, { width })
      .font("regular");
  doc.fontSize(7.5).fillColor(ink.weak);
  const notes = [
    words.text("reports.note_trees"),
    words.text("reports.note_now"),
    words.text("reports.note_planting"),
    words.text("reports.note_survival"),
    words.text("coverage.ranges_note"),
    saysOfCover(report) && words.text("reports.note_cover"),
    file.leftOut > 0 && words.text("reports.left_out", { n: file.leftOut }),
    report.outside && words.text("coverage.outside_note"),
    sourcesText(report, words),
  ];
  doc.text(notes.filter(Boolean).join(" "), x, doc.y + 3, { width });
  return doc.y + 12;
}

/** Corrections, numbered as in the tables. */
function drawFootnotes(
  doc: PDFKit.PDFDocument,
  { report, words }: ReportFile,
  space: PdfSpace,
  top: number,
): void {
  const notes = footnotes(report, words);
  if (notes.length === 0) return;
  let y = top;
  const write = (text: string, font: string) => {
    doc.font(font).fontSize(7.5).fillColor(ink.text);
    if (y + doc.heightOfString(text, { width: space.width }) > space.bottom) y = space.next();
    doc.font(font).fontSize(7.5).text(text, space.left, y, { width: space.width });
    y = doc.y + 2;
  };
  write(words.text("reports.corrections"), "semibold");
  for (const note of notes) write(note, "regular");
}

/** Words at the foot of every page. */
const footOf = ({ report, words, demo }: ReportFile) =>
  [
    words.text(`reports.title_${report.kind}`),
    words.text("reports.period_is", { dates: periodText(report, words) }),
    demo && words.text("app.demo_data"),
  ]
    .filter(Boolean)
    .join(" · ");

/** The bytes of the document, in the language of `words`. */
export async function reportPdf(file: ReportFile): Promise<Uint8Array> {
  const { report, words, maker } = file;
  const title = words.text(`reports.title_${report.kind}`);
  const { made_at } = report;
  const { doc, bytes } = openPaper({
    ...{ layout: "landscape", margin, title, author: maker.name, made_at, words },
  });
  const width = doc.page.width - 2 * margin.x;
  const space = {
    left: margin.x,
    width,
    bottom: doc.page.height - margin.foot - 4,
    next: () => {
      doc.addPage();
      return margin.top;
    },
  };
  const top = drawTitle(doc, file, width);
  drawSummary(doc, file, { x: margin.x, y: top, width, height: space.bottom - top });
  let y = space.next();
  for (const table of tablesOf(file)) y = drawTable(doc, table, space, y);
  drawFootnotes(doc, file, space, y);
  drawFeet(doc, footOf(file), margin, words);
  return bytes();
}
