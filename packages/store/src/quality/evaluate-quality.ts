/**
 * The one evaluator of quality: what a rule says of a series, point by point in order of time. It reads no clock and no
 * table. What it says of a point depends on the points from `readFrom` on and the two after it alone, so that a
 * series read as it comes, at once, or after a kill gives the same. Tests by IOOS QARTOD (flat line, spike, rate of change)
 * and the buddy check of Gandin 1988 and TITAN (Båserud et al. 2020).
 */

import type { Conversion } from "@nihol/contract/values/sensors/column-units";
import type { QualityKind } from "@nihol/contract/values/sensors/quality";
import type { Point } from "../alerts/evaluate-series.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Values that a flat line has at least (QARTOD: REP_CNT_FAIL). */
const flatCount = 5;
/** Part of a value by which single precision differs from what was sent. */
export const flatNoise = 1e-6;
/** Values of a day from which its unit is asked for. */
const dayCount = 6;
/** Share of a parameter's range at either end where sensors rest for long: fog at 100 %, a dry summer at 0. */
const endShare = 0.01;

/** Question of a rule to the series of a device. */
export interface Quality {
  kind: QualityKind;
  /** Hours of stuck, percent of wrong_unit; else a difference in the unit of the parameter. */
  suspectAt: number;
  failAt: number | null;
  tolerance: number;
  /** Milliseconds without a reading after which nobody knows what was between. */
  gapMs: number;
  /** Least and greatest that a sensor can measure. */
  faulty: readonly [number, number];
  /** Bounds of what is usual, and the conversions of other units of the parameter: for wrong_unit. */
  usual: readonly [number, number] | null;
  others: readonly Conversion[];
  /** Of neighbours: times their spread, and what lies around the device in hours in which it departs, by their beginning. */
  factor: number;
  around?: ReadonlyMap<number, Around>;
}

/** Median of neighbours in an hour, and their spread as a standard deviation. */
interface Around {
  middle: number;
  spread: number;
}

/** Stretch of a series that a rule speaks of; `to` is exclusive. Milliseconds since 1970. */
export interface Proposal {
  from: number;
  to: number;
  isFail: boolean;
  /** Hours of the same value, the greatest difference, or the greatest share of a day in percent. */
  worst: number;
}

/** A series that is evaluated as its points come. */
export interface QualityEvaluation {
  take: (point: Point) => void;
  end: () => Proposal[];
}

/** The moment from where a series is read whose first new point is given; milliseconds since 1970. */
export function readFrom({ kind, suspectAt, failAt, gapMs }: Quality, since: number): number {
  if (kind === "wrong_unit") return Math.floor(since / DAY) * DAY - DAY;
  return since - (kind === "stuck" ? 2 * (failAt ?? suspectAt) * HOUR + gapMs : 4 * gapMs);
}

/** Least and greatest of a window that moves on (monotonic queues). */
function movingRange() {
  const points: Point[] = [];
  const lows: Point[] = [];
  const highs: Point[] = [];
  const drop = (queue: Point[], before: number) => {
    while (queue.length > 0 && (queue[0]?.at ?? 0) < before) queue.shift();
  };
  return {
    points,
    clear() {
      for (const queue of [points, lows, highs]) queue.length = 0;
    },
    push(point: Point) {
      while ((lows.at(-1)?.value ?? Number.NEGATIVE_INFINITY) > point.value) lows.pop();
      while ((highs.at(-1)?.value ?? Number.POSITIVE_INFINITY) < point.value) highs.pop();
      for (const queue of [points, lows, highs]) queue.push(point);
    },
    /** Keeps the last point at or before a moment and what follows it. */
    keepFrom(moment: number) {
      while ((points[1]?.at ?? Number.POSITIVE_INFINITY) <= moment) points.shift();
      const first = points[0]?.at ?? moment;
      drop(lows, first);
      drop(highs, first);
    },
    spread: () => (highs[0]?.value ?? 0) - (lows[0]?.value ?? 0),
  };
}

/** A point is flat once all values of the rule's hours before it are the same within its tolerance. */
function flatWindow(hours: number, { tolerance, gapMs }: Quality) {
  const range = movingRange();
  let last = Number.NEGATIVE_INFINITY;
  /** Returns where the flat hours before a point began; null where it is not flat. */
  return (point: Point): number | null => {
    if (point.at - last > gapMs) range.clear();
    last = point.at;
    range.push(point);
    range.keepFrom(point.at - hours * HOUR);
    const first = range.points[0]?.at ?? point.at;
    const isFlat =
      point.at - first >= hours * HOUR &&
      range.points.length >= flatCount &&
      range.spread() <= tolerance + flatNoise * Math.max(1, Math.abs(point.value));
    return isFlat ? first : null;
  };
}

/** Joins stretches that touch or overlap. */
function stretches() {
  const found: Proposal[] = [];
  return {
    found,
    add(one: Proposal) {
      const last = found.at(-1);
      if (!last || one.from > last.to) found.push(one);
      else {
        last.to = Math.max(last.to, one.to);
        last.isFail ||= one.isFail;
        last.worst = Math.max(last.worst, one.worst);
      }
    },
  };
}

