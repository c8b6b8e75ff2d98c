/** Limits that follow their parameter into another unit: of what is good, and of the rules of alerts. */
import { rangesSchema } from "@nihol/contract/sensors/sensor-guidance";
import { isRate } from "@nihol/contract/values/sensors/alerts";
import { type Conversion, inUnit } from "@nihol/contract/values/sensors/column-units";
import { limitNames } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

type Db = Kysely<Database>;

/** Converts the ranges as given and as changed; false where the API could not say the new ones. */
export async function convertRanges(db: Db, key: string, by: Conversion): Promise<boolean> {
  let isFitting = true;
  for (const table of ["parameter", "sensor_guidance"] as const) {
    const row = await db
      .selectFrom(table)
      .where("key", "=", key)
      .select(limitNames)
      .executeTakeFirst();
    if (!row) continue;
    const next = { ...row };
    for (const name of limitNames) {
      const limit = next[name];
      if (limit !== null) next[name] = inUnit(limit, by);
    }
    isFitting &&= rangesSchema.safeParse(next).success;
    await db.updateTable(table).set(next).where("key", "=", key).execute();
  }
  return isFitting;
}

export async function convertExample(db: Db, key: string, by: Conversion) {
  const row = await db.selectFrom("parameter").where("key", "=", key).select("example");
  const { example } = await row.executeTakeFirstOrThrow();
  const next = { example: inUnit(example, by) };
  await db.updateTable("parameter").set(next).where("key", "=", key).execute();
}

/** Converts limits of rules; of a change what is added to both ends falls out: 9 °F are 5 °C. */
export async function convertRules(db: Db, key: string, by: Conversion) {
  const rules = await db
    .selectFrom("alert_rule")
    .where("parameter", "=", key)
    .where("limit_value", "is not", null)
    .select(["id", "kind", "limit_value"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const { id, kind, limit_value } of rules) {
    if (limit_value === null) continue;
    const next = inUnit(limit_value, isRate(kind) ? { ...by, offset: 0 } : by);
    await db.updateTable("alert_rule").set({ limit_value: next }).where("id", "=", id).execute();
  }
}
