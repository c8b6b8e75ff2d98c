/** Series that a rule has to read of a device, and from where: what is known of it, and what came late. */
import { isRate } from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { lastEnds, type RulePair } from "./alert-rows.ts";
import { conditionOf } from "./alert-series.ts";
import { lookbackOf, type Standing, unknownStanding } from "./evaluate-series.ts";

/** A pair with what is to be read of it. */
export interface Work {
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
export const beginningOf = ({ enabled_at, ended_at }: RulePair) =>
  Math.max(enabled_at.getTime(), ended_at?.getTime() ?? 0);

/** Begins before the first look: a condition that holds when the rule is switched on is told of. */
function firstStanding(pair: RulePair, back: number): Standing {
  const begun = beginningOf(pair);
  const last = pair.last_at?.getTime() ?? begun;
  const isSilentSince = pair.kind === "silent" && last < begun;
  return unknownStanding(isSilentSince ? last : begun - back);
}

/** @param since the first moment of the readings that came; undefined where none did */
export function workOf(pair: RulePair, since: number | undefined): Work {
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
export async function withEnds(trx: Db, works: readonly Work[]) {
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
