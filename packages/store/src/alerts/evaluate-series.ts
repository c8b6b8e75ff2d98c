/**
 * The one evaluator of readings: what a rule says of a series, point by point in order of time. It reads no clock and no
 * table, so that the same series gives the same alerts, whether it is read as it comes, again after a kill, or in a trial
 * on the past.
 */
import { type AlertKind, isRate } from "@nihol/contract/values/sensors/alerts";

/** Question that is asked of a series. */
export interface Condition {
  kind: AlertKind;
  /** In the parameter's unit; null where the kind has none. */
  limit: number | null;
  /** Milliseconds for which it has to hold; of a rate those within which the value changes. */
  forMs: number;
  /** Milliseconds without a reading after which nobody knows whether it went on. */
  gapMs: number;
}

/** A value of a series, or for silence a moment at which anything came. Milliseconds since 1970. */
export interface Point {
  at: number;
  value: number;
  isFaulty: boolean;
}

/** Knowledge of a series up to a moment. */
export interface Standing {
  /** The last point that was evaluated. */
  seenAt: number;
  /** The first point of the run beyond the rule, and of the run back within it. */
  outSince: number | null;
  backSince: number | null;
  /** Of the run beyond the rule, what is furthest from what it asks. */
  worst: number | null;
  isActive: boolean;
}

/** One alert of a series; without `clearedAt` it is active. Without `beganAt` of its own it began before. */
export interface Episode {
  beganAt: number;
  raisedAt: number;
  clearedAt: number | null;
  worst: number | null;
}

/** State of a series of which nothing is known before `seenAt`. */
export const unknownStanding = (seenAt: number): Standing => ({
  seenAt,
  outSince: null,
  backSince: null,
  worst: null,
  isActive: false,
});

/** Milliseconds before a moment that have to be read to evaluate what comes after it. */
export const lookbackOf = ({ forMs, gapMs }: Condition) => forMs + gapMs;

/** Findings of an evaluation: an alert that was active before may be cleared, others are new. */
export interface Evaluated {
  standing: Standing;
  /** The end of the alert that was active before, and its worst value where that grew. */
  before: { clearedAt: number | null; worst: number | null };
  raised: Episode[];
}

/** Points of a rate that have left its time, and still lie in its queue. */
const PASSED = 10_000;

/** Tells by how much a value lies beyond the rule, 0 or less where it does not; null where it says nothing. */
function excessOf(condition: Condition, point: Point, reference: number): number | null {
  const { kind } = condition;
  const limit = condition.limit ?? 0;
  if (kind === "faulty") return point.isFaulty ? 1 : 0;
  // A faulty value never reaches an alert on the environment.
  if (point.isFaulty) return null;
  if (kind === "above") return point.value - limit;
  if (kind === "below") return limit - point.value;
  const change = kind === "rise" ? point.value - reference : reference - point.value;
  return change - limit;
}

/**
 * Of a rate, tells for each point in order of time the value from which it has changed most within the rule's time: the
 * least before a rise, the greatest before a fall. Each right point is put aside once (monotonic queue).
 */
export function referencesOf({ kind, forMs }: Condition): (point: Point) => number {
  if (!isRate(kind)) return (point) => point.value;
  const queue: Point[] = [];
  let head = 0;
  const isPassed = (one: Point | undefined, value: number) =>
    one !== undefined && (kind === "rise" ? one.value >= value : one.value <= value);
  return (point) => {
    if (point.isFaulty) return point.value;
    while (queue.length > head && isPassed(queue.at(-1), point.value)) queue.pop();
    queue.push(point);
    while ((queue[head]?.at ?? point.at) < point.at - forMs) head += 1;
    if (head > PASSED) {
      queue.splice(0, head);
      head = 0;
    }
    return queue[head]?.value ?? point.value;
  };
}

/** A limit itself is within it; of a change it is beyond. */
const isBeyond = ({ kind }: Condition, excess: number) => (isRate(kind) ? excess >= 0 : excess > 0);

