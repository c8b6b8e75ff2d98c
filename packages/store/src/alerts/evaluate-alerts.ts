/**
 * Evaluates what devices have sent since the last time, rule by rule. What was read, what is known and what follows are one
 * transaction: after any kill the next pass begins where the last one ended, and no reading is missed or evaluated twice.
 */
import { isRate } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { notifyEach } from "../notices/notify.ts";
import {
  changeActive,
  deleteDue,
  endUnruled,
  insertAlerts,
  insertDue,
  lastEnds,
  listPairs,
  missedDevices,
  type RulePair,
  saveStandings,
  silentDevices,
  takeDue,
  takeWaiting,
  widenAlert,
} from "./alert-rows.ts";
import { type AskedSeries, conditionOf, readSeries, seriesKey } from "./alert-series.ts";
import {
  type Condition,
  type Episode,
  type Evaluated,
  type Evaluation,
  isRight,
  lookbackOf,
  type Point,
  referencesOf,
  type Standing,
  seriesEvaluation,
  silenceEvaluation,
  unknownStanding,
} from "./evaluate-series.ts";

/** Devices of one transaction. */
const BATCH = 200;
/** Silent devices of one transaction, however many others have sent. */
const SILENT = 50;
/** Milliseconds between two looks for values that nobody has evaluated. */
const missedEvery = 600_000;
/** Milliseconds of a pass: then rules that were changed, and the clock, have their turn. */
const passMs = 10_000;

/** A pair with what is to be read of it. */
interface Work {
  pair: RulePair;
  standing: Standing;
  /** The first moment that is to be read. */
  from: number;
  /** The first of the readings that came late: before the last one that was evaluated. */
  late: number | null;
  /** End of the last alert before a late look at a pair that is not active: what follows is another one. */
  endedAt: number | null;
}

/** The moment since which the rule is about the device: it was switched on, or the device was away and is back. */
const beginningOf = ({ enabled_at, ended_at }: RulePair) =>
  Math.max(enabled_at.getTime(), ended_at?.getTime() ?? 0);

/** Begins before the first look: a condition that holds when the rule is switched on is told of. */
function firstStanding(pair: RulePair, back: number): Standing {
  const begun = beginningOf(pair);
  const last = pair.last_at?.getTime() ?? begun;
  const isSilentSince = pair.kind === "silent" && last < begun;
  return unknownStanding(isSilentSince ? last : begun - back);
}

function workOf(pair: RulePair, since: number | undefined): Work {
  const condition = conditionOf(pair, pair.interval_minutes);
  const back = lookbackOf(condition);
  const standing = pair.standing ?? firstStanding(pair, back);
  const windowMs = isRate(pair.kind) ? condition.forMs : 0;
  const next = standing.seenAt - windowMs;
  const isLate = pair.kind !== "silent" && pair.standing && since && since <= standing.seenAt;
  if (!isLate) return { pair, standing, from: next, late: null, endedAt: null };
  const late = Math.max(since, pair.enabled_at.getTime());
  return { pair, standing, late, endedAt: null, from: Math.min(next, late - back) };
}

/** Tells works that look back where the last alert ended, as far as they read it again. */
async function withEnds(trx: Db, works: readonly Work[]) {
  const late = works.filter(({ late, standing }) => late !== null && !standing.isActive);
  const ends = await lastEnds(
    trx,
    late.map(({ pair }) => pair),
  );
  for (const [place, endedAt] of ends) {
    const work = late[place];
    if (work && endedAt >= work.from) work.endedAt = endedAt;
  }
}

/** Joins what is known with a late look: the run may be longer or shorter now, and an alert may be active that was not. */
function afterLate({ standing, late }: Work, again: Standing): Standing {
  if (standing.isActive || late === null) return standing;
  const isWhole = again.outSince !== null && again.outSince <= late;
  const outSince = isWhole
    ? Math.min(again.outSince ?? Infinity, standing.outSince ?? Infinity)
    : again.outSince;
  return { ...again, seenAt: standing.seenAt, outSince };
}

interface Found {
  standings: { pair: RulePair; standing: Standing }[];
  raised: { pair: RulePair; episode: Episode }[];
  changed: { pair: RulePair; clearedAt: number | null; worst: number | null }[];
}

/**
 * Episodes that were over when the rule was switched on are no news; others are raised then at the earliest. Of a device
 * that was away nobody knows since when it is back: what is over is none either.
 */
function sinceBegun({ pair }: Work, episodes: readonly Episode[]): Episode[] {
  const begun = beginningOf(pair);
  const isBack = begun > pair.enabled_at.getTime();
  return episodes
    .filter(({ clearedAt }) => clearedAt === null || (!isBack && clearedAt > begun))
    .map((one) => ({ ...one, raisedAt: Math.max(one.raisedAt, begun) }));
}

/**
 * Alerts that a late look found and that overlap none of before: one that was told of is never taken back. A run of an
 * alert that a person has cleared is none either: it began before the late readings, and is quiet until readings were back.
 */
async function newOf(trx: Db, work: Work, episodes: readonly Episode[]): Promise<Episode[]> {
  const { isActive, outSince } = work.standing;
  const fresh: Episode[] = [];
  for (const episode of episodes) {
    const isKnown = await widenAlert(trx, work.pair, episode);
    const isOfBefore = episode.beganAt <= (work.late ?? 0);
    const goesOn = isActive && (episode.clearedAt ?? Infinity) > (outSince ?? 0);
    if (!isKnown && !(isOfBefore && goesOn)) fresh.push({ ...episode });
  }
  return fresh;
}

