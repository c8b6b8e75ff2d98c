/** Reads a row of a file as a moment of a device. */
import type { ColumnRole } from "@nihol/contract/sensors/readings";
import { converted } from "@nihol/contract/values/sensors/column-units";
import type { RefusalReason } from "@nihol/contract/values/sensors/readings";
import { foldName } from "@nihol/locales/fold-name";
import { type Parameters, unitOf } from "@nihol/store/readings/parameters";
import type { Values } from "@nihol/store/readings/reading-values";
import type { DeviceFacts } from "../../policies/devices.ts";
import { isParameter } from "./csv-columns.ts";
import type { CsvTable } from "./csv-table.ts";
import { type DayOrder, readTime } from "./csv-times.ts";

export interface RowContext {
  table: CsvTable;
  parameters: Parameters;
  order: DayOrder;
  offsetAt: (utcMs: number) => number;
  /** The chosen device, or all of the actor's by name and by id. */
  device: DeviceFacts | undefined;
  devices: ReadonlyMap<string, DeviceFacts>;
}

type ReadRow =
  | { device: DeviceFacts; ts: Date; values: Values }
  | { reason: RefusalReason; device: DeviceFacts | undefined };

/** Spellings of "no value" in loggers and spreadsheets. */
const missing = /^(|na|n\/a|nan|null|none|-+|—|#n\/a|inf|-inf|\*+)$/i;

/** `1.200,5` and `1,200.5`: groups of three are told from decimals by the sign that follows them. */
const grouped = {
  ",": /^[-+]?\d{1,3}(\.\d{3})+,\d+$/,
  ".": /^[-+]?\d{1,3}(,\d{3})+\.\d+$/,
};
/** `1.200` beside decimal commas is 1200 or 1.2: it is refused, not guessed. */
const open = /^[-+]?[1-9]\d{0,2}\.\d{3}$/;

/** A number as the file writes it; null for no value, undefined for what is no number or can be read in two ways. */
function numberOf(text: string, decimal: "." | ","): number | undefined | null {
  const plain = text
    .trim()
    .replace(/[\s\u00a0\u202f’']/g, "")
    .replace("−", "-");
  if (missing.test(plain)) return null;
  if (decimal === "," && open.test(plain)) return undefined;
  const group = decimal === "," ? /\./g : /,/g;
  const whole = grouped[decimal].test(plain) ? plain.replace(group, "") : plain;
  const value = decimal === "," ? whole.replace(",", ".") : whole;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : undefined;
}

/** Undefined when one of the values cannot be read. Values come in Nihol's units. */
function valuesOf(cells: readonly string[], { table, parameters }: RowContext): Values | undefined {
  const values: Values = {};
  for (const [i, role] of table.roles.entries()) {
    if (!isParameter(role)) continue;
    const value = numberOf(cells[i] ?? "", table.decimal);
    if (value === undefined || (value !== null && !Number.isFinite(value))) return undefined;
    if (value !== null)
      values[role] = converted(value, unitOf(parameters, role), table.units[i]?.unit ?? "");
  }
  return values;
}

/** The text of the timestamp: one column, or date and time. */
export function momentText(cells: readonly string[], roles: readonly ColumnRole[]): string {
  const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? "";
  return roles.includes("ts") ? cell("ts") : `${cell("date")} ${cell("time")}`;
}

function deviceOf(cells: readonly string[], { table, device, devices }: RowContext) {
  if (device) return device;
  return devices.get(foldName(cells[table.roles.indexOf("device")] ?? ""));
}

/** Reads a row, or says why not. */
export function readRow(cells: readonly string[], context: RowContext): ReadRow {
  const { table, order, offsetAt } = context;
  const last = table.roles.findLastIndex((role) => role !== "ignore");
  if (cells.length <= last && cells.length < table.headings.length - 1)
    return { reason: "bad_line", device: context.device };
  const device = deviceOf(cells, context);
  if (!device) return { reason: "unknown_device", device };
  const ts = readTime(momentText(cells, table.roles), order, offsetAt);
  if (!ts) return { reason: "bad_time", device };
  const values = valuesOf(cells, context);
  return values ? { device, ts, values } : { reason: "bad_number", device };
}
