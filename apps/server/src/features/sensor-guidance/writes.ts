/** Changing the ranges; the routes ask who may. */

import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import {
  type GuidanceKey,
  isAveraged,
  type Ranges,
  rangesInOrder,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { findParameters } from "@nihol/store/readings/parameters";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { deleteGuidance, listGuidance, lockGuidance, saveGuidance } from "./guidance-queries.ts";

type Db = Kysely<Database>;

async function written(db: Db, actor: Actor, key: GuidanceKey): Promise<SensorGuidance> {
  const row = (await listGuidance(db, actor)).find((one) => one.key === key);
  if (!row) throw notFound();
  return row;
}

/**
 * Changes what was sent. Readings keep the mark that they got when they came.
 * @throws {Problem} 404 for a key that is none
 * @throws {FieldProblem} when the limits do not stand in order, and under `faulty_max` where a level is no decibels
 */
export async function patchGuidance(
  db: Db,
  actor: Actor,
  key: GuidanceKey,
  body: Partial<Ranges>,
): Promise<SensorGuidance> {
  return db.transaction().execute(async (trx) => {
    await lockGuidance(trx, key);
    const { guidance, byKey } = await findParameters(trx);
    const before = guidance.get(key);
    if (!before) throw notFound();
    const next: Ranges = { ...before, ...body };
    if (!rangesInOrder(next)) refuseField("non_field_errors", "range_order");
    const averaging = byKey.get(key)?.averaging ?? "mean";
    if (!isAveraged(averaging, next)) refuseField("faulty_max", "too_high_for_energy");
    await saveGuidance(trx, key, next, actor.id);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "sensor_guidance",
      id: key,
      change: { ...body },
    });
    return written(trx, actor, key);
  });
}

/** Back to the ranges as they were given. @throws {Problem} 404 for a key that is none */
export async function resetGuidance(
  db: Db,
  actor: Actor,
  key: GuidanceKey,
): Promise<SensorGuidance> {
  return db.transaction().execute(async (trx) => {
    await deleteGuidance(trx, key);
    await insertAudit(trx, actor, { action: "delete", resource: "sensor_guidance", id: key });
    return written(trx, actor, key);
  });
}
