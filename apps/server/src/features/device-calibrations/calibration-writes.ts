/** Adding calibrations, putting one in the place of another and taking one back: one transaction each, with its job. */
import type {
  DeviceCalibration,
  deviceCalibrationAdd,
} from "@nihol/contract/sensors/device-calibrations";
import { deviceCalibrationLimits, offsetFrom } from "@nihol/contract/values/sensors/calibrations";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { calibrateJob } from "@nihol/store/readings/calibrations";
import { lockDevice } from "../../commands/lock-device.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import {
  countStanding,
  findSent,
  getCalibration,
  insertCalibration,
  updateTakenBack,
} from "./calibration-queries.ts";

type Body = z.output<typeof deviceCalibrationAdd.body>;
const resource = "devicecalibration";

/**
 * Checks a calibration against its device.
 * @returns the parameter's id, and the offset as it was given or follows from the reference
 * @throws {FieldProblem} for a parameter that the device has not sent, times that are reversed or begin later than now, a
 * gain of a direction and an offset of a sum, which have no sense, and one more than a parameter may have
 */
async function checked(trx: Db, deviceId: number, body: Body) {
  const parameter = await findSent(trx, deviceId, body.parameter);
  if (!parameter) return refuseField("parameter", "invalid");
  const from = new Date(body.from);
  if (from.getTime() > Date.now()) refuseField("from", "date_in_future");
  if (body.to !== null && new Date(body.to) <= from) refuseField("to", "dates_reversed");
  const { reference, sent, gain } = body;
  const isComputed = body.offset === null && reference !== null && sent !== null;
  const offset = isComputed ? offsetFrom(reference, sent, gain) : (body.offset ?? 0);
  if (parameter.averaging === "vector" && gain !== 1) refuseField("gain", "gain_of_direction");
  if (parameter.averaging === "sum" && offset !== 0) refuseField("offset", "offset_of_sum");
  if (Math.abs(offset) > deviceCalibrationLimits.offset) refuseField("offset", "invalid");
  const max = deviceCalibrationLimits.standing;
  if ((await countStanding(trx, deviceId, parameter.id)) >= max)
    refuseField("parameter", "calibrations_too_many", { max });
  return { parameter: parameter.id, offset };
}

/** Writes that a calibration that stands is taken back. @throws {Problem} 404; 409 for one that was taken back */
async function takeBack(trx: Db, actor: Actor, deviceId: number, id: number, note: string) {
  const before = await getCalibration(trx, deviceId, id);
  if (before.taken_back) throw new Problem(409, "entry_taken_back");
  await updateTakenBack(trx, actor, id, note);
  const { parameter, gain, offset } = before;
  const change = { device: deviceId, parameter, gain, offset, note };
  await insertAudit(trx, actor, { action: "undo", resource, id, change });
  return before;
}

/**
 * Adds a calibration, or puts it in the place of another one; the worker computes with it.
 * @throws {Problem} 404 beyond the actor's scope, 409 where the one that it replaces was taken back
 * @throws {FieldProblem} as `checked` does, and for one that replaces that of another parameter
 */
export async function addCalibration(
  { db, jobs }: Services,
  actor: Actor,
  deviceId: number,
  body: Body,
): Promise<DeviceCalibration> {
  return db.sql.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, deviceId);
    if (body.replaces !== null) {
      const before = await takeBack(trx, actor, deviceId, body.replaces, body.note);
      if (before.parameter !== body.parameter) refuseField("parameter", "invalid");
      await jobs.sendIn(trx, calibrateJob(before.id, true));
    }
    const facts = await checked(trx, deviceId, body);
    const id = await insertCalibration(trx, actor, deviceId, { ...body, ...facts });
    const change = { device: deviceId, ...body, offset: facts.offset };
    await insertAudit(trx, actor, { action: "add", resource, id, change });
    await jobs.sendIn(trx, calibrateJob(id, false));
    return getCalibration(trx, deviceId, id);
  });
}

/**
 * Takes a calibration back: it stays in the list, and the worker computes without it.
 * @throws {Problem} 404 beyond the actor's scope, 409 for one that was taken back
 */
export async function takeBackCalibration(
  { db, jobs }: Services,
  actor: Actor,
  deviceId: number,
  id: number,
  note: string,
): Promise<DeviceCalibration> {
  return db.sql.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, deviceId);
    await takeBack(trx, actor, deviceId, id, note);
    await jobs.sendIn(trx, calibrateJob(id, true));
    return getCalibration(trx, deviceId, id);
  });
}
