/** Series of a parameter of a device over time. */
import type {
  ReadingPoint,
  ReadingSeries,
  readingQuerySchema,
} from "@nihol/contract/sensors/readings";
import { dayOf, midnightOf } from "@nihol/contract/values/planting/programme-day";
import { type ReadingStep, readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Averaging } from "@nihol/contract/values/sensors/sensor-guidance";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import { findParameters, ownParameter } from "@nihol/store/readings/parameters";
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
import { refuseField } from "../../http/problem.ts";
import type { DeviceFacts } from "../../policies/devices.ts";

type Query = z.output<typeof readingQuerySchema>;

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

/** The points of a range, and the step that they have: too many for `auto` become hours. */
async function pointsOf(
  db: Kysely<Database>,
  range: SeriesRange,
  { step, auto, averaging }: { step: ReadingStep; auto: boolean; averaging: Averaging },
) {
  if (step !== "raw") return { step, points: await listSteps(db, step, range, averaging) };
  const points = await listRawPoints(db, range, readingLimits.rawPoints + 1);
  if (points.length <= readingLimits.rawPoints) return { step, points };
  if (!auto) refuseField("step", "too_many_readings");
  const from = beginOf.hour(range.from);
  return {
    step: "hour" as const,
    points: await listSteps(db, "hour", { ...range, from }, averaging),
  };
}

/**
 * The series of a parameter; hours and days come from the roll-up, single values from where they are kept.
 * @throws {FieldProblem} for a parameter that this type of device has not, and for the range
 */
export async function readSeries(
  db: Kysely<Database>,
  device: DeviceFacts,
  query: Query,
): Promise<ReadingSeries> {
  const { parameter } = query;
  const facts = ownParameter(await findParameters(db), device.type, parameter);
  if (!facts) return refuseField("parameter", "invalid");
  const { averaging } = facts;
  const { from, to, step: asked } = rangeOf(query);
  const range: SeriesRange = { deviceId: device.id, parameter, from, to };
  const [{ step, points }, faults, conflicts, bad, moved_on] = await Promise.all([
    pointsOf(db, range, { step: asked, auto: query.step === "auto", averaging }),
    listFaults(db, range, faultsShown),
    listConflicts(db, range, faultsShown),
    listBadIntervals(db, range),
    listMoves(db, range),
  ]);
  return {
    device: device.id,
    parameter,
    unit: facts.unit,
    averaging,
    step,
    from: from.toISOString(),
    to: to.toISOString(),
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
