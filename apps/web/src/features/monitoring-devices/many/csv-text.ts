import { hasDecimalComma } from "@nihol/locales/format-number";

/**
 * Rows as a file for a table program of a language. A cell that begins like a formula is given an apostrophe, so that a
 * device's name is never carried out.
 */
export function csvText(
  rows: readonly (readonly string[])[],
  language: Parameters<typeof hasDecimalComma>[0],
): string {
  const divider = hasDecimalComma(language) ? ";" : ",";
  const cell = (text: string) => {
    const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  // The byte order mark lets spreadsheets read letters beyond ASCII.
  return `\u{feff}${rows.map((row) => row.map(cell).join(divider)).join("\r\n")}\r\n`;
}
