/** Comma-separated values (RFC 4180) that a spreadsheet of the reader's language opens by a double click. */
import { hasDecimalComma } from "@nihol/locales/format-number";
import { stringify } from "csv-stringify/sync";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { CellValue, Heading } from "./list-export.ts";
import type { Words } from "./words.ts";
import { newFile } from "./written-file.ts";

/**
 * A spreadsheet runs what begins so (OWASP, CSV injection); an apostrophe makes it text again. Each line of a text is
 * asked: a program that takes the lines of a cell for rows would run what the second one begins with.
 */
const formula = /^(?=[=+\-@\t\uff1d\uff0b\uff0d\uff20])/gm;
const leadingBreak = /^(?=[\r\n])/;
export const harmless = (text: string) => text.replace(leadingBreak, "'").replace(formula, "'");

/** A value in the reader's language; numbers as other programs read them. */
export function cellText(value: CellValue, { kind, digits }: Heading, words: Words): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "number" && Number.isFinite(Number(value)))
    return words.number(Number(value), digits);
  if (kind === "boolean") return words.boolean(Boolean(value));
  if (kind === "date") return words.date(String(value));
  if (kind === "moment") return words.moment(String(value));
  return String(value);
}

/** The same where a spreadsheet opens it. */
export const csvCell = (value: CellValue, heading: Heading, words: Words) =>
  heading.kind === "text"
    ? harmless(cellText(value, heading, words))
    : cellText(value, heading, words);

/** Quotes all signs that part columns or rows elsewhere, so that no reader takes a text apart. */
export const csvLines = (cells: string[][], words: Words) =>
  stringify(cells, {
    delimiter: hasDecimalComma(words.language) ? ";" : ",",
    // With a record delimiter of our own csv-stringify no longer quotes line feeds by itself.
    quoted_match: /[;,\t\r\n\u2028\u2029]/,
    record_delimiter: "windows",
  });

export async function csvWriter({ path, headings, words }: FilePlan): Promise<FileWriter> {
  const file = await newFile(path);
  // Without the byte order mark Excel reads UTF-8 as the machine's old code page.
  await file.put(
    `\ufeff${csvLines([headings.map(({ title }) => harmless(words.text(title)))], words)}`,
  );
  return {
    async write(rows) {
      const cells = rows.map((row) =>
        headings.map((heading, i) => csvCell(row.cells[i], heading, words)),
      );
      if (cells.length > 0) await file.put(csvLines(cells, words));
    },
    end: file.close,
    release: file.close,
  };
}
