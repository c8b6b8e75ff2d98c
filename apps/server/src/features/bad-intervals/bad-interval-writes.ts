/** Saying that values of a device are wrong over a time, ending that and taking it back: one transaction each. */
import type { BadInterval, badIntervalAdd } from "@nihol/contract/sensors/bad-intervals";
import { badIntervalLimits } from "@nihol/contract/values/sensors/bad-intervals";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import {
  type IntervalTime,
  rangeOfInterval,
  returnValues,
  setAside,
} from "@nihol/store/readings/bad-intervals";
import { findParameterId } from "@nihol/store/readings/parameters";
import { countValues } from "@nihol/store/readings/reading-rollup";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import {
  findInterval,
  getInterval,
  insertInterval,
  lockReadings,
  updateConfirmed,
  updateEnd,
  updateTakenBack,
} from "./bad-interval-queries.ts";

type Body = z.output<typeof badIntervalAdd.body>;
/** Time that is asked for: a parameter or all, from a moment on, to another one or without an end. */
export type AskedTime = Pick<Body, "parameter" | "from" | "to">;

const resource = "badinterval";
const day = 86_400_000;

/**
 * Checks a time.
 * @throws {FieldProblem} for a parameter that nobody knows, and for a time that is reversed, too long or begins later than now
 */
async function timeOf(db: Db, deviceId: number, asked: AskedTime): Promise<IntervalTime> {
  const from = new Date(asked.from);
  const to = asked.to === null ? null : new Date(asked.to);
  const parameter = asked.parameter === null ? null : await findParameterId(db, asked.parameter);
  if (parameter === undefined) return refuseField("parameter", "invalid");
  if (from.getTime() > Date.now()) refuseField("from", "date_in_future");
  if (to && to <= from) refuseField("to", "dates_reversed");
  const days = ((to?.getTime() ?? Date.now()) - from.getTime()) / day;
  const max = badIntervalLimits.days;
  if (days > max) refuseField("from", "interval_too_long", { max });
  return { deviceId, parameter, from, to };
}

/** Counts the right values that lie in a time now. @throws {FieldProblem} */
export async function countInterval(db: Db, deviceId: number, asked: AskedTime): Promise<number> {
  const range = await rangeOfInterval(db, await timeOf(db, deviceId, asked));
  return range ? countValues(db, range) : 0;
}

/** Sets what is there aside. @throws {FieldProblem} for more values than one transaction should move */
async function setAsideAll(trx: Db, time: IntervalTime, id: number) {
  const range = await rangeOfInterval(trx, time);
  if (!range) return;
  const max = badIntervalLimits.values;
  const n = await setAside(trx, range, id, max);
  if (n === null) refuseField("to", "interval_too_full", { max });
}

/**
 * Adds an interval and sets aside what lies in it.
 * @throws {Problem} 404 beyond the actor's scope
 * @throws {FieldProblem} for its time, and for another reason without a note
 */
export async function addInterval(
  db: Db,
  actor: Actor,
  deviceId: number,
  body: Body,
): Promise<BadInterval> {
  return db.transaction().execute(async (trx) => {
    await lockReadings(trx, actor, deviceId);
    const time = await timeOf(trx, deviceId, body);
    if (body.reason === "other" && !body.note) refuseField("note", "required");
    const id = await insertInterval(trx, actor, time, body);
    await setAsideAll(trx, time, id);
    const change = { device: deviceId, ...body };
    await insertAudit(trx, actor, { action: "add", resource, id, change });
    return getInterval(trx, deviceId, id);
  });
}

/** Locks the device with its interval. @throws {Problem} 404; 409 for one that was taken back */
async function lockInterval(trx: Db, actor: Actor, deviceId: number, id: number) {
  await lockReadings(trx, actor, deviceId);
  const row = await findInterval(trx, deviceId, id);
  if (!row) throw notFound();
  if (row.taken_back_at) throw new Problem(409, "interval_over");
  return row;
}

/**
 * Ends an open interval; later values return, a month a transaction.
 * @throws {Problem} 404 beyond the actor's scope, 409 for one that has an end or was taken back
 * @throws {FieldProblem} for an end before its beginning
 */
export async function endInterval(
  db: Db,
  actor: Actor,
  deviceId: number,
  id: number,
  end: string,
): Promise<BadInterval> {
  await db.transaction().execute(async (trx) => {
    const row = await lockInterval(trx, actor, deviceId, id);
    if (row.ends_at) throw new Problem(409, "interval_over");
    const to = new Date(end);
    if (to <= row.begins_at) refuseField("to", "dates_reversed");
    const max = badIntervalLimits.days;
    if (to.getTime() > Date.now() + max * day) refuseField("to", "interval_too_long", { max });
    await updateEnd(trx, actor, id, to);
    await insertAudit(trx, actor, {
      action: "change",
      resource,
      id,
      change: { device: deviceId, to: end },
    });
  });
  await returnValues(db, deviceId, id);
  return getInterval(db, deviceId, id);
}

/**
 * Lets the values of an interval return, a month a transaction; of a rule's proposal it says that they are right.
 * @throws {Problem} 404 beyond the actor's scope, 409 where that was done
 */
export async function takeBackInterval(
  db: Db,
  actor: Actor,
  deviceId: number,
  id: number,
  note: string,
): Promise<BadInterval> {
  await db.transaction().execute(async (trx) => {
    await lockInterval(trx, actor, deviceId, id);
    await updateTakenBack(trx, actor, id, note);
    await insertAudit(trx, actor, {
      action: "undo",
      resource,
      id,
      change: { device: deviceId, note },
    });
  });
  await returnValues(db, deviceId, id);
  return getInterval(db, deviceId, id);
}

/**
 * Says that the proposal of a rule is right, and sets aside what is not yet.
 * @throws {Problem} 404 beyond the actor's scope, 409 for one that a person has decided or added
 * @throws {FieldProblem} for more values than one transaction should move
 */
export async function confirmInterval(
  db: Db,
  actor: Actor,
  deviceId: number,
  id: number,
): Promise<BadInterval> {
  return db.transaction().execute(async (trx) => {
    const row = await lockInterval(trx, actor, deviceId, id);
    if (!row.by_rule || row.confirmed_at) throw new Problem(409, "interval_over");
    await updateConfirmed(trx, actor, id);
    const { parameter, begins_at: from, ends_at: to } = row;
    if (!row.sets_aside) await setAsideAll(trx, { deviceId, parameter, from, to }, id);
    await insertAudit(trx, actor, {
      action: "approve",
      resource,
      id,
      change: { device: deviceId, reason: row.reason },
    });
    return getInterval(trx, deviceId, id);
  });
}
