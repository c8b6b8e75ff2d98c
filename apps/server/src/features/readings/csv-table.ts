/** A file as a table with headings: what each column holds, and its rows one by one. */
import { Readable } from "node:stream";
import { type ColumnRole, columnRoleSchema } from "@nihol/contract/sensors/readings";
import type { DeviceType } from "@nihol/contract/values/devices";
import { codeOf } from "@nihol/contract/values/thrown/thrown";
import { type Info, parse } from "csv-parse";
import { refuseField } from "../../http/problem.ts";
import { findRoles } from "./csv-columns.ts";
import { type CsvText, csvOptions, sniffCsv } from "./csv-text.ts";
import { readTime } from "./csv-times.ts";

export interface CsvTable extends CsvText {
  headings: string[];
  hasHeadings: boolean;
  roles: ColumnRole[];
  /** The first rows under the headings. */
  rows: string[][];
}

const looksLikeValue = (cell: string) =>
  /^[-+]?\d+([.,]\d+)?$/.test(cell) || readTime(cell, "dmy", () => 0) !== undefined;

/** @throws {FieldProblem} under `mapping` for a role that there is not, or one too many or too few */
function rolesOfMapping(mapping: string, width: number): ColumnRole[] {
  const roles = mapping.split(",").map((role) => {
    const parsed = columnRoleSchema.safeParse(role.trim());
    return parsed.success ? parsed.data : refuseField("mapping", "invalid");
  });
  const used = roles.filter((role) => role !== "ignore");
  if (roles.length !== width || new Set(used).size !== used.length)
    refuseField("mapping", "invalid");
  return roles;
}

/**
 * Reads headings and roles. Rows with one cell more than there are headings begin with a row's name, as R writes them.
 * @throws {FieldProblem} for a file that is no table, and for a mapping that does not fit it
 */
export function openCsv(
  bytes: Buffer,
  type: DeviceType | undefined,
  mapping: string | undefined,
): CsvTable {
  const csv = sniffCsv(bytes);
  const first = csv.sample[0] ?? [];
  const hasHeadings = !first.some(looksLikeValue);
  const rows = hasHeadings ? csv.sample.slice(1) : csv.sample;
  const width = Math.max(...csv.sample.map(({ length }) => length));
  const given = hasHeadings ? first : [];
  const named = given.length === width - 1 ? ["", ...given] : given;
  const headings = Array.from({ length: width }, (_, i) => named[i] ?? "");
  const roles = mapping ? rolesOfMapping(mapping, width) : findRoles(headings, type);
  return { ...csv, headings, hasHeadings, roles, rows };
}

const pieceLength = 65_536;

function* piecesOf(text: string) {
  for (let from = 0; from < text.length; from += pieceLength)
    yield text.slice(from, from + pieceLength);
}

/** One row and the line of the file that it ends on. */
export interface CsvRow {
  cells: string[];
  line: number;
}

/** Every row under the headings. @throws {FieldProblem} `file` where a quote never ends */
export async function* csvRows({ text, delimiter, hasHeadings }: CsvTable): AsyncGenerator<CsvRow> {
  const from = hasHeadings ? 2 : 1;
  const parser = parse({ ...csvOptions(delimiter), info: true, from });
  const stream = Readable.from(piecesOf(text)).pipe(parser);
  try {
    for await (const { record, info } of stream as AsyncIterable<{
      record: string[];
      info: Info;
    }>)
      yield { cells: record, line: info.lines };
  } catch (error) {
    if (String(codeOf(error)).startsWith("CSV_")) refuseField("file", "file_damaged");
    throw error;
  }
}