/** Findings of the points of a pair: of those that came late, and of new ones. */
interface Brought {
  again: Evaluated | null;
  evaluated: Evaluated;
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

async function note(trx: Db, work: Work, { again, evaluated }: Brought, found: Found) {
  const { pair } = work;
  const late = again ? await newOf(trx, work, sinceBegun(work, again.raised)) : [];
  const { clearedAt, worst } = evaluated.before;
  const open = late.find((episode) => episode.clearedAt === null);
  if (open) Object.assign(open, { clearedAt, worst: worst ?? open.worst });
  else if (clearedAt !== null || worst !== null) found.changed.push({ pair, clearedAt, worst });
  for (const episode of [...late, ...sinceBegun(work, evaluated.raised)])
    found.raised.push({ pair, episode });
  found.standings.push({ pair, standing: evaluated.standing });
}

const tellCleared = (trx: Db, ids: readonly number[]) =>
  notifyEach(trx, { kind: "alert_cleared", subject: "alert" }, ids);

/** Writes what was found, and tells of what is over. @returns how many alerts are new */
async function write(trx: Db, found: Found): Promise<number> {
  const cleared = await changeActive(trx, found.changed);
  const written = await insertAlerts(trx, found.raised);
  await saveStandings(trx, found.standings);
  await tellCleared(trx, cleared);
  return written;
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
  const found: Found = { standings: [], raised: [], changed: [] };
  await evaluateWorks(trx, works, now, found);
  return write(trx, found);
}

/** A series with the pairs that read it; a look back at late readings reads it by itself, from far before. */
interface SharedSeries extends AskedSeries {
  works: Work[];
}

function sharedOf(works: readonly Work[]): SharedSeries[] {
  const shared = new Map<string, SharedSeries>();
  for (const work of works) {
    const { device_id, parameter } = work.pair;
    const key = `${seriesKey(work.pair)} ${work.late !== null}`;
    const one = shared.get(key) ?? { device_id, parameter, from: work.from, works: [] };
    one.from = Math.min(one.from, work.from);
    one.works.push(work);
    shared.set(key, one);
  }
  return [...shared.values()];
}

/** A series of years is read over many passes: it may be left once each of its rules has gone on. Silence asks for all. */
const isEnough = (works: readonly Work[], last: number) =>
  works.every(({ pair, standing }) => pair.kind !== "silent" && last > standing.seenAt);

async function evaluateWorks(trx: Db, works: readonly Work[], now: Date, found: Found) {
  const rest: { device_id: number; since: number }[] = [];
  for await (const { asked, pieces } of readSeries(trx, sharedOf(works))) {
    const running = asked.works.map(begin);
    for await (const { points, isLast } of pieces) {
      for (const point of points) for (const one of running) one.take(point);
      // Faulty values alone take no rule on the environment further.
      const last = points.findLast(isRight)?.at ?? 0;
      if (isLast || !isEnough(asked.works, last)) continue;
      rest.push({ device_id: asked.device_id, since: last + 1 });
      break;
    }
    for (const one of running) await note(trx, one.work, one.end(now.getTime()), found);
  }
  await insertDue(trx, rest);
}

/** One transaction, of one evaluator at a time: null where another one works. */
function alone<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T | null> {
  const some = async (trx: Db) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('alerts', 0)) as held`.execute(trx);
    return rows[0]?.held ? work(trx) : null;
  };
  return db.isTransaction ? some(db) : db.transaction().execute(some);
}

/** A transaction's worth of devices; null where another evaluator works, or nothing is to be done. */
const evaluateSome = (db: Db, now: Date, missed: readonly number[]) =>
  alone(db, async (trx) => {
    const due = await takeDue(trx, BATCH);
    const room = Math.max(SILENT, BATCH - due.length);
    const silent = await silentDevices(trx, now, room);
    const devices = [...new Set([...due.map(({ device_id }) => device_id), ...silent, ...missed])];
    if (devices.length === 0) return null;
    const since = new Map(due.map((one) => [one.device_id, one.since.getTime()]));
    const raised = await evaluateDevices(trx, devices, since, now);
    await deleteDue(
      trx,
      due.flatMap(({ ids }) => ids),
    );
    return { raised, isFull: due.length >= BATCH || silent.length >= room };
  });

/** Tells people of what waits for it, but in the quiet hours of its rule and beyond the day's number. */
const tellWaiting = (db: Db, now: Date) =>
  alone(db, async (trx) => {
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
}

/**
 * Evaluates what is due at a moment, and tells of it after each transaction; of several evaluators one works at a time.
 * @returns how many alerts were raised
 */
export async function evaluateAlerts(
  db: Db,
  now: Date,
  { missed = [], forMs = Infinity, signal }: PassOptions = {},
): Promise<number> {
  await alone(db, async (trx) => tellCleared(trx, await endUnruled(trx, now)));
  const until = performance.now() + forMs;
  let raised = 0;
  let extra = [...missed];
  let isMore = true;
  while (isMore) {
    const some = await evaluateSome(db, now, extra.slice(0, BATCH));
    await tellWaiting(db, now);
    raised += some?.raised ?? 0;
    extra = extra.slice(BATCH);
    const isOver = signal?.aborted || performance.now() >= until;
    isMore = some !== null && (some.isFull || extra.length > 0) && !isOver;
  }
  return raised;
}

/** A pass of some seconds that also looks, now and then, for values that nobody has evaluated. */
export function alertPasses(db: Db): (now: Date, signal?: AbortSignal) => Promise<number> {
  let lastLook = 0;
  return async (now, signal) => {
    const isTime = now.getTime() - lastLook > missedEvery;
    if (isTime) lastLook = now.getTime();
    const missed = isTime ? await missedDevices(db) : [];
    return evaluateAlerts(db, now, { missed, forMs: passMs, signal });
  };
}
