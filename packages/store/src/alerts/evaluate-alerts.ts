/**
 * Evaluates what devices have sent since the last time, rule by rule. What was read, what is known and what follows are one
 * transaction: after any kill the next pass begins where the last one ended, and no reading is missed or evaluated twice.
 */
import { alone } from "@nihol/db/alone";
import type { Db } from "@nihol/db/connection";
import { inSavepoint } from "@nihol/db/savepoint";
import { notifyEach } from "../notices/notify.ts";
import { type OnFailure, requireHeard, tellFailure } from "../readings/device-failures.ts";
import {
  beginRules,
  deleteDue,
  endUnruled,
  insertDue,
  listPairs,
  missedDevices,
  silentDevices,
  takeDue,
  takeWaiting,
} from "./alert-rows.ts";
import { conditionOf, readSeries, sharedSeries } from "./alert-series.ts";
import { type Work, withEnds, workOf } from "./alert-work.ts";
import {
  type Condition,
  type Evaluated,
  type Evaluation,
  lookbackOf,
  type Point,
  referencesOf,
  type Standing,
  seriesEvaluation,
  silenceEvaluation,
  unknownStanding,
} from "./evaluate-series.ts";
import { type Brought, type Outcome, tellCleared, writeOutcomes } from "./write-alerts.ts";

/** Devices of one transaction. */
const BATCH = 200;
/** Silent devices of one transaction, however many others have sent. */
const SILENT = 50;
/** Milliseconds between two looks for values that nobody has evaluated. */
const missedEvery = 600_000;
/** Milliseconds of a pass: then rules that were changed, and the clock, have their turn. */
const passMs = 10_000;

/** Joins what is known with a late look: the run may be longer or shorter now, and an alert may be active that was not. */
function afterLate({ standing, late }: Work, again: Standing): Standing {
  if (standing.isActive || late === null) return standing;
  const isWhole = again.outSince !== null && again.outSince <= late;
  const outSince = isWhole
    ? Math.min(again.outSince ?? Infinity, standing.outSince ?? Infinity)
    : again.outSince;
  return { ...again, seenAt: standing.seenAt, outSince };
}

interface Running {
  work: Work;
  take: (point: Point) => void;
  end: (now: number) => Brought;
}

/**
 * The second look of a time with late readings. An alert that has ended stays so: a run that joins it with what came later
 * would leave nothing to tell of, so from its end on what follows is evaluated by itself.
 */
function lateEvaluation(
  { endedAt }: Work,
  condition: Condition,
  start: Standing,
  references: (point: Point) => number,
): Evaluation {
  const whole = seriesEvaluation(condition, start, references);
  if (endedAt === null) return whole;
  const rest = seriesEvaluation(condition, unknownStanding(endedAt - 1));
  return {
    take(point) {
      whole.take(point);
      rest.take(point);
    },
    end(now) {
      const before = whole.end(now).raised.filter(({ beganAt }) => beganAt < endedAt);
      const after = rest.end(now);
      return { ...after, raised: [...before, ...after.raised] };
    },
  };
}

/** Evaluates the time to the last reading that was evaluated once more where readings came late into it, then new ones. */
function begin(work: Work): Running {
  const { pair, standing, late } = work;
  const condition = conditionOf(pair, pair.interval_minutes);
  if (pair.kind === "silent") {
    const silence = silenceEvaluation(condition, standing);
    return {
      work,
      take: silence.take,
      end: (now) => ({ again: null, evaluated: silence.end(now) }),
    };
  }
  const references = referencesOf(condition);
  const start = unknownStanding((late ?? 0) - lookbackOf(condition) - 1);
  const before = late === null ? null : lateEvaluation(work, condition, start, references);
  let again: Evaluated | null = null;
  let fresh: Evaluation | undefined;
  const goOn = () => {
    again = before?.end(0) ?? null;
    return seriesEvaluation(
      condition,
      again ? afterLate(work, again.standing) : standing,
      references,
    );
  };
  return {
    work,
    take(point) {
      if (before && point.at <= standing.seenAt) return before.take(point);
      fresh ??= goOn();
      fresh.take(point);
    },
    end(now) {
      fresh ??= goOn();
      return { again, evaluated: fresh.end(now) };
    },
  };
}

async function evaluateDevices(
  trx: Db,
  devices: readonly number[],
  since: ReadonlyMap<number, number>,
  now: Date,
): Promise<number> {
  const pairs = await listPairs(trx, devices);
  const works = pairs.map((pair) => workOf(pair, since.get(pair.device_id)));
  await withEnds(trx, works);
  return writeOutcomes(trx, await evaluateWorks(trx, works, now));
}

/** A look back at late readings reads its series by itself, from far before. */
const isLate = ({ late }: Work) => late !== null;

/** A series of years is read over many passes: it may be left once each of its rules has gone on. Silence asks for all. */
const isEnough = (works: readonly Work[], last: number) =>
  works.every(({ pair, standing }) => pair.kind !== "silent" && last > standing.seenAt);

