/**
 * `npm run bench -- quality [--real FOLDER]`: what the delivered rules of quality find in series, rule by rule: of drawn faults
 * how many, and how many intervals besides. Series are drawn, and real ones where `../shared/data/real/sensors` is: air, soil and water with the
 * flags of those who published them. The faults are put in place of the series' own values, at places by a seed.
 * Smallest: as it is.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { QualityKind } from "@nihol/contract/values/sensors/quality";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { seededRandom } from "@nihol/geo/seeded-random";
import type { Point } from "@nihol/store/alerts/evaluate-series";
import {
  type Proposal,
  type Quality,
  qualityEvaluation,
} from "@nihol/store/quality/evaluate-quality";
import { qualityOf } from "@nihol/store/quality/quality-rows";
import { findParameters } from "@nihol/store/readings/parameters";

const { values: options } = parseArgs({ options: { real: { type: "string" } } });
const real = resolve(
  options.real ?? join(import.meta.dirname, "../../../shared/data/real/sensors"),
);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const drawnFaults = 20;

interface Series {
  name: string;
  parameter: string;
  intervalMinutes: number;
  points: Point[];
  /** Times that whoever published the series calls wrong. */
  flagged: { from: number; to: number }[];
}

const point = (at: number, value: number): Point => ({ at, value, isFaulty: false });

/** Half a year, half-hourly: seasons, days, weather that wanders, and the sensor's own step. */
function drawn(
  name: string,
  parameter: string,
  middle: number,
  swing: number,
  step: number,
): Series {
  const random = seededRandom(7);
  let weather = 0;
  const points = Array.from({ length: 180 * 48 }, (_, n) => {
    weather += (random() - 0.5) * swing * 0.08 - weather * 0.01;
    const day = Math.sin((n / 48) * 2 * Math.PI) * swing;
    const season = Math.sin((n / (365 * 48)) * 2 * Math.PI) * swing;
    const value = middle + day + season + weather * 4;
    return point(n * 1_800_000, Math.round(value / step) * step);
  });
  return { name, parameter, intervalMinutes: 30, points, flagged: [] };
}

const cellsOf = (line: string) => line.split(",").map((cell) => cell.replaceAll('"', "").trim());

interface Columns {
  time: (row: Record<string, string>) => string;
  value: string;
  isFlagged?: (row: Record<string, string>) => boolean;
  convert?: (value: number) => number;
  keep?: (row: Record<string, string>) => boolean;
}

/** A column of a file of cells; the sensor's own pace is the median of its steps. */
function column(
  name: string,
  parameter: string,
  file: string,
  columns: Columns,
): Series | undefined {
  const path = join(real, file);
  if (!existsSync(path)) return undefined;
  const [head = "", ...lines] = readFileSync(path, "latin1").split(/\r?\n/);
  const names = cellsOf(head);
  const points: Point[] = [];
  const flagged: Series["flagged"] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    const offset = cells.length - names.length;
    const row = Object.fromEntries(
      names.map((one, n) => [one, cells[n + Math.max(0, offset)] ?? ""]),
    );
    const at = Date.parse(`${columns.time(row)}Z`);
    const text = row[columns.value] ?? "";
    if (text === "" || text === "NA" || Number.isNaN(at) || columns.keep?.(row) === false) continue;
    const value = Number(text);
    if (Number.isNaN(value)) continue;
    points.push(point(at, columns.convert?.(value) ?? value));
    if (columns.isFlagged?.(row)) flagged.push({ from: at, to: at + 1 });
  }
  points.sort((a, b) => a.at - b.at);
  const unique = points.filter((one, n) => one.at !== points[n - 1]?.at);
  const steps = unique.slice(1).map((one, n) => one.at - (unique[n]?.at ?? 0));
  const median = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? HOUR;
  return {
    name,
    parameter,
    intervalMinutes: Math.max(1, Math.round(median / 60_000)),
    points: unique,
    flagged,
  };
}

