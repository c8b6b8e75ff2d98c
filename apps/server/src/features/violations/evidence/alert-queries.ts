/** Newest value of a device beyond its good range, as it is written into a case that is opened from it. */

import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { type Parameter, readingStateOf } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { findParameters, ownParameter, rangesFor } from "@nihol/store/readings/parameters";
import { parameterId } from "@nihol/store/readings/reading-values";
import type { Actor } from "../../../http/actor.ts";
import { notFound, refuseField } from "../../../http/problem.ts";
import { requireRight } from "../../../policies/rights.ts";
import { visibleTo } from "../../../policies/scope.ts";
import type { Origin } from "./origin.ts";

async function getDevice(db: Db, actor: Actor, id: number) {
  const row = await db
    .selectFrom("device as v")
    .leftJoin("garden as g", "g.id", "v.garden_id")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .select(["v.id", "v.name", "v.type", "v.longitude", "v.latitude", "v.garden_id"])
    .select("v.soil_texture")
    .executeTakeFirst();
  return row ?? Promise.reject(notFound());
}

/**
 * The newest value of a parameter that is not good.
 * @throws {Problem} 404 beyond the actor's scope and without a value, 403 without the right to see devices
 * @throws {FieldProblem} under `opened_from` where the value is good
 */
export async function alertOrigin(
  db: Db,
  actor: Actor,
  { device: id, parameter }: { device: number; parameter: Parameter },
): Promise<Origin> {
  requireRight(actor, "device", "view");
  const device = await getDevice(db, actor, id);
  const parameters = await findParameters(db);
  const facts = ownParameter(parameters, device.type, parameter);
  if (!facts) throw notFound();
  const reading = await db
    .selectFrom("reading_latest")
    .where("device_id", "=", id)
    .where("parameter", "=", parameterId(parameter))
    .select(["ts", "value", "faulty"])
    .executeTakeFirst();
  if (!reading) throw notFound();
  const ranges = rangesFor(parameters, parameter, device.soil_texture);
  const state = reading.faulty ? "faulty" : readingStateOf(reading.value, ranges);
  if (state === "good" || state === "no_limits" || state === "unknown")
    return refuseField("opened_from", "reading_not_alarming");
  return {
    evidence: {
      kind: "alert",
      device: { id, name: device.name },
      parameter,
      unit: facts.unit,
      value: reading.value,
      at: reading.ts.toISOString(),
      state,
      good: { min: ranges.good_min, max: ranges.good_max },
    },
    point: [device.longitude, device.latitude],
    garden: device.garden_id,
    observed_on: dayOf(reading.ts),
    columns: { source: "alert", device_id: id },
    crops: [],
  };
}
