/** A rule on readings of the past: the evaluator of new readings over old ones, so that both say the same. Writes nothing. */

import type { AlertCondition, AlertTrial } from "@nihol/contract/sensors/alert-rules";
import { trialExamples } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { conditionOf, type Piece, readSeries } from "@nihol/store/alerts/alert-series";
import {
  type Episode,
  type Evaluation,
  lookbackOf,
  seriesEvaluation,
  silenceEvaluation,
  unknownStanding,
} from "@nihol/store/alerts/evaluate-series";
import type { Actor } from "../../http/actor.ts";
import { turns } from "../../shared/threads/turns.ts";
import { countTried, listTried, type TriedSeries } from "./trial-queries.ts";

/** Series of one trial. */
const seriesTried = 2000;
/** Milliseconds after which no more series are read: the answer says how many were. */
const timeMax = 8000;
const DAY = 86_400_000;
/** Trials of this process: one of a person at a time. */
const line = turns({ atOnce: 2, maxWaiting: 40, maxPerAsker: 3 });

type Tried = { series: TriedSeries; episode: Episode };

interface Times {
  from: number;
  now: number;
  /** The moment of `performance.now()` at which the trial ends. */
  until: number;
}

/** Evaluates a series; null where the time is over before its end. */
async function evaluate(
  condition: AlertCondition,
  series: TriedSeries,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  { from, now, until }: Times,
): Promise<Tried[] | null> {
  const asked = conditionOf(
    { ...condition, limit_value: condition.limit },
    series.interval_minutes,
  );
  let running: Evaluation | undefined;
  for await (const { points, isLast } of pieces) {
    const [first] = points;
    if (first)
      running ??=
        condition.kind === "silent"
          ? silenceEvaluation(asked, unknownStanding(first.at))
          : seriesEvaluation(asked, unknownStanding(first.at - 1));
    for (const point of points) running?.take(point);
    if (!isLast && performance.now() > until) return null;
  }
  const { last_at } = series;
  if (last_at) running ??= silenceEvaluation(asked, unknownStanding(last_at.getTime()));
  // As if it had been switched on when the trial begins: what holds then is told of, what was over is not.
  return (running?.end(now).raised ?? [])
    .filter(({ clearedAt }) => clearedAt === null || clearedAt > from)
    .map((episode) => ({
      series,
      episode: { ...episode, raisedAt: Math.max(episode.raisedAt, from) },
    }));
}

const when = (at: number) => new Date(at).toISOString();

const toExample = ({ series, episode }: Tried): AlertTrial["examples"][number] => ({
  device: { id: series.device_id, name: series.name },
  parameter: series.parameter || null,
  unit: series.unit,
  began_at: when(episode.beganAt),
  raised_at: when(episode.raisedAt),
  cleared_at: episode.clearedAt === null ? null : when(episode.clearedAt),
  worst: episode.worst,
});

/**
 * Answers how often the rule would have told of devices within the actor's scope, in the last days up to a moment.
 * @throws {Problem} 429 while too many trials of the actor wait, 503 while too many of all do
 */
export async function tryRule(...asked: Parameters<typeof tryNow>): Promise<AlertTrial> {
  const end = await line.take(asked[1].id);
  try {
    return await tryNow(...asked);
  } finally {
    end();
  }
}

async function tryNow(
  db: Db,
  actor: Actor,
  condition: AlertCondition,
  days: number,
  to: Date,
): Promise<AlertTrial> {
  const now = to.getTime();
  const from = now - days * DAY;
  const tried = await listTried(db, actor, condition, new Date(from), seriesTried);
  const devices = await countTried(db, actor, condition);
  const raised: Tried[] = [];
  const asked = tried.map((series) => {
    const rule = { ...condition, limit_value: condition.limit };
    const before = from - lookbackOf(conditionOf(rule, series.interval_minutes));
    return { ...series, from: Math.min(before, series.hour_before?.getTime() ?? before) };
  });
  const read: TriedSeries[] = [];
  const until = performance.now() + timeMax;
  for await (const { asked: series, pieces } of readSeries(db, asked)) {
    const found = await evaluate(condition, series, pieces, { from, now, until });
    if (found) read.push(series);
    raised.push(...(found ?? []));
    if (performance.now() > until) break;
  }
  const isWhole = read.length === tried.length && tried.length < seriesTried;
  const devicesRead = new Set(read.map(({ device_id }) => device_id)).size;
  raised.sort((a, b) => b.episode.raisedAt - a.episode.raisedAt);
  return {
    from: when(from),
    to: when(now),
    raised: raised.length,
    active: raised.filter(({ episode }) => episode.clearedAt === null).length,
    devices,
    devices_read: isWhole ? devices : devicesRead,
    devices_raised: new Set(raised.map(({ series }) => series.device_id)).size,
    examples: raised.slice(0, trialExamples).map(toExample),
  };
}
