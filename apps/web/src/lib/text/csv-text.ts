import { hasDecimalComma } from "@nihol/locales/format-number";

type Cell = string | number | null;

/** Character between cells that table programs of a language expect. */
export const csvDivider = (language: Parameters<typeof hasDecimalComma>[0]) =>
  hasDecimalComma(language) ? ";" : ",";

/** Rows as a file for a table program. A text that begins like a formula is given an apostrophe, so that none is carried out. */
export function csvText(rows: readonly (readonly Cell[])[], divider: string): string {
  function cellText(cell: Cell): string {
    const text = String(cell ?? "");
    const safe = typeof cell === "string" && /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
    const isPlain = !/["\r\n]/.test(safe) && !safe.includes(divider);
    return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
  }
  // The byte order mark lets spreadsheets read letters beyond ASCII.
  return `\u{feff}${rows.map((row) => row.map(cellText).join(divider)).join("\r\n")}\r\n`;
}
