/** Parameters as they are listed: names, units and decimals. */
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

/** Every parameter, by kind of device and in the order in which it came. Units as each language writes them. */
export const listParameters = (db: Kysely<Database>): Promise<ParameterRow[]> =>
  db
    .selectFrom("parameter")
    .select(["key", "device_type", "name", "unit", "unit_name", "decimals", "optional"])
    .orderBy("device_type")
    .orderBy("id")
    .execute();
