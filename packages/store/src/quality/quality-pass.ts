/**
 * Looks at what devices have sent by the rules of quality, behind the intake. What was read, what follows and the rows that
 * asked for it are one transaction of one evaluator at a time: after any kill the next pass begins where the last ended.
 */
import { alone } from "@nihol/db/alone";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { inSavepoint } from "@nihol/db/savepoint";
import { lockDevice, restore, returnRest, setAside } from "../readings/bad-intervals.ts";
import { type OnFailure, requireHeard, tellFailure } from "../readings/device-failures.ts";
import { findParameters } from "../readings/parameters.ts";
import { evaluateDevices } from "./evaluate-devices.ts";
import { evaluateAround } from "./evaluate-neighbours.ts";
import type { Proposal } from "./evaluate-quality.ts";
import type { PairChanges } from "./match-proposals.ts";
import { listNeighbourPairs } from "./neighbour-rows.ts";
import {
  deleteDue,
  insertDue,
  insertProposal,
  listDue,
  type QualityDue,
  type QualityPair,
  requireDue,
  type Stored,
  updateProposal,
} from "./quality-rows.ts";

/** Devices of one transaction. */
const BATCH = 200;
/** Hours of all these devices together that it looks at; one device alone may have more. */
const batchHours = 20_000;
const HOUR = 3_600_000;
/** Milliseconds of a pass: then alerts have their turn. */
const passMs = 10_000;

const rangeOf = ({ device_id, parameter_id }: QualityPair, from: number, to: number) => ({
  deviceId: device_id,
  parameters: [parameter_id],
  from: new Date(from),
  to: new Date(to),
});

async function setAsideNew(
  trx: Db,
  pair: QualityPair,
  id: number,
  before: { from: number; to: number },
  next: Proposal,
) {
  if (next.from < before.from)
    await setAside(trx, rangeOf(pair, next.from, Math.min(before.from, next.to)), id);
  if (next.to > before.to)
    await setAside(trx, rangeOf(pair, Math.max(before.to, next.from), next.to), id);
}

async function change(trx: Db, pair: QualityPair, stored: Stored, next: Proposal) {
  await updateProposal(trx, stored.id, next);
  if (stored.decided === "dismissed") return;
  const back = (from: number, to: number | null) =>
    restore(trx, pair.device_id, stored.id, new Date(from), to === null ? null : new Date(to));
  if (stored.sets_aside && !next.isFail) await back(stored.from, null);
  if (stored.sets_aside && next.isFail) {
    if (next.from > stored.from) await back(stored.from, next.from);
    if (next.to < stored.to) await back(next.to, null);
    await setAsideNew(trx, pair, stored.id, stored, next);
  }
  if (!stored.sets_aside && next.isFail)
    await setAside(trx, rangeOf(pair, next.from, next.to), stored.id);
}

/** Writes changes of a device, which is locked against what it sends. What a rule takes back by itself leaves no trace. */
async function apply(trx: Db, { pair, changes }: PairChanges): Promise<number> {
  for (const { stored, next } of changes.changed) await change(trx, pair, stored, next);
  for (const one of changes.added) {
    const id = await insertProposal(trx, pair, one);
    if (one.isFail) await setAside(trx, rangeOf(pair, one.from, one.to), id);
  }
  for (const { id, from, sets_aside } of changes.removed) {
    const gone = trx.deleteFrom("bad_interval").where("id", "=", id);
    await gone.execute();
    if (sets_aside) await restore(trx, pair.device_id, id, new Date(from));
  }
  return changes.added.length;
}

/** Devices that have not sent, but of which what others sent changes something, are due like those. */
async function addOthers(
  trx: Db,
  changed: readonly PairChanges[],
  own: ReadonlySet<number>,
): Promise<void> {
  for (const { pair, changes } of changed) {
    if (own.has(pair.device_id)) continue;
    const { added, changed: others, removed } = changes;
    const moments = [...added, ...removed, ...others.flatMap((one) => [one.stored, one.next])];
    await insertDue(trx, pair.device_id, Math.min(...moments.map(({ from }) => from)));
  }
}

