/** Series of a parameter of a device over time. */
import type {
  ReadingPoint,
  ReadingSeries,
  readingQuerySchema,
  SeriesSet,
} from "@nihol/contract/sensors/readings";
import { dayOf, midnightOf } from "@nihol/contract/values/planting/programme-day";
import { type ReadingStep, readingLimits } from "@nihol/contract/values/sensors/readings";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import {
  findParameters,
  ownParameter,
  type ParameterFacts,
} from "@nihol/store/readings/parameters";
import {
  listBadIntervals,
  listConflicts,
  listFaults,
  listMoves,
  listRawPoints,
  listSteps,
  type SeriesPoint,
  type SeriesRange,
} from "@nihol/store/readings/reading-series";
import type { Kysely } from "kysely";
import { refuseField } from "../../../http/problem.ts";
import type { DeviceFacts } from "../../../policies/devices.ts";

type Query = Omit<z.output<typeof readingQuerySchema>, "parameter">;

const day = 86_400_000;
const stepMs = { raw: 0, hour: 3_600_000, day } as const;
/** When the step of a moment began. */
const beginOf = {
  raw: (at: Date) => at,
  hour: (at: Date) => new Date(Math.floor(at.getTime() / stepMs.hour) * stepMs.hour),
  day: (at: Date) => midnightOf(dayOf(at)),
};
const longest = {
  raw: readingLimits.rawDays,
  hour: readingLimits.hourDays,
  day: readingLimits.dayDays,
} as const;
const faultsShown = 500;
const [firstMs, endMs] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];
/** Means carry no more digits than this: a sum of doubles ends in noise. */
const digits = 4;

function stepOf({ step }: Query, days: number): ReadingStep {
  if (step !== "auto") return step;
  if (days <= 2) return "raw";
  return days <= 62 ? "hour" : "day";
}

/** @throws {FieldProblem} for a range that ends before it begins, or is too long for its step */
function rangeOf(query: Query) {
  const to = query.to ? new Date(query.to) : new Date();
  const from = query.from ? new Date(query.from) : new Date(to.getTime() - 7 * day);
  // An offset may lead out of the four digits of a year.
  for (const [field, at] of Object.entries({ from, to }))
    if (at.getTime() < firstMs || at.getTime() >= endMs) refuseField(field, "invalid");
  const days = (to.getTime() - from.getTime()) / day;
  if (days <= 0) refuseField("to", "invalid");
  const step = stepOf(query, days);
  if (days > longest[step]) refuseField("from", "range_too_long", { max: longest[step] });
  // The first hour or day is shown whole, not what is left of it.
  return { from: beginOf[step](from), to, step };
}

const rounded = (value: number) => Number(value.toFixed(digits));

const asText = ({ ts, value }: { ts: Date; value: number }) => ({ ts: ts.toISOString(), value });

const toPoint = ({ ts, value, min, max, n }: SeriesPoint): ReadingPoint => ({
  ts: ts.toISOString(),
  value: rounded(value),
  min: rounded(min),
  max: rounded(max),
  n,
});

/** Half as long again as points usually are apart: by what the device promises, and by what it does. */
function gapAfter(points: readonly SeriesPoint[], step: ReadingStep, intervalMinutes: number) {
  const apart = points.slice(1).map(({ ts }, i) => +ts - +(points[i] as SeriesPoint).ts);
  const median = apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? 0;
  return (1.5 * Math.max(stepMs[step], intervalMinutes * 60_000, median)) / 1000;
}

/** A series that is asked for: its device, its parameter, and the range in which it is read. */
interface Asked {
  device: DeviceFacts;
  facts: ParameterFacts;
  range: SeriesRange;
}

/** Points of a step from the roll-up, one series after the other. */
async function listAllSteps(db: Kysely<Database>, step: "hour" | "day", asked: readonly Asked[]) {
  const all: SeriesPoint[][] = [];
  for (const { range, facts } of asked) all.push(await listSteps(db, step, range, facts.averaging));
  return { step, all };
}

