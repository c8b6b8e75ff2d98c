/** A rule on readings of the past: the evaluator of new readings over old ones, so that both say the same. Writes nothing. */

import type { AlertCondition, AlertTrial } from "@nihol/contract/sensors/alert-rules";
import { trialExamples } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { conditionOf, readSeries, seriesKey } from "@nihol/store/alerts/alert-series";
import {
  type Episode,
  evaluateSeries,
  evaluateSilence,
  lookbackOf,
  type Point,
  unknownStanding,
} from "@nihol/store/alerts/evaluate-series";
import type { Actor } from "../../http/actor.ts";
import { countTried, listTried, type TriedSeries } from "./trial-queries.ts";

/** Series of one trial, and of one statement. */
const seriesTried = 2000;
const seriesAtOnce = 20;
/** Milliseconds after which no more series are read: the answer says how many were. */
const timeMax = 8000;
const DAY = 86_400_000;

type Tried = { series: TriedSeries; episode: Episode };

function evaluate(
  condition: AlertCondition,
  series: TriedSeries,
  points: readonly Point[],
  { from, now }: { from: number; now: number },
): Tried[] {
  const asked = conditionOf(
    { ...condition, limit_value: condition.limit },
    series.interval_minutes,
  );
  const first = points[0];
  if (!first) return [];
  const evaluated =
    condition.kind === "silent"
      ? evaluateSilence(asked, unknownStanding(first.at), points, now)
      : evaluateSeries(asked, unknownStanding(first.at - 1), points);
  return evaluated.raised
    .filter(({ raisedAt }) => raisedAt >= from)
    .map((episode) => ({ series, episode }));
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

/** Answers how often the rule would have told of devices within the actor's scope, in the last days up to a moment. */
export async function tryRule(
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
  const began = performance.now();
  let read = 0;
  while (read < tried.length && performance.now() - began < timeMax) {
    const some = tried.slice(read, read + seriesAtOnce);
    const asked = some.map((series) => {
      const back = lookbackOf(
        conditionOf({ ...condition, limit_value: condition.limit }, series.interval_minutes),
      );
      return { ...series, from: from - back };
    });
    const points = await readSeries(db, asked);
    for (const series of some)
      raised.push(
        ...evaluate(condition, series, points.get(seriesKey(series)) ?? [], { from, now }),
      );
    read += some.length;
  }
  const isWhole = read === tried.length && tried.length < seriesTried;
  const devicesRead = new Set(tried.slice(0, read).map(({ device_id }) => device_id)).size;
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
