/** A report as comma-separated values: one heading line, a line for each territory, the total at the end. */
import type { Report } from "@nihol/contract/reports/reports";
import { csvCell, csvLines, harmless } from "../../shared/files/csv-file.ts";
import type { Words } from "../../shared/files/words.ts";
import { columnsOf, headingOf, isOfPeriod, linesOf } from "./figures/columns.ts";

/** Titles name their section where another one has the same word. */
function fileTitles(report: Report, words: Words): string[] {
  const title = (key: string) => words.text(`reports.${key}`);
  const names =
    report.kind === "district" ? [title("region"), title("district")] : [title("region")];
  return [
    ...names,
    ...columnsOf(report).map(
      (one) => `${title(`section_${one.section}`)}: ${headingOf(one, words)}`,
    ),
  ];
}

/** UTF-8 with a byte order mark, so that Excel reads it as such; separators and decimals of the language. */
export function reportCsv(report: Report, words: Words): Uint8Array {
  const lines = linesOf(report, words).map((line) => [
    ...(report.kind === "district" ? [harmless(line.region)] : []),
    harmless(line.name),
    ...columnsOf(report).map((one) =>
      csvCell(one.of(line.figures, words, isOfPeriod(report)), one, words),
    ),
  ]);
  const text = csvLines([fileTitles(report, words).map(harmless), ...lines], words);
  return new TextEncoder().encode(`\ufeff${text}`);
}
