/** Cells of a workbook: numbers, dates and yes/no as such, text always as text. */
import type { CellValue, Heading } from "./list-export.ts";
import { type Words, wallClock, zoneOf } from "./words.ts";

/** Letters that a sheet's cell holds at most; Excel refuses a file with more. */
const textMax = 32_767;
/** Control characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
export const plainText = (text: string) => text.replace(unwritable, "").slice(0, textMax);

/** Empty, or a value and how a number or a date is shown; the program writes it by its own language. */
export type SheetCell =
  | { type: StringConstructor; value: string }
  | { type: NumberConstructor; value: number; format: string }
  | { type: DateConstructor; value: Date; format: string }
  | null;

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

/** Format of a column's numbers or dates; undefined for texts. */
export function formatOf({ kind, digits }: Heading, formats: Formats): string | undefined {
  if (kind === "number") return numberFormat(digits);
  if (kind === "date") return formats.date;
  return kind === "moment" ? formats.moment : undefined;
}

export function cellOf(
  value: CellValue,
  { kind, digits }: Heading,
  words: Words,
  formats: Formats,
): SheetCell {
  if (value === null || value === undefined || value === "") return null;
  if (kind === "number" && Number.isFinite(value))
    return { type: Number, value: Number(value), format: numberFormat(digits) };
  if (kind === "date")
    return { type: Date, value: new Date(`${value}T00:00:00Z`), format: formats.date };
  if (kind === "moment")
    return { type: Date, value: wallClock(String(value), formats.zone), format: formats.moment };
  if (kind === "boolean") return { type: String, value: words.boolean(Boolean(value)) };
  return { type: String, value: plainText(String(value)) };
}
