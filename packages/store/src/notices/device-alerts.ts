/** Values of devices that ask somebody to act, as their ranges say now. */

import type { NoticeFacts } from "@nihol/contract/values/notices";
import { readingStateOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { findParameters, ownParameter, rangesFor } from "../readings/parameters.ts";

type Db = Kysely<Database>;

/** An older value says nothing of now. */
const freshHours = 24;

/** The newest right values of devices in service. */
const latestValues = (db: Db, now: Date) =>
  db
    .selectFrom("reading_latest as l")
    .innerJoin("device as v", "v.id", "l.device_id")
    .innerJoin("parameter as p", "p.id", "l.parameter")
    .where("v.retired", "=", false)
    .where("l.faulty", "=", false)
    .where("l.ts", ">", new Date(now.getTime() - freshHours * 3_600_000))
    .select(["v.id", "v.type", "v.soil_texture", "p.key", "l.value"])
    .execute();

/** Rows for notices: one for each device and parameter whose newest value calls for action; sent once a day. */
export async function alertRows(db: Db, day: string, now: Date): Promise<RawBuilder<unknown>> {
  const parameters = await findParameters(db);
  const alerts: { id: number; facts: NoticeFacts; once: string }[] = [];
  for (const { id, type, soil_texture, key, value } of await latestValues(db, now)) {
    const facts = ownParameter(parameters, type, key);
    if (!facts) continue;
    const state = readingStateOf(value, rangesFor(parameters, key, soil_texture));
    if (state === "act")
      alerts.push({
        id,
        facts: { parameter: key, value, unit: facts.unit },
        once: `${key} ${day}`,
      });
  }
  return sql`select x.id, x.facts, x.once
    from jsonb_to_recordset(${json(alerts)}::jsonb) as x(id int, facts jsonb, once text)`;
}
