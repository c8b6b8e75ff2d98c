import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

/** Whether any change of borders waits for the worker or is being done. */
export async function isAnyUpdating(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom("territory_change").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
