import type { Db } from "@nihol/db/connection";

/** Says whether any change of borders waits for the worker or is being done. */
export async function isAnyUpdating(db: Db): Promise<boolean> {
  const row = await db.selectFrom("territory_change").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