const iso = (text: string) => text.replace(" ", "T");
const dayFirst = (date: string, time: string) => {
  const [day, month, year] = date.split("/");
  return `${year}-${month}-${day}T${time.padStart(8, "0")}`;
};
const monthFirst = (text: string) => {
  const [date = "", time = ""] = text.split(" ");
  const [month = "", day = "", year = ""] = date.split("/");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time.padStart(5, "0")}:00`;
};
const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;

const water = "water/contdata-DATA_test2_Aw_20130101_20141231.csv";
const contdata = (value: string, flags: string[]): Columns => ({
  time: (row) => iso(row["Date.Time"] ?? ""),
  value,
  isFlagged: (row) => flags.some((flag) => row[flag] === "F"),
});

const realSeries = () =>
  [
    column(
      "office, NAB (°F read as °C by its unit)",
      "air_temperature",
      "air/nab-ambient_temperature_system_failure.csv",
      {
        time: (row) => iso(row.timestamp ?? ""),
        value: "value",
        convert: celsius,
      },
    ),
    column(
      "street, UCI, missing ones as −200",
      "air_temperature",
      "air/uci-airquality-commas.csv",
      {
        time: (row) => dayFirst(row.Date ?? "", row.Time ?? ""),
        value: "T",
        isFlagged: (row) => row.T === "-200",
      },
    ),
    column("stations, SVS", "air_temperature", "soil/svs-average-stations.csv", {
      time: (row) =>
        `${(row.datetime_local ?? "").replace(/ (\d):/, " 0$1:").replace(" ", "T")}:00`,
      value: "Air temperature (degC)",
    }),
    column("stations, SVS", "air_humidity", "soil/svs-average-stations.csv", {
      time: (row) =>
        `${(row.datetime_local ?? "").replace(/ (\d):/, " 0$1:").replace(" ", "T")}:00`,
      value: "Relative humidity (%)",
    }),
    column(
      "stream, ContDataQC",
      "water_temperature",
      water,
      contdata("Water.Temp.C", ["Flag.Spike.Water.Temp.C"]),
    ),
    column("stream, ContDataQC", "air_temperature", water, contdata("Air.Temp.C", [])),
    column("lake at 1 m, Ellis", "water_temperature", "water/contdata-Ellis.csv", {
      ...contdata("Water.Temp.C", ["Flag.Spike.Water.Temp.C"]),
      keep: (row) => row.ID_Depth === "1.0",
    }),
    column("lake at 3 m, Ellis", "water_temperature", "water/contdata-Ellis.csv", {
      ...contdata("Water.Temp.C", ["Flag.Spike.Water.Temp.C"]),
      keep: (row) => row.ID_Depth === "3.0",
    }),
    column("estuary, NERRS", "water_temperature", "water/nerrs-gndblwq2021.csv", {
      time: (row) => monthFirst(row.DateTimeStamp ?? ""),
      value: "Temp",
    }),
    column("estuary, NERRS", "water_ph", "water/nerrs-gndblwq2021.csv", {
      time: (row) => monthFirst(row.DateTimeStamp ?? ""),
      value: "pH",
    }),
    column("estuary, NERRS", "dissolved_oxygen", "water/nerrs-gndblwq2021.csv", {
      time: (row) => monthFirst(row.DateTimeStamp ?? ""),
      value: "DO_mgl",
    }),
    column("office a minute, UCI", "co2", "air/occupancy-datatraining.txt", {
      time: (row) => iso(row.date ?? ""),
      value: "CO2",
    }),
  ].filter((one) => one !== undefined);

/** Time of a drawn fault. */
type Fault = { from: number; to: number };
/** Puts faults of a kind into a series, apart from each other. */
function withFaults(series: Series, quality: Quality): { points: Point[]; faults: Fault[] } {
  const random = seededRandom(41);
  const points = series.points.map((one) => ({ ...one }));
  const faults: Fault[] = [];
  const part = Math.floor(points.length / drawnFaults);
  for (let n = 0; n < drawnFaults; n++) {
    const start = n * part + 5 + Math.floor(random() * part * 0.3);
    const first = points[start];
    if (!first) continue;
    const size = quality.suspectAt * (1.2 + random() * 2) * (random() < 0.5 ? -1 : 1);
    const fault = drawFault(points, start, quality, size);
    if (fault) faults.push(fault);
  }
  return { points, faults };
}

/** Faults fit between two others; what does not is not drawn. */
function drawFault(
  points: Point[],
  start: number,
  { kind, suspectAt, others }: Quality,
  size: number,
): Fault | undefined {
  const first = points[start];
  if (!first) return undefined;
  if (kind === "spike") {
    first.value += size;
    return { from: first.at, to: first.at + 1 };
  }
  const hours = kind === "stuck" ? suspectAt * 1.5 : kind === "jump" ? 30 : 72;
  const own = points.filter(({ at }, n) => n >= start && at - first.at <= hours * HOUR);
  const last = own.at(-1);
  if (!last || own.length < 8 || last.at - first.at < hours * HOUR * 0.9) return undefined;
  if (kind === "stuck") for (const one of own) one.value = first.value;
  if (kind === "jump") for (const one of own) one.value += size;
  const [other] = others;
  if (kind === "wrong_unit" && other)
    for (const one of own) one.value = (one.value - other.offset) / other.factor;
  return { from: first.at, to: last.at };
}

const run = (points: readonly Point[], quality: Quality): Proposal[] => {
  const running = qualityEvaluation(quality);
  for (const one of points) {
    const isFaulty = one.value < quality.faulty[0] || one.value > quality.faulty[1];
    running.take({ ...one, isFaulty });
  }
  return running.end();
};
const touches = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  a.from <= b.to && b.from <= a.to;

/** The rules as a new installation has them, and the ranges of its parameters. */
async function delivered() {
  const dir = await mkdtemp(join(tmpdir(), "nihol-bench-quality-"));
  const database = await openEmbedded(dir, { durable: false });
  const db = connect(database.config);
  try {
    await migrate(db.pool);
    const rules = await db.sql
      .selectFrom("quality_rule as r")
      .innerJoin("parameter as p", "p.id", "r.parameter")
      .where("r.enabled", "=", true)
      // A series by itself has no neighbours.
      .where("r.kind", "<>", "neighbours")
      .select(["r.kind", "r.suspect_at", "r.fail_at", "r.tolerance", "r.factor", "p.key"])
      .orderBy("r.id")
      .execute();
    return { rules, parameters: await findParameters(db.sql) };
  } finally {
    await db.close();
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
const { rules, parameters } = await delivered();

const all = [
  drawn("drawn, steps of 0.1", "air_temperature", 15, 7, 0.1),
  drawn("drawn, steps of 1", "air_humidity", 55, 15, 1),
  drawn("drawn, steps of 0.1", "soil_temperature", 14, 3, 0.1),
  drawn("drawn, steps of 0.1", "soil_humidity", 22, 3, 0.1),
  ...realSeries(),
];
const table = all.flatMap((series) =>
  rules
    .filter(({ key }) => key === series.parameter)
    .map(({ key, ...rule }) => {
      const kind: QualityKind = rule.kind;
      const quality = qualityOf(
        rule,
        { parameter: key, texture: null, interval_minutes: series.intervalMinutes },
        parameters,
      );
      const own = run(series.points, quality);
      const { points, faults } = withFaults(series, quality);
      const found = run(points, quality);
      return {
        series: series.name,
        parameter: key,
        rule: kind,
        days: Math.round(((series.points.at(-1)?.at ?? 0) - (series.points[0]?.at ?? 0)) / DAY),
        drawn: faults.length,
        found: faults.filter((fault) => found.some((one) => touches(one, fault))).length,
        // Of the series as it is: all that was not flagged by its publisher either.
        besides: own.filter((one) => !series.flagged.some((flag) => touches(one, flag))).length,
        besides_set_aside: own.filter(
          (one) => one.isFail && !series.flagged.some((flag) => touches(one, flag)),
        ).length,
        flagged: series.flagged.length,
        flagged_found: series.flagged.filter((flag) => own.some((one) => touches(one, flag)))
          .length,
      };
    }),
);
console.table(table);
console.log(JSON.stringify({ bench: "quality", rows: table }));