async function evaluateWorks(trx: Db, works: readonly Work[], now: Date): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const rest: { device_id: number; since: number }[] = [];
  for await (const { asked, pieces } of readSeries(trx, sharedSeries(works, isLate))) {
    const running = asked.works.map(begin);
    for await (const { points, isLast } of pieces) {
      for (const point of points) for (const one of running) one.take(point);
      // Faulty values alone take no rule on the environment further.
      const last = points.findLast(({ isFaulty }) => !isFaulty)?.at ?? 0;
      if (isLast || !isEnough(asked.works, last)) continue;
      rest.push({ device_id: asked.device_id, since: last + 1 });
      break;
    }
    for (const one of running) outcomes.push({ work: one.work, brought: one.end(now.getTime()) });
  }
  await insertDue(trx, rest);
  return outcomes;
}

/** Evaluates devices together or, where they fail together, each alone. Adds those that fail to `failed`. */
async function evaluateEach(
  trx: Db,
  devices: readonly number[],
  evaluate: (some: readonly number[]) => Promise<number>,
  { failed, onFailure }: Failures,
): Promise<number> {
  const attempt = (some: readonly number[]) => inSavepoint(trx, () => evaluate(some));
  try {
    return await attempt(devices);
  } catch (error) {
    // One of them at least fails: which one is seen below.
    requireHeard(error, onFailure);
  }
  let raised = 0;
  for (const device of devices)
    raised += await attempt([device]).catch((error: unknown) => {
      tellFailure(device, error, onFailure);
      failed.add(device);
      return 0;
    });
  return raised;
}

interface Failures {
  /** Devices that have failed in this pass: the next one tries them again. */
  failed: Set<number>;
  onFailure: OnFailure | undefined;
}

/** A transaction's worth of devices; null where another evaluator works, or nothing is to be done. */
const evaluateSome = (db: Db, now: Date, missed: readonly number[], failures: Failures) =>
  alone(db, "alerts", async (trx) => {
    const { failed } = failures;
    const due = await takeDue(trx, BATCH, [...failed]);
    const room = Math.max(SILENT, BATCH - due.length) + failed.size;
    const silent = await silentDevices(trx, now, room);
    const asked = [...due.map(({ device_id }) => device_id), ...silent, ...missed];
    const devices = [...new Set(asked)].filter((device) => !failed.has(device));
    if (devices.length === 0) return null;
    const since = new Map(due.map((one) => [one.device_id, one.since.getTime()]));
    const evaluate = (some: readonly number[]) => evaluateDevices(trx, some, since, now);
    const raised = await evaluateEach(trx, devices, evaluate, failures);
    const done = due.filter(({ device_id }) => !failed.has(device_id));
    await deleteDue(
      trx,
      done.flatMap(({ ids }) => ids),
    );
    return { raised, isFull: due.length >= BATCH || silent.length >= room };
  });

/** Tells people of what waits for it, but in the quiet hours of its rule and beyond the day's number. */
const tellWaiting = (db: Db, now: Date) =>
  alone(db, "alerts", async (trx) => {
    const chosen = await takeWaiting(trx, now);
    const ids = (isCritical: boolean) =>
      chosen.filter((one) => (one.severity === "critical") === isCritical).map(({ id }) => id);
    await notifyEach(trx, { kind: "alert_critical", subject: "alert" }, ids(true));
    await notifyEach(trx, { kind: "alert_raised", subject: "alert" }, ids(false));
  });

interface PassOptions {
  /** Devices that are looked at besides. */
  missed?: readonly number[];
  /** Milliseconds after which no transaction begins: the next pass goes on. Without it everything due is evaluated. */
  forMs?: number;
  /** No transaction begins after it either. */
  signal?: AbortSignal | undefined;
  /** Hears of each device that the next pass has to try again. Without it such an error ends the pass. */
  onFailure?: OnFailure | undefined;
}

/**
 * Evaluates what is due at a moment, and tells of it after each transaction; of several evaluators one works at a time.
 * @returns how many alerts were raised
 */
export async function evaluateAlerts(
  db: Db,
  now: Date,
  { missed = [], forMs = Infinity, signal, onFailure }: PassOptions = {},
): Promise<number> {
  const failures: Failures = { failed: new Set(), onFailure };
  await alone(db, "alerts", async (trx) => {
    await beginRules(trx, now);
    await tellCleared(trx, await endUnruled(trx, now));
  });
  const until = performance.now() + forMs;
  let raised = 0;
  let extra = [...missed];
  let isMore = true;
  while (isMore) {
    const some = await evaluateSome(db, now, extra.slice(0, BATCH), failures);
    await tellWaiting(db, now);
    raised += some?.raised ?? 0;
    extra = extra.slice(BATCH);
    const isOver = signal?.aborted || performance.now() >= until;
    isMore = some !== null && (some.isFull || extra.length > 0) && !isOver;
  }
  return raised;
}

/** A pass of some seconds that also looks, now and then, for values that nobody has evaluated. */
export function alertPasses(
  db: Db,
): (now: Date, options?: Pick<PassOptions, "signal" | "onFailure">) => Promise<number> {
  let lastLook = 0;
  return async (now, options = {}) => {
    // A clock that was set back is as far from the last look.
    const isTime = Math.abs(now.getTime() - lastLook) > missedEvery;
    if (isTime) lastLook = now.getTime();
    const missed = isTime ? await missedDevices(db) : [];
    return evaluateAlerts(db, now, { missed, forMs: passMs, ...options });
  };
}
