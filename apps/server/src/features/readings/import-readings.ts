/** Readings from a file: a dry run first, then written. */
import type { ReadingImport, readingImportQuerySchema } from "@nihol/contract/sensors/readings";
import {
  type ColumnUnitState,
  type RefusalReason,
  readingLimits,
} from "@nihol/contract/values/sensors/readings";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import { foldName } from "@nihol/locales/fold-name";
import { findMeasured, findMoments } from "@nihol/store/readings/known-moments";
import { findParameters, type Parameters } from "@nihol/store/readings/parameters";
import {
  addCounts,
  compareReadings,
  type IntakeCounts,
  type Moment,
  noReadings,
} from "@nihol/store/readings/reading-intake";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { refuseField } from "../../http/problem.ts";
import { type DeviceFacts, findDeviceFacts, listDeviceFacts } from "../../policies/devices.ts";
import { checkReading } from "./check-reading.ts";
import { fileKind, findProfiles, saidOf } from "./choose-profile.ts";
import { type DayOrderChoice, findDayOrder } from "./csv-day-order.ts";
import { type CsvRow, type CsvTable, csvRows, openCsv, readHead } from "./csv-table.ts";
import { zoneOffsets } from "./csv-times.ts";
import { addRow, addWritten, type FileShares, noteFile } from "./import-notes.ts";
import { toProfile } from "./profiles/profile-queries.ts";
import { saveProfile } from "./profiles/profile-writes.ts";
import { momentText, type RowContext, readRow } from "./read-row.ts";

type Db = Kysely<Database>;
export type ImportQuery = z.output<typeof readingImportQuerySchema>;

const batch = 5000;
const refusedText = 120;

/** Counts so far, and rows that wait to be written. */
interface Tally {
  rows: number;
  counts: IntakeCounts;
  refused_count: number;
  refused: ReadingImport["refused"];
  first: number;
  last: number;
  waiting: Map<number, NewReading[]>;
  /** Moments of this file, in a dry run only: nothing is written by which a repeated value would be found. */
  seen: Map<number, Map<number, Moment>>;
  shares: FileShares;
}

const emptyTally = (): Tally => ({
  rows: 0,
  counts: noReadings,
  refused_count: 0,
  refused: [],
  first: Number.POSITIVE_INFINITY,
  last: Number.NEGATIVE_INFINITY,
  waiting: new Map(),
  seen: new Map(),
  shares: new Map(),
});

function refuse(tally: Tally, { cells, line }: CsvRow, reason: RefusalReason) {
  tally.refused_count += 1;
  if (tally.refused.length >= readingLimits.refusedShown) return;
  tally.refused.push({ line, reason, text: cells.join(" · ").slice(0, refusedText) });
}

/** Device names in files differ by case and marks (`foldName`); an id is as good as a name that only one has. */
function byNameAndId(devices: readonly DeviceFacts[]): Map<string, DeviceFacts> {
  const byName = Map.groupBy(devices, ({ name }) => foldName(name));
  const named = [...byName].flatMap(([name, [one, ...others]]) =>
    one && others.length === 0 ? [[name, one] as const] : [],
  );
  return new Map([...devices.map((one) => [String(one.id), one] as const), ...named]);
}

function isComplete({ roles }: CsvTable): boolean {
  const hasTime = roles.includes("ts") || (roles.includes("date") && roles.includes("time"));
  const others = ["ts", "date", "time", "device", "ignore"];
  return hasTime && roles.some((role) => !others.includes(role));
}

async function* momentsOf(table: CsvTable): AsyncGenerator<string> {
  for await (const { cells } of csvRows(table)) yield momentText(cells, table.roles);
}

/** The first column whose unit must be said, because its heading states one that cannot be converted. */
function openUnit({ headings, units }: CsvTable) {
  const at = units.findIndex((one) => one && unreadable.includes(one.state));
  const [unit, role] = [units[at], headings[at]];
  return unit && { column: role || `№ ${at + 1}`, ...unit };
}
const unreadable: readonly ColumnUnitState[] = ["unknown", "dissolved_solids"];

/** @throws {FieldProblem} for what must be said before a file is written: device, columns, units, order of days */
function refuseOpen(table: CsvTable, knowsDevice: boolean, order: DayOrderChoice) {
  if (!knowsDevice) refuseField("device", "csv_no_device");
  if (!isComplete(table)) refuseField("file", "csv_no_columns");
  const open = openUnit(table);
  if (open) {
    const { column, unit } = open;
    refuseField(
      "units",
      open.state === "unknown" ? "csv_unit_unknown" : "csv_unit_dissolved_solids",
      { column, unit },
    );
  }
  if (order === "unclear") refuseField("day_order", "csv_day_order_unclear");
}

async function contextOf(
  db: Db,
  actor: Actor,
  table: CsvTable,
  device: DeviceFacts | undefined,
  { zone, order, parameters }: { zone: string; order: DayOrderChoice; parameters: Parameters },
): Promise<RowContext> {
  const offsetAt = zoneOffsets(zone) ?? refuseField("timezone", "timezone_unknown");
  const devices = device ? [] : await listDeviceFacts(db, actor);
  return {
    table,
    parameters,
    order: order === "mdy" ? "mdy" : "dmy",
    offsetAt,
    device,
    devices: byNameAndId(devices),
  };
}

