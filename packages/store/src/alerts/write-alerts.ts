/** Writes what an evaluation has found: alerts that are new, that go on or are over, and what is known from now on. */
import type { Db } from "@nihol/db/connection";
import { notifyEach } from "../notices/notify.ts";
import {
  changeActive,
  findOverlap,
  holdPairs,
  insertAlerts,
  lockAlerts,
  type RulePair,
  saveStandings,
  widenAlerts,
} from "./alert-rows.ts";
import { beginningOf, type Work } from "./alert-work.ts";
import type { Episode, Evaluated, Standing } from "./evaluate-series.ts";

/** Findings of the points of a pair: of those that came late, and of new ones. */
export interface Brought {
  again: Evaluated | null;
  evaluated: Evaluated;
}

/** Findings of a pair's readings, before anything is written. */
export interface Outcome {
  work: Work;
  brought: Brought;
}

interface Found {
  standings: { pair: RulePair; standing: Standing }[];
  raised: { pair: RulePair; episode: Episode }[];
  changed: { pair: RulePair; clearedAt: number | null; worst: number | null }[];
  widened: { id: number; beganAt: number }[];
}

/**
 * Episodes that were over when the rule was switched on, or the device came to it, are no news; others are raised then at
 * the earliest. Of a device that was away, and of which nobody wrote since when it is back, what is over is none either.
 */
function sinceBegun({ pair }: Work, episodes: readonly Episode[]): Episode[] {
  const begun = beginningOf(pair);
  const isBack = begun > pair.enabled_at.getTime() && begun !== pair.ruled_since?.getTime();
  return episodes
    .filter(({ clearedAt }) => clearedAt === null || (!isBack && clearedAt > begun))
    .map((one) => ({ ...one, raisedAt: Math.max(one.raisedAt, begun) }));
}

/**
 * Alerts that a late look found and that overlap none of before: one that was told of is never taken back. A run of an
 * alert that a person has cleared is none either: it began before the late readings, and is quiet until readings were back.
 */
async function newOf(
  trx: Db,
  work: Work,
  episodes: readonly Episode[],
  { widened }: Found,
): Promise<Episode[]> {
  const { isActive, outSince } = work.standing;
  const fresh: Episode[] = [];
  for (const episode of episodes) {
    const known = await findOverlap(trx, work.pair, episode);
    if (known !== undefined) widened.push({ id: known, beganAt: episode.beganAt });
    const isOfBefore = episode.beganAt <= (work.late ?? 0);
    const goesOn = isActive && (episode.clearedAt ?? Infinity) > (outSince ?? 0);
    if (known === undefined && !(isOfBefore && goesOn)) fresh.push({ ...episode });
  }
  return fresh;
}

async function note(trx: Db, { work, brought }: Outcome, found: Found) {
  const { pair } = work;
  const { again, evaluated } = brought;
  const late = again ? await newOf(trx, work, sinceBegun(work, again.raised), found) : [];
  const { clearedAt, worst } = evaluated.before;
  const open = late.find((episode) => episode.clearedAt === null);
  if (open) Object.assign(open, { clearedAt, worst: worst ?? open.worst });
  else if (clearedAt !== null || worst !== null) found.changed.push({ pair, clearedAt, worst });
  for (const episode of [...late, ...sinceBegun(work, evaluated.raised)])
    found.raised.push({ pair, episode });
  found.standings.push({ pair, standing: evaluated.standing });
}

/** Locks alerts by their own ids or those of their rules, in the order in which everybody locks alerts. */
export const holdAlerts = (trx: Db, column: "id" | "rule_id", ids: readonly number[]) =>
  trx.selectFrom("alert").where(column, "in", ids).select("id").orderBy("id").forUpdate().execute();

/** Tells who looks after alerts that they are over. */
export const tellCleared = (trx: Db, ids: readonly number[]) =>
  notifyEach(trx, { kind: "alert_cleared", subject: "alert" }, ids);

/**
 * Writes what was found, and tells of what is over. Rules are locked from here on alone: a rule that was changed while its
 * readings were read has forgotten what it knew, and looks again by itself.
 * @returns how many alerts are new
 */
export async function writeOutcomes(trx: Db, outcomes: readonly Outcome[]): Promise<number> {
  const same = await holdPairs(
    trx,
    outcomes.map(({ work }) => work.pair),
  );
  const found: Found = { standings: [], raised: [], changed: [], widened: [] };
  for (const one of outcomes) if (same.has(one.work.pair)) await note(trx, one, found);
  await lockAlerts(
    trx,
    found.changed.map(({ pair }) => pair),
    found.widened.map(({ id }) => id),
  );
  await widenAlerts(trx, found.widened);
  const cleared = await changeActive(trx, found.changed);
  const written = await insertAlerts(trx, found.raised);
  await saveStandings(trx, found.standings);
  await tellCleared(trx, cleared);
  return written;
}
