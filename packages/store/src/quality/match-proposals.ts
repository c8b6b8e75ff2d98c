/** Compares what a rule says of a series now with the proposals that stand: what is new, what changes, what no longer holds. */
import type { QualityKind } from "@nihol/contract/values/sensors/quality";
import type { Proposal } from "./evaluate-quality.ts";
import type { QualityPair, Stored } from "./quality-rows.ts";

/** Changes of the proposals of a series under a rule. */
export interface Changes {
  added: Proposal[];
  changed: { stored: Stored; next: Proposal }[];
  removed: Stored[];
}

/** Changes of the proposals of a pair. */
export interface PairChanges {
  pair: QualityPair;
  changes: Changes;
}

export const isChange = ({ added, changed, removed }: Changes) =>
  added.length + changed.length + removed.length > 0;

const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  a.from <= b.to && b.from <= a.to;

const isSame = (stored: Stored, next: Proposal) =>
  stored.from === next.from &&
  stored.to === next.to &&
  stored.sets_aside === next.isFail &&
  Math.abs(stored.worst - next.worst) < 1e-9;

/** Kinds whose values stay one question however long they go on: an answer holds for what follows. */
const goesOn: readonly QualityKind[] = ["stuck", "wrong_unit", "neighbours"];

interface Window {
  kind: QualityKind;
  /** The first moment that was read. */
  from: number;
  /** Before it nothing has changed. */
  changedFrom: number;
}

/** Cuts what a person has called right from proposals of single values; a run that goes on is left whole. */
function withoutDismissed(
  found: readonly Proposal[],
  stored: readonly Stored[],
  kind: QualityKind,
) {
  if (goesOn.includes(kind)) return [...found];
  const dismissed = stored.filter(({ decided }) => decided === "dismissed");
  return found.flatMap((one) => {
    const from = Math.max(
      one.from,
      ...dismissed
        .filter((other) => other.from < one.to && one.from < other.to)
        .map(({ to }) => to),
    );
    return from < one.to ? [{ ...one, from }] : [];
  });
}

/** Next state of a proposal of which the rule speaks again. What lies before the window stays. */
function nextOf(stored: Stored, now: Proposal, { from }: Window): Proposal {
  const isBefore = stored.from < from;
  const worst = isBefore ? Math.max(stored.worst, now.worst) : now.worst;
  if (stored.decided)
    return {
      from: Math.min(stored.from, now.from),
      to: Math.max(stored.to, now.to),
      isFail: stored.sets_aside,
      worst: Math.max(stored.worst, now.worst),
    };
  return {
    from: isBefore ? stored.from : now.from,
    to: now.to,
    isFail: now.isFail || (isBefore && stored.sets_aside),
    worst,
  };
}

/**
 * Compares. A proposal that a person has decided only grows, and takes what touches it; one that nobody has follows what the
 * rule says now.
 */
export function matchProposals(
  found: readonly Proposal[],
  stored: readonly Stored[],
  window: Window,
): Changes {
  const changes: Changes = { added: [], changed: [], removed: [] };
  const left = new Set(stored);
  for (const now of withoutDismissed(found, stored, window.kind)) {
    const own = [...left].filter((one) => overlaps(one, now));
    const kept = own.find(({ decided }) => decided !== null) ?? own[0];
    if (!kept) {
      if (now.to > window.changedFrom) changes.added.push(now);
      continue;
    }
    left.delete(kept);
    const next = nextOf(kept, now, window);
    if (!isSame(kept, next)) changes.changed.push({ stored: kept, next });
    for (const one of own)
      if (one !== kept && one.decided === null) {
        left.delete(one);
        changes.removed.push(one);
      }
  }
  for (const one of left)
    if (one.decided === null && one.to > window.changedFrom) dropRest(one, window, changes);
  return changes;
}

/** Ends a proposal that no longer holds where the window begins, or takes it out where nothing of it lies before. */
function dropRest(one: Stored, { from }: Window, changes: Changes) {
  if (one.from >= from) changes.removed.push(one);
  else
    changes.changed.push({
      stored: one,
      next: { from: one.from, to: from, isFail: one.sets_aside, worst: one.worst },
    });
}