const isWorse = ({ kind }: Condition, value: number, than: number | null) =>
  than === null || (kind === "below" || kind === "fall" ? value < than : value > than);

/** A series that is evaluated as its points come, in order of time: no more than the rule's time of it is in memory. */
export interface Evaluation {
  take: (point: Point) => void;
  /** Returns the findings of the points up to a moment (milliseconds since 1970). */
  end: (now: number) => Evaluated;
}

/**
 * Evaluates points of one parameter. Those up to `standing.seenAt` are read for what they say of later ones. A rule holds
 * once readings were beyond it for its time without a gap, and ends once they were back for as long; a rate holds at once,
 * and ends when no such change lies within its time any more.
 * @param references of the points before, where another evaluation has taken them
 */
export function seriesEvaluation(
  condition: Condition,
  standing: Standing,
  references = referencesOf(condition),
): Evaluation {
  const holdMs = isRate(condition.kind) ? 0 : condition.forMs;
  const now: Standing = { ...standing };
  const before: Evaluated["before"] = { clearedAt: null, worst: null };
  const raised: Episode[] = [];
  const current = () => raised.at(-1) ?? before;
  function goBeyond(point: Point) {
    now.backSince = null;
    if (now.outSince === null) {
      now.outSince = point.at;
      now.worst = null;
    }
    if (isWorse(condition, point.value, now.worst)) now.worst = point.value;
    if (now.isActive) current().worst = now.worst;
    else if (point.at - now.outSince >= holdMs) {
      now.isActive = true;
      raised.push({ beganAt: now.outSince, raisedAt: point.at, clearedAt: null, worst: now.worst });
    }
  }
  function goBack(point: Point) {
    if (!now.isActive) {
      now.outSince = null;
      now.worst = null;
      return;
    }
    now.backSince ??= point.at;
    if (point.at - now.backSince < holdMs) return;
    current().clearedAt = now.backSince;
    Object.assign(now, { outSince: null, backSince: null, worst: null, isActive: false });
  }
  function take(point: Point) {
    const reference = references(point);
    if (point.at <= now.seenAt) return;
    const excess = excessOf(condition, point, reference);
    if (excess === null) return;
    const isGap = point.at - now.seenAt > condition.gapMs;
    now.seenAt = point.at;
    if (isGap) {
      now.backSince = null;
      if (!now.isActive) now.outSince = null;
    }
    if (isBeyond(condition, excess)) goBeyond(point);
    else goBack(point);
  }
  return { take, end: () => ({ standing: now, before, raised }) };
}

/**
 * Evaluates the silence of a device by the moments at which it sent, and by the moment of the end. `seenAt` is the last
 * moment that is known. A silence that is over is told of too: what lies between two readings is no secret of the clock.
 */
export function silenceEvaluation(condition: Condition, standing: Standing): Evaluation {
  const state: Standing = { ...standing };
  const before: Evaluated["before"] = { clearedAt: null, worst: null };
  const raised: Episode[] = [];
  const raise = () => {
    raised.push({
      beganAt: state.seenAt,
      raisedAt: state.seenAt + condition.forMs,
      clearedAt: null,
      worst: null,
    });
    state.isActive = true;
  };
  function take({ at }: Point) {
    if (at <= state.seenAt) return;
    if (!state.isActive && at - state.seenAt > condition.forMs) raise();
    if (state.isActive) {
      const last = raised.at(-1);
      // A reading that waited in the device may be older than the moment at which its silence was told.
      if (last) last.clearedAt = Math.max(at, last.raisedAt);
      else before.clearedAt = Math.max(at, state.seenAt + condition.forMs);
      state.isActive = false;
    }
    state.seenAt = at;
  }
  function end(now: number) {
    if (!state.isActive && now - state.seenAt > condition.forMs) raise();
    return { standing: state, before, raised };
  }
  return { take, end };
}
