/** A rule of quality on readings of the past: the evaluator of new readings over old ones. Writes nothing. */
import type { QualityNumbers, QualityTrial } from "@nihol/contract/sensors/quality-rules";
import { qualityLimits } from "@nihol/contract/values/sensors/quality";
import type { Db } from "@nihol/db/connection";
import { readSeries } from "@nihol/store/alerts/alert-series";
import { evaluateNeighbours } from "@nihol/store/quality/evaluate-neighbours";
import { type Proposal, qualityEvaluation, readFrom } from "@nihol/store/quality/evaluate-quality";
import { listNeighbourPairs, trialOf } from "@nihol/store/quality/neighbour-rows";
import { qualityOf } from "@nihol/store/quality/quality-rows";
import { findParameters } from "@nihol/store/readings/parameters";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { turns } from "../../shared/threads/turns.ts";
import { findRule, listTried, type TriedDevice } from "./rule-queries.ts";
import { checkNumbers, type RuleNumbers } from "./rule-writes.ts";

/** Milliseconds after which no more devices are read: the answer says how many were. */
const timeMax = 8000;
const DAY = 86_400_000;
/** Trials of this process: one of a person at a time. */
const line = turns({ atOnce: 1, maxWaiting: 20, maxPerAsker: 2 });

/**
 * Answers how many intervals a rule with these numbers would have proposed in the last days.
 * @throws {Problem} 404 for a rule that is none, 429 while too many trials of the actor wait, 503 while too many of all do
 * @throws {FieldProblem} for numbers that the rule may not have
 */
export async function tryRule(
  db: Db,
  actor: Actor,
  id: number,
  numbers: QualityNumbers,
): Promise<QualityTrial> {
  const rule = await findRule(db, id);
  if (!rule) throw notFound();
  const asked = { ...rule, ...numbers };
  checkNumbers(asked);
  const end = await line.take(actor.id);
  try {
    return await tryNow(db, asked);
  } finally {
    end();
  }
}

type TriedRule = RuleNumbers & { parameter: string };

/** Proposals of a rule for each device by itself. */
async function* triedAlone(db: Db, rule: TriedRule, devices: readonly TriedDevice[], from: number) {
  const parameters = await findParameters(db);
  const { parameter } = rule;
  const asked = devices.map((device) => {
    const quality = qualityOf(rule, { ...device, parameter }, parameters);
    return { ...device, parameter, from: readFrom(quality, from), quality };
  });
  for await (const { asked: one, pieces } of readSeries(db, asked, { asSent: true })) {
    const running = qualityEvaluation(one.quality);
    for await (const { points } of pieces) for (const point of points) running.take(point);
    yield running.end();
  }
}

/** Proposals of the rule of neighbours for each device; none for one that it cannot compare. */
async function* triedAround(
  db: Db,
  rule: TriedRule,
  devices: readonly TriedDevice[],
  from: number,
): AsyncGenerator<Proposal[]> {
  const parameters = await findParameters(db);
  const own = new Set(devices.map(({ device_id }) => device_id));
  const due = [...own].map((device_id) => ({ device_id, since: new Date(from) }));
  const pairs = await listNeighbourPairs(db, due, trialOf(rule.parameter, rule));
  const works = pairs
    .filter(({ device_id }) => own.delete(device_id))
    .map((pair) => ({ pair, from, quality: qualityOf(pair, pair, parameters) }));
  for (const _ of own) yield [];
  for await (const { found } of evaluateNeighbours(db, works)) yield found;
}

async function tryNow(db: Db, rule: TriedRule) {
  const from = Date.now() - qualityLimits.trialDays * DAY;
  const devices = await listTried(db, rule.parameter, new Date(from));
  const until = performance.now() + timeMax;
  const result = { proposed: 0, set_aside: 0, devices: devices.length, devices_read: 0 };
  let found = 0;
  const tried = rule.kind === "neighbours" ? triedAround : triedAlone;
  for await (const all of tried(db, rule, devices, from)) {
    const proposals = all.filter(({ to }) => to > from);
    result.proposed += proposals.length;
    result.set_aside += proposals.filter(({ isFail }) => isFail).length;
    result.devices_read += 1;
    if (proposals.length > 0) found += 1;
    if (performance.now() > until) break;
  }
  return { ...result, devices_found: found };
}