/** Looks at devices around one that has sent, which are due where something of them changes. One that fails is due by itself. */
async function lookAround(trx: Db, due: readonly QualityDue[], device: number) {
  const parameters = await findParameters(trx);
  const own = new Set([device]);
  const look = (isAsked: (id: number) => boolean) =>
    inSavepoint(trx, async () =>
      addOthers(trx, await evaluateAround(trx, due, parameters, isAsked), own),
    );
  try {
    await look((id) => id !== device);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const pairs = await listNeighbourPairs(trx, due);
    for (const { device_id, since } of pairs.filter((one) => one.device_id !== device))
      await look((id) => id === device_id).catch(() => requireDue(trx, device_id, since));
  }
}

/** Looks at some devices together, and lets go those of which nothing is to be written. */
const evaluateSome = (db: Db, due: readonly QualityDue[]) =>
  alone(db, "quality", async (trx) => {
    const changes = await evaluateDevices(trx, due);
    await addOthers(trx, changes, new Set(due.map(({ device_id }) => device_id)));
    const changed = new Set(changes.map(({ pair }) => pair.device_id));
    const isQuiet = ({ device_id }: QualityDue) => !changed.has(device_id);
    await deleteDue(
      trx,
      due.filter(isQuiet).flatMap(({ ids }) => ids),
    );
    return [...changed];
  });

/**
 * Looks at one device again, locked, and writes what follows. A lock of several would stand still with a packer.
 * @param seen rows that were due when those around it were looked at: what has come since is of the next pass. Without it
 *   they are looked at here
 */
const writeOne = (db: Db, device: number, seen?: readonly string[]) =>
  alone(db, "quality", async (trx) => {
    const isThere = await lockDevice(trx, device);
    const due = await listDue(trx, 1, { device });
    let added = 0;
    if (isThere) {
      const changes = await evaluateDevices(trx, due, (id) => id === device);
      for (const one of changes) added += await apply(trx, one);
      if (!seen) await lookAround(trx, due, device);
    }
    await deleteDue(trx, seen ?? due.flatMap(({ ids }) => ids));
    return added;
  });

/** Takes as many of the first devices as one transaction looks at; one at least. */
function firstOf(due: readonly QualityDue[]): QualityDue[] {
  const now = Date.now();
  let hours = 0;
  return due.filter(({ since }, n) => {
    hours += Math.max(1, (now - since.getTime()) / HOUR);
    return n === 0 || hours <= batchHours;
  });
}

interface PassOptions {
  /** Milliseconds after which no transaction begins: the next pass goes on. Without it everything due is looked at. */
  forMs?: number;
  /** No transaction begins after it either. */
  signal?: AbortSignal | undefined;
  /** Hears of each device that the next pass has to try again. Without it such an error ends the pass. */
  onFailure?: OnFailure | undefined;
}

/**
 * Looks at all that is due. Of several evaluators one works at a time. Where some devices fail together, each is tried alone.
 * @returns how many proposals are new
 */
export async function evaluateQuality(
  db: Db,
  { forMs = Number.POSITIVE_INFINITY, signal, onFailure }: PassOptions = {},
): Promise<number> {
  const until = performance.now() + forMs;
  const isOver = () => signal?.aborted || performance.now() >= until;
  const failed: number[] = [];
  let added = 0;
  let isMore = true;
  while (isMore) {
    const waiting = await listDue(db, BATCH, { except: failed });
    const due = firstOf(waiting);
    if (due.length === 0) break;
    const seen = new Map(due.map(({ device_id, ids }) => [device_id, ids]));
    const each = await evaluateSome(db, due).catch((error: unknown) => {
      // One of them at least fails: which one is seen below.
      requireHeard(error, onFailure);
      seen.clear();
      return due.map(({ device_id }) => device_id);
    });
    for (const device of isOver() ? [] : (each ?? [])) {
      const one = await writeOne(db, device, seen.get(device)).catch((error: unknown) => {
        tellFailure(device, error, onFailure);
        failed.push(device);
        return 0;
      });
      added += one ?? 0;
      if (isOver()) break;
    }
    isMore = each !== null && (waiting.length >= BATCH || due.length < waiting.length) && !isOver();
  }
  return added;
}

/** A pass of some seconds that also goes on with values whose return a process has left undone. */
export async function qualityPass(
  db: Db,
  { signal, onFailure }: Omit<PassOptions, "forMs"> = {},
): Promise<number> {
  await returnRest(db, onFailure);
  return evaluateQuality(db, { forMs: passMs, signal, onFailure });
}
