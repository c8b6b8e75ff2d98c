/** The ranges in force as rows of SQL, so that a list of any length is judged by the database. */
import { deviceTypes } from "@nihol/contract/values/devices";
import { parametersOf, soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { json } from "@nihol/db/json";
import { measureOf } from "@nihol/store/readings/device-measures";
import { type Guidance, rangesFor } from "@nihol/store/readings/guidance-ranges";
import { measureNumber } from "@nihol/store/readings/reading-measures";
import { type RawBuilder, sql } from "kysely";

/** One row for each kind of device, soil (null without one) and measure; as a table expression without an alias. */
export function limitRows(guidance: Guidance): RawBuilder<unknown> {
  const limits = deviceTypes.flatMap((type) =>
    [null, ...soilTextures].flatMap((texture) =>
      parametersOf[type].map((parameter) => ({
        type,
        texture,
        measure: measureNumber(measureOf(parameter)),
        ...rangesFor(guidance, parameter, texture),
      })),
    ),
  );
  return sql`(select * from jsonb_to_recordset(${json(limits)}::jsonb) as x (type text, texture text, measure smallint,
    good_min float8, good_max float8, watch_min float8, watch_max float8, faulty_min float8, faulty_max float8))`;
}