function stuckEvaluation(quality: Quality): QualityEvaluation {
  const { suspectAt, failAt, faulty } = quality;
  const suspect = flatWindow(suspectAt, quality);
  const fail = failAt === null ? () => null : flatWindow(failAt, quality);
  const { found, add } = stretches();
  const edge = (faulty[1] - faulty[0]) * endShare;
  const isAtEnd = (value: number) =>
    value <= faulty[0] + edge + quality.tolerance || value >= faulty[1] - edge - quality.tolerance;
  return {
    take(point) {
      if (point.isFaulty) return;
      const [long, short] = [fail(point), suspect(point)];
      // At the end of the range a value may well stay: there the longer time asks, and only asks.
      const from = isAtEnd(point.value) ? long : (long ?? short);
      if (from === null) return;
      add({ from, to: point.at + 1, isFail: long !== null && !isAtEnd(point.value), worst: 0 });
      const last = found.at(-1);
      if (last) last.worst = (last.to - 1 - last.from) / HOUR;
    },
    end: () => found,
  };
}

/** Difference of a value from both of its neighbours in time, where they lie on one side of it; else 0. */
function departure(a: Point, b: Point, c: Point, gapMs: number): number {
  if (b.at - a.at > gapMs || c.at - b.at > gapMs) return 0;
  const [before, after] = [b.value - a.value, b.value - c.value];
  return before * after > 0 ? Math.min(Math.abs(before), Math.abs(after)) : 0;
}

function spikeEvaluation({ suspectAt, failAt, gapMs }: Quality): QualityEvaluation {
  const { found, add } = stretches();
  let a: Point | undefined;
  let b: Point | undefined;
  return {
    take(c) {
      if (c.isFaulty) return;
      const worst = a && b ? departure(a, b, c, gapMs) : 0;
      if (b && worst >= suspectAt)
        add({ from: b.at, to: b.at + 1, isFail: failAt !== null && worst >= failAt, worst });
      [a, b] = [b, c];
    },
    end: () => found,
  };
}

/** A level that changes between two readings and stays: a single value apart is a spike. */
function jumpEvaluation({ suspectAt, gapMs }: Quality): QualityEvaluation {
  const { found, add } = stretches();
  let seen: Point[] = [];
  const isApart = (one: Point, other: Point) =>
    Math.abs(one.value - other.value) > (suspectAt * Math.max(1, (other.at - one.at) / HOUR)) / 2;
  return {
    take(point) {
      if (point.isFaulty) return;
      const last = seen.at(-1);
      if (last && point.at - last.at > gapMs) seen = [];
      seen.push(point);
      if (seen.length > 4) seen.shift();
      const [a, b, c, d] = seen;
      if (!a || !b || !c || !d) return;
      const change = Math.abs(c.value - b.value);
      const isLarge = change > suspectAt * Math.max(1, (c.at - b.at) / HOUR);
      if (isLarge && !isApart(a, b) && isApart(b, d) && !isApart(c, d))
        add({ from: b.at, to: c.at + 1, isFail: false, worst: change });
    },
    end: () => found,
  };
}

const isWithin = (value: number, [low, high]: readonly [number, number]) =>
  value >= low && value <= high;

/** Days whose values are unusual, or none that a sensor can measure, and usual ones in another unit. */
function unitEvaluation({ suspectAt, usual, others }: Quality): QualityEvaluation {
  const { found, add } = stretches();
  let day: Point[] = [];
  function close() {
    const [first] = day;
    if (!first || day.length < dayCount || !usual) return;
    const strange = day.filter(({ value }) => !isWithin(value, usual));
    const shares = others.map(({ factor, offset }) => {
      const fits = strange.filter(({ value }) => isWithin(value * factor + offset, usual));
      return (100 * fits.length) / day.length;
    });
    const worst = Math.max(0, ...shares);
    const from = Math.floor(first.at / DAY) * DAY;
    // Whole days: those that follow each other are one question.
    if (worst >= suspectAt) add({ from, to: from + DAY, isFail: false, worst });
  }
  return {
    take(point) {
      const [first] = day;
      if (first && Math.floor(first.at / DAY) !== Math.floor(point.at / DAY)) {
        close();
        day = [];
      }
      day.push(point);
    },
    end() {
      close();
      return found;
    },
  };
}

/** Values that lie farther from the neighbours' median of their hour than both limits. One that does not ends a stretch. */
function neighbourEvaluation(quality: Quality): QualityEvaluation {
  const { suspectAt, failAt, factor, gapMs, around } = quality;
  const found: Proposal[] = [];
  let running: Proposal | undefined;
  return {
    take({ at, value, isFaulty }) {
      if (isFaulty) return;
      const hour = around?.get(Math.floor(at / HOUR) * HOUR);
      // Values that were set aside have lost what single precision adds.
      const worst = hour ? Math.abs(Math.fround(value) - hour.middle) : 0;
      const limit = (hour?.spread ?? 0) * factor;
      if (running && at - running.to > gapMs) running = undefined;
      if (worst <= Math.max(suspectAt, limit)) {
        running = undefined;
        return;
      }
      const isFail = failAt !== null && worst > Math.max(failAt, limit);
      if (running?.isFail === isFail) {
        running.to = at + 1;
        running.worst = Math.max(running.worst, worst);
        return;
      }
      running = { from: at, to: at + 1, isFail, worst };
      found.push(running);
    },
    end: () => found,
  };
}

const evaluations: Record<QualityKind, (quality: Quality) => QualityEvaluation> = {
  stuck: stuckEvaluation,
  spike: spikeEvaluation,
  jump: jumpEvaluation,
  wrong_unit: unitEvaluation,
  neighbours: neighbourEvaluation,
};

/** Evaluates points of one parameter, in order of time, by a rule. */
export const qualityEvaluation = (quality: Quality): QualityEvaluation =>
  evaluations[quality.kind](quality);
