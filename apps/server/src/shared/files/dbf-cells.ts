/** The cells of a list as a shapefile's table holds them, and how wide its columns have to be. */
import { cutToBytes, type DbfField, dbfRecordBytes, dbfTextMax } from "@nihol/geo/files/dbf";
import { cellText } from "./csv-file.ts";
import type { CellKind, CellValue, Heading } from "./list-export.ts";
import type { Words } from "./words.ts";

/** The table has no moments: they stand there as text. */
const types: Record<CellKind, DbfField["type"]> = {
  text: "C",
  number: "N",
  boolean: "L",
  date: "D",
  moment: "C",
};

/** The text of a cell; "" where there is none. */
export function dbfCell(value: CellValue, heading: Heading, words: Words): string {
  const { kind, digits } = heading;
  if (kind === "boolean") return value === null || value === undefined ? "?" : value ? "T" : "F";
  if (value === null || value === undefined || value === "") return "";
  if (kind === "number") return Number.isFinite(value) ? Number(value).toFixed(digits) : "";
  if (kind === "date") return String(value).slice(0, 10).replaceAll("-", "");
  return cutToBytes(cellText(value, heading, words), dbfTextMax);
}

/** The whole text of a cell of which the table holds only the beginning. */
export function cutText(value: CellValue, heading: Heading, words: Words): string | undefined {
  if (types[heading.kind] !== "C") return undefined;
  const whole = cellText(value, heading, words);
  return Buffer.byteLength(whole) > dbfTextMax ? whole : undefined;
}

/** Learns from the rows how wide the columns are. */
export function dbfWidths(headings: readonly Heading[]) {
  const fixed: Partial<Record<CellKind, number>> = { boolean: 1, date: 8 };
  const lengths = headings.map(({ kind, digits }) =>
    kind === "number" && digits > 0 ? digits + 2 : (fixed[kind] ?? 1),
  );
  const fields = (names: readonly string[]): DbfField[] =>
    headings.map(({ kind, digits }, i) => ({
      name: names[i] ?? "",
      type: types[kind],
      length: lengths[i] ?? 1,
      decimals: kind === "number" ? digits : 0,
    }));
  return {
    widen(texts: readonly string[]) {
      for (const [i, text] of texts.entries())
        lengths[i] = Math.max(lengths[i] ?? 1, Buffer.byteLength(text));
    },
    fields,
    recordBytes: () => dbfRecordBytes(fields([])),
  };
}
