/** The ranges in force as rows of SQL, so that a list of any length is judged by the database. */
import { soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { json } from "@nihol/db/json";
import { type Parameters, rangesFor } from "@nihol/store/readings/parameters";
import { type RawBuilder, sql } from "kysely";

/** Rows for each parameter and soil (null without one), with the kinds of its devices: a table expression without an alias. */
export function limitRows(parameters: Parameters): RawBuilder<unknown> {
  const limits = [null, ...soilTextures].flatMap((texture) =>
    parameters.list.map(({ key }) => ({ texture, key, ...rangesFor(parameters, key, texture) })),
  );
  return sql`(select p.id as parameter, p.device_types, x.* from jsonb_to_recordset(${json(limits)}::jsonb) as x (key text, texture text,
    good_min float8, good_max float8, watch_min float8, watch_max float8, faulty_min float8, faulty_max float8)
    join parameter p on p.key = x.key)`;
}
