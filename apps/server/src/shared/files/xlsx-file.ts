/** An Office Open XML workbook with one sheet: numbers, dates and yes/no as such, text always as text. */
import writeExcelFile, { type Cell, type SheetData } from "write-excel-file/node";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { CellValue, Heading } from "./list-export.ts";
import { type Words, wallClock, zoneOf } from "./words.ts";

/** What a sheet's cell holds at most; Excel refuses a file with more. */
const textMax = 32_767;
/** Control characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const plain = (text: string) => text.replace(unwritable, "").slice(0, textMax);

const widths: Record<Heading["kind"], number> = {
  text: 28,
  number: 14,
  boolean: 12,
  date: 13,
  moment: 18,
};

interface Formats {
  date: string;
  moment: string;
  zone: Intl.DateTimeFormat;
}

export function formatsOf(words: Words, timeZone: string): Formats {
  const date = words.language === "en" ? "dd/mm/yyyy" : "dd.mm.yyyy";
  return { date, moment: `${date} hh:mm`, zone: zoneOf(timeZone) };
}

// The program that opens the file writes numbers by its own language: only the decimals are given.
const numberFormat = (digits: number) => (digits === 0 ? "#,##0" : `#,##0.${"#".repeat(digits)}`);

export function cellOf(
  value: CellValue,
  { kind, digits }: Heading,
  words: Words,
  formats: Formats,
): Cell {
  if (value === null || value === undefined || value === "") return null;
  if (kind === "number" && Number.isFinite(value))
    return { type: Number, value: Number(value), format: numberFormat(digits) };
  if (kind === "date")
    return { type: Date, value: new Date(`${value}T00:00:00Z`), format: formats.date };
  if (kind === "moment")
    return { type: Date, value: wallClock(String(value), formats.zone), format: formats.moment };
  if (kind === "boolean") return { type: String, value: words.boolean(Boolean(value)) };
  return { type: String, value: plain(String(value)) };
}

/** A sheet's name: 31 characters, none of those that formulas need. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:']/g, " ").slice(0, 31);

export function xlsxWriter({ path, title, headings, words, timeZone }: FilePlan): FileWriter {
  const formats = formatsOf(words, timeZone);
  const sheet: SheetData = [
    headings.map((heading) => ({
      type: String,
      value: plain(words.text(heading.title)),
      fontWeight: "bold",
      align: heading.kind === "number" ? "right" : "left",
    })),
  ];
  return {
    async write(rows) {
      for (const row of rows)
        sheet.push(headings.map((heading, i) => cellOf(row.cells[i], heading, words, formats)));
    },
    async end() {
      await writeExcelFile(sheet, {
        sheet: sheetName(title),
        stickyRowsCount: 1,
        columns: headings.map(({ kind }) => ({ width: widths[kind] })),
      }).toFile(path);
    },
  };
}
