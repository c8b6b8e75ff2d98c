/** Writing down what was done to a device, and taking it back: one transaction each. */
import type { Servicing, servicingAdd } from "@nihol/contract/sensors/servicing";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { lockDevice } from "../../commands/lock-device.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem } from "../../http/problem.ts";
import {
  findServicing,
  insertServicing,
  settleService,
  updateTakenBack,
} from "./servicing-queries.ts";

const resource = "servicing";

async function entryOf(trx: Db, deviceId: number, id: number): Promise<Servicing> {
  const entry = await findServicing(trx, deviceId, id);
  if (!entry) throw notFound();
  return entry;
}

/** Adds an entry. @throws {Problem} 404 for a device beyond the actor's scope */
export async function addServicing(
  db: Db,
  actor: Actor,
  deviceId: number,
  body: z.output<typeof servicingAdd.body>,
): Promise<Servicing> {
  return db.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, deviceId);
    const id = await insertServicing(trx, actor, deviceId, body);
    await settleService(trx, deviceId);
    const change = { device: deviceId, ...body };
    await insertAudit(trx, actor, { action: "add", resource, id, change });
    return entryOf(trx, deviceId, id);
  });
}

/**
 * Takes an entry back: it stays in the list, and the one before it counts again.
 * @throws {Problem} 404 beyond the actor's scope, 409 for one that was taken back
 */
export async function takeBackServicing(
  db: Db,
  actor: Actor,
  deviceId: number,
  id: number,
  note: string,
): Promise<Servicing> {
  return db.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, deviceId);
    const { taken_back, kind, done_on } = await entryOf(trx, deviceId, id);
    if (taken_back) throw new Problem(409, "entry_taken_back");
    await updateTakenBack(trx, actor, id, note);
    await settleService(trx, deviceId);
    const change = { device: deviceId, kind, done_on, taken_back: true, note };
    await insertAudit(trx, actor, { action: "change", resource, id, change });
    return entryOf(trx, deviceId, id);
  });
}