function takeRow(tally: Tally, row: CsvRow, context: RowContext) {
  tally.rows += 1;
  if (tally.rows > readingLimits.importRows)
    refuseField("file", "csv_too_many_rows", { max: readingLimits.importRows });
  const read = readRow(row.cells, context);
  const note = (reason?: RefusalReason) => {
    if (read.device) addRow(tally.shares, read.device.id, context.table, row, reason);
    if (reason) refuse(tally, row, reason);
  };
  if ("reason" in read) return note(read.reason);
  const checked = checkReading(read.device, context.parameters, read.ts, read.values);
  if ("reason" in checked) return note(checked.reason);
  note();
  const waiting = tally.waiting.get(read.device.id) ?? [];
  waiting.push(checked.reading);
  tally.waiting.set(read.device.id, waiting);
  tally.first = Math.min(tally.first, read.ts.getTime());
  tally.last = Math.max(tally.last, read.ts.getTime());
}

/** Counts what writing would do. */
async function countReadings(db: Db, tally: Tally, deviceId: number, readings: NewReading[]) {
  const seen = tally.seen.get(deviceId) ?? new Map<number, Moment>();
  tally.seen.set(deviceId, seen);
  const moments = readings.map(({ ts }) => ts).filter((ts) => !seen.has(ts.getTime()));
  for (const [at, moment] of await findMoments(db, deviceId, moments)) seen.set(at, moment);
  return compareReadings(readings, seen).counts;
}

async function flush(db: Db, tally: Tally, isDryRun: boolean) {
  for (const [deviceId, readings] of [...tally.waiting].sort(([a], [b]) => a - b)) {
    const done = isDryRun
      ? await countReadings(db, tally, deviceId, readings)
      : await writeReadings(db, deviceId, readings);
    tally.counts = addCounts(tally.counts, done);
    addWritten(tally.shares, deviceId, done);
  }
  tally.waiting.clear();
}

async function readAll(db: Db, context: RowContext, tally: Tally, isDryRun: boolean) {
  for await (const row of csvRows(context.table)) {
    takeRow(tally, row, context);
    if (tally.rows % batch === 0) await flush(db, tally, isDryRun);
  }
  await flush(db, tally, isDryRun);
}

/** Writes what the file holds. What was written before something went wrong stays, and is in the log too. */
async function writeAll(
  db: Db,
  actor: Actor,
  context: RowContext,
  tally: Tally,
  fileBytes: number,
) {
  try {
    await readAll(db, context, tally, false);
  } finally {
    await noteFile(db, tally.shares, fileBytes);
    const { refused_count: refused } = tally;
    const { accepted, conflicts } = tally.counts;
    await insertAudit(db, actor, {
      action: "import",
      resource: "device",
      id: context.device?.id ?? "reading",
      change: { accepted, refused, ...(conflicts > 0 && { conflicts }) },
    });
  }
}

const columnsOf = ({ headings, roles, units, rows }: CsvTable): ReadingImport["columns"] =>
  headings.map((name, i) => ({
    name,
    role: roles[i] ?? "ignore",
    unit: units[i]?.unit ?? null,
    unit_state: units[i]?.state ?? null,
    examples: rows.slice(0, 3).map((row) => (row[i] ?? "").slice(0, refusedText)),
  }));

/**
 * Reads a file of readings for one device, or for those that a column names. A dry run (`dry_run`) writes nothing, and
 * answers with the columns alone while it is not known what they hold, in which unit, or which number is the month.
 * @throws {FieldProblem} for a file that is no table, columns that say no time or value, an unknown zone, unit or profile
 * @throws {Problem} 404 for a device outside the actor's scope
 */
export async function importReadings(
  db: Db,
  actor: Actor,
  bytes: Buffer,
  query: ImportQuery,
): Promise<ReadingImport> {
  const device = query.device ? await findDeviceFacts(db, actor, query.device) : undefined;
  const isDryRun = query.dry_run === "1";
  const parameters = await findParameters(db);
  const measured = device && (await findMeasured(db, device.id));
  const head = readHead(bytes);
  const file = fileKind(head, device);
  const { profiles, profile } = await findProfiles(db, actor, file, query.profile, parameters);
  const said = profile
    ? { mapping: profile.mapping.join(","), units: profile.units.join(",") }
    : query;
  const table = openCsv(head, device?.type, { ...said, measured }, parameters);
  const knowsDevice = device !== undefined || table.roles.includes("device");
  const found = query.day_order ?? (await findDayOrder(momentsOf(table)));
  const order = found === "unclear" ? (profile?.day_order ?? found) : found;
  if (!isDryRun) refuseOpen(table, knowsDevice, order);
  const zone = table.zone ?? profile?.timezone ?? query.timezone;
  const context = await contextOf(db, actor, table, device, { zone, order, parameters });
  const isOpen = openUnit(table) !== undefined || order === "unclear";
  const isReadable = knowsDevice && isComplete(table) && !isOpen;
  const tally = emptyTally();
  if (isReadable)
    await (isDryRun
      ? readAll(db, context, tally, true)
      : writeAll(db, actor, context, tally, bytes.length));
  const isKept =
    (file.hasHeadings || device !== undefined) &&
    head.headings.length <= readingLimits.profileColumns;
  if (query.profile_name !== undefined && !isDryRun && isKept) {
    const kept = saidOf(table, zone, query.day_order ?? profile?.day_order);
    await saveProfile(db, actor, file, query.profile_name, kept);
  }
  const { waiting, seen, shares, first, last, counts, ...rest } = tally;
  const day = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);
  return {
    dry_run: isDryRun,
    delimiter: table.delimiter,
    decimal: table.decimal,
    timezone: zone,
    timezone_in_file: table.zone !== undefined,
    day_order: order,
    columns: columnsOf(table),
    profile: profile?.id ?? null,
    profiles: profiles.map((one) => toProfile(actor, one, device?.id)),
    ...counts,
    ...rest,
    first: day(first),
    last: day(last),
  };
}
