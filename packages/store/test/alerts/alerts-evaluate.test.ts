/** The evaluator of readings by itself: thresholds, rates, faults, silence, gaps, and the same answer however a series is cut. */
import {
  type Condition,
  type Point,
  type Standing,
  seriesEvaluation,
  silenceEvaluation,
  unknownStanding,
} from "@nihol/store/alerts/evaluate-series";
import { describe, expect, test } from "vitest";

const MIN = 60_000;
function evaluateSeries(asked: Condition, standing: Standing, points: readonly Point[]) {
  const evaluation = seriesEvaluation(asked, standing);
  for (const point of points) evaluation.take(point);
  return evaluation.end(0);
}
function evaluateSilence(
  asked: Condition,
  known: Standing,
  moments: readonly Point[],
  now: number,
) {
  const evaluation = silenceEvaluation(asked, known);
  for (const moment of moments) evaluation.take(moment);
  return evaluation.end(now);
}
const condition = (more: Partial<Condition>): Condition => ({
  kind: "above",
  limit: 10,
  forMs: 30 * MIN,
  gapMs: 60 * MIN,
  ...more,
});
/** A value every ten minutes; null: nothing came; "x": no sensor can measure it. */
const series = (...values: (number | null | "x")[]): Point[] =>
  values.flatMap((value, n) => {
    if (value === null) return [];
    return [{ at: n * 10 * MIN, value: value === "x" ? 9999 : value, isFaulty: value === "x" }];
  });
const evaluated = (asked: Condition, points: readonly Point[]) =>
  evaluateSeries(asked, unknownStanding(-1), points).raised.map((one) => [
    one.beganAt / MIN,
    one.raisedAt / MIN,
    one.clearedAt === null ? null : one.clearedAt / MIN,
    one.worst,
  ]);

describe("a threshold", () => {
  test("holds once readings were beyond it for its time, and ends once they were back for as long", () => {
    const points = series(9, 11, 12, 15, 13, 9, 9, 9, 9, 9);
    expect(evaluated(condition({}), points)).toEqual([[10, 40, 50, 15]]);
  });

  test("the limit itself is within it, and a short visit beyond it is nothing", () => {
    expect(evaluated(condition({}), series(10, 10, 10, 10, 10))).toEqual([]);
    expect(evaluated(condition({}), series(11, 11, 9, 11, 11, 9))).toEqual([]);
  });

  test("a value that flutters does not end what it has begun", () => {
    const points = series(11, 11, 11, 11, 9, 11, 9, 11, 11, 9, 9, 9, 9);
    expect(evaluated(condition({}), points)).toEqual([[0, 30, 90, 11]]);
  });

  test("without a time it holds at once", () => {
    expect(evaluated(condition({ forMs: 0 }), series(11, 9, 12))).toEqual([
      [0, 0, 10, 11],
      [20, 20, null, 12],
    ]);
  });

  test("a gap longer than anybody knows of breaks a run, and ends no alert", () => {
    const gap = [null, null, null, null, null, null, null] as const;
    expect(evaluated(condition({}), series(11, 11, ...gap, 11, 11))).toEqual([]);
    expect(evaluated(condition({}), series(11, 11, 11, 11, ...gap, 12))).toEqual([
      [0, 30, null, 12],
    ]);
  });

  test("a faulty value never reaches it", () => {
    expect(evaluated(condition({}), series("x", "x", "x", "x", "x"))).toEqual([]);
    expect(evaluated(condition({}), series(11, "x", 11, 11, "x", 12))).toEqual([[0, 30, null, 12]]);
  });

  test("below is the same from the other side", () => {
    const asked = condition({ kind: "below", limit: 0 });
    expect(evaluated(asked, series(1, -1, -4, -2, -1, 2, 2, 2, 2))).toEqual([[10, 40, 50, -4]]);
  });
});

describe("a rate", () => {
  test("holds when the value has risen by so much within its time", () => {
    const asked = condition({ kind: "rise", limit: 5 });
    expect(evaluated(asked, series(1, 2, 3, 4, 5, 6))).toEqual([]);
    expect(evaluated(asked, series(1, 2, 3, 6, 6, 6, 6, 6, 6))).toEqual([[30, 30, 40, 6]]);
  });
  test("holds when it has fallen, whatever a broken sensor says between", () => {
    const asked = condition({ kind: "fall", limit: 5 });
    expect(evaluated(asked, series(9, "x", 8, 4, 4, 4, 4))).toEqual([[30, 30, 40, 4]]);
  });
});

test("faulty values are their own alert", () => {
  const asked = condition({ kind: "faulty", limit: null, forMs: 20 * MIN });
  expect(evaluated(asked, series(1, "x", "x", "x", 1, 1, 1))).toEqual([[10, 30, 40, 9999]]);
});

describe("silence", () => {
  const asked = condition({ kind: "silent", limit: null, forMs: 60 * MIN });
  const gone = [null, null, null, null, null, null, null, null] as const;
  test("is told of by the clock, and of one that is over by the readings around it", () => {
    const points = series(1, 1, ...gone, 1, 1);
    const over = evaluateSilence(asked, unknownStanding(0), points, 110 * MIN);
    expect(over.raised).toEqual([
      { beganAt: 10 * MIN, raisedAt: 70 * MIN, clearedAt: 100 * MIN, worst: null },
    ]);
    const now = evaluateSilence(asked, unknownStanding(0), points.slice(0, 2), 71 * MIN);
    expect(now.raised).toMatchObject([{ raisedAt: 70 * MIN, clearedAt: null }]);
    expect(evaluateSilence(asked, now.standing, points, 110 * MIN).before.clearedAt).toBe(
      100 * MIN,
    );
  });
});

/** A generator of numbers that look random and are the same each time (mulberry32). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

test.each(["above", "below", "rise", "fall", "faulty"] as const)(
  "%s: a series says the same at once and cut anywhere",
  (kind) => {
    const next = random(7);
    const points: Point[] = [];
    for (let at = 0; points.length < 3000; at += MIN * (1 + Math.floor(next() * 20)))
      points.push({
        at,
        value: 10 + 6 * Math.sin(points.length / 9) + 3 * next(),
        isFaulty: next() < 0.3,
      });
    const asked = condition({ kind, limit: kind === "rise" || kind === "fall" ? 4 : 11 });
    const whole = evaluateSeries(asked, unknownStanding(-1), points).raised;
    expect(whole.length).toBeGreaterThan(5);
    const pieces: typeof whole = [];
    let standing: Standing = unknownStanding(-1);
    for (let from = 0; from < points.length; ) {
      const to = from + 1 + Math.floor(next() * 40);
      // Earlier readings are read again, as far as a rate looks back.
      const window = points.filter(
        ({ at }, n) => n < to && at >= (points[from]?.at ?? 0) - asked.forMs,
      );
      const evaluated = evaluateSeries(asked, standing, window);
      const last = pieces.at(-1);
      if (last && evaluated.before.worst !== null) last.worst = evaluated.before.worst;
      if (last && evaluated.before.clearedAt !== null) last.clearedAt = evaluated.before.clearedAt;
      pieces.push(...evaluated.raised);
      standing = evaluated.standing;
      from = to;
    }
    expect(pieces).toEqual(whole);
  },
);
