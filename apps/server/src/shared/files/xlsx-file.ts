/** An Office Open XML workbook with one sheet, written row by row: no library of Node's does it in constant memory. */
import { escapeXml } from "@nihol/geo/files/write-boundary";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { Heading } from "./list-export.ts";
import { cellOf, formatOf, formatsOf, plainText, type SheetCell } from "./xlsx-cell.ts";
import {
  columnLetters,
  firstFormatStyle,
  headingStyle,
  sheetFoot,
  sheetHead,
  workbookParts,
} from "./xlsx-parts.ts";
import { newZip } from "./zip-file.ts";

const widths: Record<Heading["kind"], number> = {
  text: 28,
  number: 14,
  boolean: 12,
  date: 13,
  moment: 18,
};

/** A sheet's name: 31 characters, none of those that formulas need. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:']/g, " ").slice(0, 31);

/** Days since 30 December 1899, the calendar of spreadsheets. */
const dayNumber = (moment: Date) => moment.getTime() / 86_400_000 + 25_569;

/** A carriage return would be read as a line feed. */
const textCell = (at: string, text: string, style = "") =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text).replaceAll("\r", "&#13;")}</t></is></c>`;

function cellXml(at: string, cell: SheetCell, style: number): string {
  if (cell === null) return "";
  const { value } = cell;
  if (typeof value === "string") return textCell(at, value);
  const number = value instanceof Date ? dayNumber(value) : value;
  return `<c r="${at}" s="${style}"><v>${number}</v></c>`;
}

export async function xlsxWriter(plan: FilePlan): Promise<FileWriter> {
  const { path, title, headings, words, timeZone } = plan;
  const formats = formatsOf(words, timeZone);
  const shown = headings.map((heading) => formatOf(heading, formats));
  const known = [...new Set(shown.filter((format) => format !== undefined))];
  const styles = shown.map((format) =>
    format === undefined ? 0 : firstFormatStyle + known.indexOf(format),
  );
  const columns = headings.map((_, i) => columnLetters(i));
  const zip = await newZip(path);
  for (const [name, content] of workbookParts(sheetName(title), known))
    await zip.add(name, content);
  const sheet = zip.part("xl/worksheets/sheet1.xml");
  const titles = headings.map((heading, i) => {
    const style = heading.kind === "number" ? headingStyle.right : headingStyle.left;
    return textCell(`${columns[i]}1`, plainText(words.text(heading.title)), ` s="${style}"`);
  });
  await sheet.put(
    `${sheetHead(headings.map(({ kind }) => widths[kind]))}<row r="1">${titles.join("")}</row>`,
  );
  let line = 1;
  return {
    async write(rows) {
      const lines = rows.map((row) => {
        line++;
        const cells = headings.map((heading, i) =>
          cellXml(
            `${columns[i]}${line}`,
            cellOf(row.cells[i], heading, words, formats),
            styles[i] ?? 0,
          ),
        );
        return `<row r="${line}">${cells.join("")}</row>`;
      });
      await sheet.put(lines.join(""));
    },
    async end() {
      await sheet.put(sheetFoot);
      await sheet.end();
      await zip.end();
    },
    release: zip.release,
  };
}