/**
 * The points of all series, and the step that they have: where they are too many together, `auto` becomes hours.
 * @throws {FieldProblem} for too many single readings that were asked for as such
 */
async function pointsOf(
  db: Kysely<Database>,
  asked: readonly Asked[],
  { step, auto }: { step: ReadingStep; auto: boolean },
) {
  if (step !== "raw") return listAllSteps(db, step, asked);
  const all: SeriesPoint[][] = [];
  let left: number = readingLimits.rawPoints;
  for (const { range } of asked) {
    const points = await listRawPoints(db, range, left + 1);
    left -= points.length;
    if (left < 0) break;
    all.push(points);
  }
  if (left >= 0) return { step, all };
  if (!auto) refuseField("step", "too_many_readings");
  const whole = asked.map((one) => ({
    ...one,
    range: { ...one.range, from: beginOf.hour(one.range.from) },
  }));
  return listAllSteps(db, "hour", whole);
}

/** Reads what is kept beside the points of a series. */
async function toSeries(
  db: Kysely<Database>,
  { device, facts, range }: Asked,
  step: ReadingStep,
  points: readonly SeriesPoint[],
): Promise<ReadingSeries> {
  const [faults, conflicts, bad, moved_on] = await Promise.all([
    listFaults(db, range, faultsShown),
    listConflicts(db, range, faultsShown),
    listBadIntervals(db, range),
    listMoves(db, range),
  ]);
  return {
    device: device.id,
    parameter: facts.key,
    unit: facts.unit,
    averaging: facts.averaging,
    step,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    points: points.map(toPoint),
    gap_after_s: gapAfter(points, step, device.interval_minutes),
    faulty: faults.rows.map(asText),
    faulty_count: faults.count,
    conflicts: conflicts.rows.map(asText),
    conflict_count: conflicts.count,
    bad_intervals: bad.intervals.map((one) => ({
      from: one.from.toISOString(),
      to: one.to?.toISOString() ?? null,
      reason: one.reason,
      sets_aside: one.sets_aside,
    })),
    set_aside_count: bad.values,
    moved_on,
  };
}

/** A parameter of a device. */
export interface Wanted {
  device: DeviceFacts;
  parameter: string;
}

/**
 * Series over one axis of time, all of one step; hours and days come from the roll-up, single values from where they are
 * kept. They are read one after the other: a chart of several lines takes no more connections than one of one.
 * @param field under which a parameter is refused that this type of device has not
 * @throws {FieldProblem} for such a parameter, and for the range
 */
export async function readSeriesSet(
  db: Kysely<Database>,
  wanted: readonly Wanted[],
  query: Query,
  field = "series",
): Promise<SeriesSet> {
  const parameters = await findParameters(db);
  const { from, to, step: askedStep } = rangeOf(query);
  const asked = wanted.map(({ device, parameter }): Asked => {
    const facts = ownParameter(parameters, device.type, parameter);
    if (!facts) return refuseField(field, "invalid");
    return { device, facts, range: { deviceId: device.id, parameter, from, to } };
  });
  const { step, all } = await pointsOf(db, asked, {
    step: askedStep,
    auto: query.step === "auto",
  });
  const series: ReadingSeries[] = [];
  for (const [i, one] of asked.entries()) series.push(await toSeries(db, one, step, all[i] ?? []));
  return { step, from: from.toISOString(), to: to.toISOString(), series };
}

/**
 * The series of one parameter of one device.
 * @throws {FieldProblem} for a parameter that this type of device has not, and for the range
 */
export async function readSeries(
  db: Kysely<Database>,
  device: DeviceFacts,
  { parameter, ...query }: Query & { parameter: string },
): Promise<ReadingSeries> {
  const set = await readSeriesSet(db, [{ device, parameter }], query, "parameter");
  const [series] = set.series;
  if (!series) throw new Error("a series that was asked for was not read");
  return series;
}
