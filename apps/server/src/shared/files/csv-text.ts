/** Finds what kind of table a file is: its encoding, its delimiter, its decimal sign. */
import { parse } from "csv-parse/sync";
import { refuseField } from "../../http/problem.ts";

export interface CsvText {
  text: string;
  delimiter: string;
  decimal: "." | ",";
  /** The first rows, as they are. */
  sample: string[][];
}

/** The comma last: beside another delimiter that fits as well it stands in headings and decimals. */
const delimiters = [";", "\t", "|", ","] as const;
const sampleRows = 200;
const controls = /(?![\t\n\v\f\r\u0085])\p{Cc}/u;

/** Excel writes UTF-8, UTF-16 or, in Russian, windows-1251. @throws {FieldProblem} for what is no text */
function decoded(bytes: Buffer): string {
  const bom = bytes.subarray(0, 2).toString("hex");
  if (bom === "fffe") return new TextDecoder("utf-16le").decode(bytes);
  if (bom === "feff") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
}

/** The first lines, not cut within one. */
function headOf(text: string): string {
  const head = text.slice(0, 200_000);
  const lines = head.split(/\r?\n|\r/);
  if (head.length < text.length) lines.pop();
  return lines.slice(0, sampleRows).join("\n");
}

/** The options with which the whole file is read as well. */
export const csvOptions = (delimiter: string) => ({
  delimiter,
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: 200_000,
});

function rowsBy(head: string, delimiter: string): string[][] {
  try {
    return parse(head, csvOptions(delimiter)) as string[][];
  } catch {
    return [];
  }
}

/**
 * Scores a delimiter by the columns that most rows have and by the rows that agree: a wrong delimiter gives one column,
 * or any number.
 */
function score(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 0, agree = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return width < 2 ? 0 : agree / rows.length + Math.min(width, 50) / 1000;
}

/** In numbers with groups of three the last sign is the decimal one. */
function decimalOf(rows: string[][], delimiter: string): "." | "," {
  const cells = rows.slice(1).flatMap((row) => row.map((cell) => cell.replace(/[\s’']/g, "")));
  const commas = cells.filter((cell) => /^[-+]?\d[\d.]*,\d+$/.test(cell)).length;
  const points = cells.filter((cell) => /^[-+]?(\d[\d,]*)?\.\d+$/.test(cell)).length;
  return commas > points && (delimiter !== "," || commas > 0) ? "," : ".";
}

/** Reads the bytes as a table. @throws {FieldProblem} `file` when they are none */
export function sniffCsv(bytes: Buffer): CsvText {
  const text = decoded(bytes).replace(/^\uFEFF/, "");
  if (text.trim() === "") refuseField("file", "file_empty");
  if (controls.test(text.slice(0, 100_000))) refuseField("file", "csv_not_text");
  const head = headOf(text);
  // The line that names the delimiter to Excel.
  const given = /^sep=([,;\t|])\s*$/im.exec(head.split(/\r?\n|\r/, 1)[0] ?? "")?.[1];
  const tables = delimiters
    .filter((one) => !given || one === given)
    .map((delimiter) => ({ delimiter, rows: rowsBy(head, delimiter) }));
  const best = tables.reduce((a, b) => (score(b.rows) > score(a.rows) ? b : a));
  if (score(best.rows) === 0) refuseField("file", "csv_no_columns");
  const { delimiter, rows } = best;
  return { text, delimiter, decimal: decimalOf(rows, delimiter), sample: rows };
}
