/** The rule that compares devices with those around them: buddy check, by Gandin 1988 and TITAN (Båserud et al. 2020). */
import type { Db } from "@nihol/db/connection";
import { readSeries, sharedSeries } from "../alerts/alert-series.ts";
import type { Parameters } from "../readings/parameters.ts";
import { type Proposal, type Quality, qualityEvaluation, readFrom } from "./evaluate-quality.ts";
import { isChange, matchProposals, type PairChanges } from "./match-proposals.ts";
import { listDepartures, listNeighbourPairs, type NeighbourPair } from "./neighbour-rows.ts";
import { listStored, type QualityDue, qualityOf, type Stored } from "./quality-rows.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hours of devices and their neighbours that are in memory together, at most. */
const hoursMax = 200_000;
/** A proposal that goes on is read again from its beginning, if that lies no farther back. */
const longMs = 31 * DAY;

/** A device under the rule, and the moment from which it is read. */
export interface NeighbourWork {
  pair: NeighbourPair;
  quality: Quality;
  /** Milliseconds since 1970. */
  from: number;
}

/** Puts work together whose hours are read at once, each series counted once. How much makes no difference to what is found. */
function* chunksOf<W extends NeighbourWork>(works: readonly W[]) {
  const until = Date.now();
  let chunk: W[] = [];
  let counted = new Set<string>();
  let sum = 0;
  for (const work of works) {
    const { device_id, parameter_id, neighbours } = work.pair;
    const series = [device_id, ...neighbours].map((id) => `${id} ${parameter_id}`);
    const hours = Math.max(1, (until - work.from) / HOUR);
    if (chunk.length > 0 && sum + hours * series.length > hoursMax) {
      yield chunk;
      [chunk, sum, counted] = [[], 0, new Set()];
    }
    sum += hours * series.filter((one) => !counted.has(one)).length;
    for (const one of series) counted.add(one);
    chunk.push(work);
  }
  if (chunk.length > 0) yield chunk;
}

/** Compares devices, some at a time. Single values are read only of those that depart. @returns what the rule says of each */
export async function* evaluateNeighbours<W extends NeighbourWork>(
  db: Db,
  works: readonly W[],
): AsyncGenerator<{ work: W; found: Proposal[] }> {
  for (const chunk of chunksOf(works)) {
    const departures = Map.groupBy(await listDepartures(db, chunk), ({ n }) => n);
    const asked = chunk.flatMap((work, n) => {
      const hours = departures.get(n);
      if (!hours) return [];
      const around = new Map(hours.map((one) => [one.hour.getTime(), one]));
      const running = qualityEvaluation({ ...work.quality, around });
      return [{ work, running, pair: work.pair, from: work.from }];
    });
    for await (const { asked: one, pieces } of readSeries(db, sharedSeries(asked), {
      asSent: true,
    }))
      for await (const { points } of pieces)
        for (const point of points)
          for (const { from, running } of one.works) if (point.at >= from) running.take(point);
    const found = new Map(asked.map(({ work, running }) => [work, running.end()]));
    for (const work of chunk) yield { work, found: found.get(work) ?? [] };
  }
}

/** Work of a device as a pass needs it. A proposal that nobody has decided is looked at as a whole. */
function workOf(pair: NeighbourPair, stored: readonly Stored[], parameters: Parameters) {
  const quality = qualityOf(pair, pair, parameters);
  const changedFrom = Math.floor(pair.since.getTime() / HOUR) * HOUR;
  const start = Math.floor(readFrom(quality, changedFrom) / HOUR) * HOUR;
  const begun = stored
    .filter((one) => one.decided === null && one.to >= start && one.from >= start - longMs)
    .map((one) => Math.floor(one.from / HOUR) * HOUR);
  return { pair, quality, stored, changedFrom, from: Math.min(start, ...begun) };
}

/**
 * Compares devices that have sent with those around them, and those with them in turn.
 * @param isAsked devices that are looked at; without it all of them
 * @returns pairs of which something changes
 */
export async function evaluateAround(
  trx: Db,
  due: readonly QualityDue[],
  parameters: Parameters,
  isAsked: (device: number) => boolean = () => true,
): Promise<PairChanges[]> {
  const pairs = (await listNeighbourPairs(trx, due)).filter((one) => isAsked(one.device_id));
  if (pairs.length === 0) return [];
  const keyOf = (one: { device_id: number; parameter_id: number }) =>
    `${one.device_id} ${one.parameter_id}`;
  const asked = pairs.map(({ device_id, since }) => ({ device_id, since, ids: [] }));
  const all = (await listStored(trx, asked, longMs)).filter(({ kind }) => kind === "neighbours");
  const stored = Map.groupBy([...new Map(all.map((one) => [one.id, one])).values()], keyOf);
  const works = pairs.map((pair) => workOf(pair, stored.get(keyOf(pair)) ?? [], parameters));
  const changed: PairChanges[] = [];
  for await (const { work, found } of evaluateNeighbours(trx, works)) {
    const { pair, from, changedFrom } = work;
    const changes = matchProposals(found, work.stored, { kind: pair.kind, from, changedFrom });
    if (isChange(changes)) changed.push({ pair, changes });
  }
  return changed;
}
