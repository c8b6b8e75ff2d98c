/**
 * Looks at what devices have sent by the rules of quality, behind the intake. What was read, what follows and the rows that
 * asked for it are one transaction of one evaluator at a time: after any kill the next pass begins where the last ended.
 */
import { alone } from "@nihol/db/alone";
import type { Db } from "@nihol/db/connection";
import { lockDevice, restore, returnRest, setAside } from "../readings/bad-intervals.ts";
import { type OnFailure, requireHeard, tellFailure } from "../readings/device-failures.ts";
import { evaluateDevices, type PairChanges } from "./evaluate-devices.ts";
import type { Proposal } from "./evaluate-quality.ts";
import {
  deleteDue,
  insertProposal,
  listDue,
  type QualityDue,
  type QualityPair,
  type Stored,
  updateProposal,
} from "./quality-rows.ts";

/** Devices of one transaction. */
const BATCH = 200;
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

/** Looks at some devices together, and lets go those of which nothing is to be written. */
const evaluateSome = (db: Db, due: readonly QualityDue[]) =>
  alone(db, "quality", async (trx) => {
    const changed = new Set((await evaluateDevices(trx, due)).map(({ pair }) => pair.device_id));
    const isQuiet = ({ device_id }: QualityDue) => !changed.has(device_id);
    await deleteDue(
      trx,
      due.filter(isQuiet).flatMap(({ ids }) => ids),
    );
    return [...changed];
  });

/** Looks at one device again, locked, and writes what follows. A lock of several would stand still with a packer. */
const writeOne = (db: Db, device: number) =>
  alone(db, "quality", async (trx) => {
    const isThere = await lockDevice(trx, device);
    const due = await listDue(trx, 1, { device });
    let added = 0;
    if (isThere) for (const one of await evaluateDevices(trx, due)) added += await apply(trx, one);
    await deleteDue(
      trx,
      due.flatMap(({ ids }) => ids),
    );
    return added;
  });

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
    const due = await listDue(db, BATCH, { except: failed });
    if (due.length === 0) break;
    const each = await evaluateSome(db, due).catch((error: unknown) => {
      // One of them at least fails: which one is seen below.
      requireHeard(error, onFailure);
      return due.map(({ device_id }) => device_id);
    });
    for (const device of isOver() ? [] : (each ?? [])) {
      const one = await writeOne(db, device).catch((error: unknown) => {
        tellFailure(device, error, onFailure);
        failed.push(device);
        return 0;
      });
      added += one ?? 0;
      if (isOver()) break;
    }
    isMore = each !== null && due.length >= BATCH && !isOver();
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
