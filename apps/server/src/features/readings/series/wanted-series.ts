import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { refuseField } from "../../../http/problem.ts";
import { findDeviceFacts } from "../../../policies/devices.ts";
import type { Wanted } from "./series.ts";

/**
 * Series that a query names ("3.co2,5.air_temperature"), each once, of devices within the actor's scope.
 * @throws {Problem} 404 where one of the devices is outside of it, {FieldProblem} for more than a chart holds
 */
export async function wantedSeries(
  db: Kysely<Database>,
  actor: Actor,
  text: string,
): Promise<Wanted[]> {
  const keys = [...new Set(text.split(","))];
  if (keys.length > readingLimits.series)
    refuseField("series", "too_many_series", { max: readingLimits.series });
  const wanted: Wanted[] = [];
  for (const key of keys) {
    const [id = "", parameter = ""] = key.split(".");
    wanted.push({ device: await findDeviceFacts(db, actor, Number(id)), parameter });
  }
  return wanted;
}
