/** The ranges in force as rows of SQL, so that a list of any length is judged by the database. */
import { deviceTypes } from "@nihol/contract/values/devices";
import { parametersOf, soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { json } from "@nihol/db/json";
import { type Guidance, rangesFor } from "@nihol/store/readings/guidance-ranges";
import { type RawBuilder, sql } from "kysely";

/** Rows for each parameter and soil (null without one), with the kind of its devices: a table expression without an alias. */
export function limitRows(guidance: Guidance): RawBuilder<unknown> {
  const limits = deviceTypes.flatMap((type) =>
    [null, ...soilTextures].flatMap((texture) =>
      parametersOf[type].map((parameter) => ({
        texture,
        key: parameter,
        ...rangesFor(guidance, parameter, texture),
      })),
    ),
  );
  return sql`(select p.id as parameter, p.device_type, x.* from jsonb_to_recordset(${json(limits)}::jsonb) as x (key text, texture text,
    good_min float8, good_max float8, watch_min float8, watch_max float8, faulty_min float8, faulty_max float8)
    join parameter p on p.key = x.key)`;
}
