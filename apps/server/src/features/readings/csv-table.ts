/** A file as a table with headings: what each column holds, and its rows one by one. */
import { Readable } from "node:stream";
import { type ColumnRole, columnRoleSchema } from "@nihol/contract/sensors/readings";
import type { DeviceType } from "@nihol/contract/values/devices";
import { unitsOf } from "@nihol/contract/values/sensors/column-units";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Parameters } from "@nihol/store/readings/parameters";
import { type Info, parse } from "csv-parse";
import { refuseField } from "../../http/problem.ts";
import { type CsvText, csvOptions, sniffCsv } from "../../shared/files/csv-text.ts";
import { findRoles, isParameter } from "./csv-columns.ts";
import { readTime, zoneInHeading } from "./csv-times.ts";
import { type ColumnUnit, unitOfColumn } from "./csv-units.ts";

/** A file as far as it can be read without knowing what its columns hold. */
export interface CsvHead extends CsvText {
  headings: string[];
  hasHeadings: boolean;
  /** Lines above the headings: a title, or Excel's `sep=;`. */
  skipped: number;
  /** The first rows under the headings. */
  rows: string[][];
}

export interface CsvTable extends CsvHead {
  roles: ColumnRole[];
  /** Of each column of values; undefined for the others. */
  units: (ColumnUnit | undefined)[];
  /** The zone that the heading of the times states. */
  zone: string | undefined;
}

const looksLikeValue = (cell: string) =>
  /^[-+]?\d+([.,]\d+)?$/.test(cell) || readTime(cell, "dmy", () => 0) !== undefined;

/** @throws {FieldProblem} under `mapping` for a role that there is not, or one too many or too few */
function rolesOfMapping(mapping: string, width: number, { byKey }: Parameters): ColumnRole[] {
  const roles = mapping.split(",").map((role) => {
    const parsed = columnRoleSchema.safeParse(role.trim());
    const isKnown = parsed.success && (!isParameter(parsed.data) || byKey.has(parsed.data));
    return isKnown ? parsed.data : refuseField("mapping", "invalid");
  });
  const used = roles.filter((role) => role !== "ignore");
  if (roles.length !== width || new Set(used).size !== used.length)
    refuseField("mapping", "invalid");
  return roles;
}

/** @throws {FieldProblem} under `units` for a unit that a column's parameter cannot have, and for a wrong number */
function unitsOfColumns(
  headings: readonly string[],
  roles: readonly ColumnRole[],
  units: string | undefined,
  { byKey }: Parameters,
): CsvTable["units"] {
  const chosen = units?.split(",").map((unit) => unit.trim()) ?? [];
  if (units !== undefined && chosen.length !== roles.length) refuseField("units", "invalid");
  return roles.map((role, i) => {
    const parameter = isParameter(role) ? byKey.get(role) : undefined;
    if (!parameter) return undefined;
    const unit = chosen[i] ?? "";
    if (unit !== "" && !unitsOf(parameter.unit).includes(unit)) refuseField("units", "invalid");
    return unitOfColumn(headings[i] ?? "", parameter, unit);
  });
}

const maxTitles = 20;

/** Lines above the table that fill one cell at most: a title of the logger's program, Excel's `sep=;`. */
function countTitles(sample: readonly string[][]): number {
  const filled = (row: readonly string[]) => row.filter((cell) => cell !== "").length;
  const first = sample.findIndex((row) => filled(row) > 1 || row.some(looksLikeValue));
  return first > 0 && first <= maxTitles ? first : 0;
}

/** Says whether parameters still have the roles and units that a profile names. */
export const areKnown = (
  roles: readonly string[],
  units: readonly string[],
  { byKey }: Parameters,
): boolean =>
  roles.every((role, i) => {
    if (!isParameter(role)) return true;
    const parameter = byKey.get(role);
    const unit = units[i] ?? "";
    return parameter !== undefined && (unit === "" || unitsOf(parameter.unit).includes(unit));
  });

/** Words beside the file on its columns. */
interface SaidOfColumns {
  mapping?: string;
  units?: string;
  /** Parameters that its one device has sent. */
  measured?: ReadonlySet<string>;
}

/**
 * Reads headings. Rows with one cell more than there are headings begin with a row's name, as R writes them.
 * @throws {FieldProblem} for a file that is no table
 */
export function readHead(bytes: Buffer): CsvHead {
  const csv = sniffCsv(bytes);
  const skipped = countTitles(csv.sample);
  const sample = csv.sample.slice(skipped);
  const first = sample[0] ?? [];
  const hasHeadings = !first.some(looksLikeValue);
  const rows = hasHeadings ? sample.slice(1) : sample;
  const width = Math.max(...sample.map(({ length }) => length));
  const given = hasHeadings ? first : [];
  const named = given.length === width - 1 ? ["", ...given] : given;
  const headings = Array.from({ length: width }, (_, i) => named[i] ?? "");
  return { ...csv, headings, hasHeadings, skipped, rows };
}

/** Reads what the columns hold and their units. @throws {FieldProblem} for a mapping or units that do not fit the file */
export function openCsv(
  head: CsvHead,
  type: DeviceType | undefined,
  { mapping, units, measured }: SaidOfColumns,
  parameters: Parameters,
): CsvTable {
  const { headings } = head;
  const roles = mapping
    ? rolesOfMapping(mapping, headings.length, parameters)
    : findRoles(headings, type, parameters, measured);
  const ofTimes = headings.filter((_, i) => ["ts", "date", "time"].includes(roles[i] ?? ""));
  return {
    ...{ ...head, roles },
    units: unitsOfColumns(headings, roles, units, parameters),
    zone: ofTimes.map(zoneInHeading).find((zone) => zone !== undefined),
  };
}

const pieceLength = 65_536;

function* piecesOf(text: string) {
  for (let from = 0; from < text.length; from += pieceLength)
    yield text.slice(from, from + pieceLength);
}

/** Row and the line of the file that it ends on. */
export interface CsvRow {
  cells: string[];
  line: number;
}

/** Every row under the headings. @throws {FieldProblem} `file` where a quote never ends */
export async function* csvRows(table: CsvTable): AsyncGenerator<CsvRow> {
  const { text, delimiter, hasHeadings, skipped } = table;
  const from = skipped + (hasHeadings ? 2 : 1);
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
