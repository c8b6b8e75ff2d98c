/** Looks by the rules of quality at what devices have sent, behind the intake: nothing is written here. */
import type { Db } from "@nihol/db/connection";
import { readSeries, sharedSeries } from "../alerts/alert-series.ts";
import { findParameters, type Parameters } from "../readings/parameters.ts";
import { evaluateAround } from "./evaluate-neighbours.ts";
import {
  type Quality,
  type QualityEvaluation,
  qualityEvaluation,
  readFrom,
} from "./evaluate-quality.ts";
import { isChange, matchProposals, type PairChanges } from "./match-proposals.ts";
import {
  listPairs,
  listStored,
  type QualityDue,
  type QualityPair,
  qualityOf,
  type Stored,
} from "./quality-rows.ts";

const DAY = 86_400_000;
/** Proposals that end this long before the first new value may still be changed by it. */
const beforeMs = 4 * 92 * DAY;

interface Work {
  pair: QualityPair;
  quality: Quality;
  stored: Stored[];
  from: number;
  changedFrom: number;
  running: QualityEvaluation;
}

/** The first moment whose proposals what came may change: the two values before it, of a unit its whole day. */
const changedFrom = ({ kind, gapMs }: Quality, since: number) =>
  kind === "wrong_unit" ? Math.floor(since / DAY) * DAY : since - 2 * gapMs;

const keyOf = (one: { device_id: number; parameter_id: number; kind: string }) =>
  `${one.device_id} ${one.parameter_id} ${one.kind}`;

/**
 * Evaluates devices from the first of their new values on, and by the rule of neighbours also those around them.
 * @param isAsked devices that are looked at by that rule; without it all of them
 * @returns pairs of which something changes
 */
export async function evaluateDevices(
  trx: Db,
  due: readonly QualityDue[],
  isAsked?: (device: number) => boolean,
): Promise<PairChanges[]> {
  const parameters = await findParameters(trx);
  return [
    ...(await evaluateAlone(trx, due, parameters)),
    ...(await evaluateAround(trx, due, parameters, isAsked)),
  ];
}

/** Evaluates each device by itself. */
async function evaluateAlone(
  trx: Db,
  due: readonly QualityDue[],
  parameters: Parameters,
): Promise<PairChanges[]> {
  const pairs = await listPairs(trx, due);
  if (pairs.length === 0) return [];
  const stored = Map.groupBy(await listStored(trx, due, beforeMs), keyOf);
  const since = new Map(due.map((one) => [one.device_id, one.since.getTime()]));
  const works = pairs.flatMap((pair): Work[] => {
    const quality = qualityOf(pair, pair, parameters);
    const first = since.get(pair.device_id) ?? 0;
    const work = {
      pair,
      quality,
      stored: stored.get(keyOf(pair)) ?? [],
      from: readFrom(quality, first),
      changedFrom: changedFrom(quality, first),
      running: qualityEvaluation(quality),
    };
    const isOpen = work.stored.some(({ to }) => to > work.changedFrom);
    return pair.may_tell || isOpen ? [work] : [];
  });
  for await (const { asked, pieces } of readSeries(trx, sharedSeries(works), { asSent: true }))
    for await (const { points } of pieces)
      for (const point of points)
        for (const { from, running } of asked.works) if (point.at >= from) running.take(point);
  return works
    .map(({ pair, stored: own, from, changedFrom: changed, running }) => ({
      pair,
      changes: matchProposals(running.end(), own, {
        kind: pair.kind,
        from,
        changedFrom: changed,
      }),
    }))
    .filter(({ changes }) => isChange(changes));
}
