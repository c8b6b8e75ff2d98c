/** A number that changes with the counted trees: what tiles and figures may be kept under. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

const key = "tree_version";

/** Raises the version in the transaction of the change. Last in it: others wait for the row. */
export async function bumpTreeVersion(trx: Db): Promise<void> {
  await sql`
    insert into installation (key, value) values (${key}, '1')
    on conflict (key) do update set value = to_jsonb((installation.value #>> '{}')::bigint + 1)`.execute(
    trx,
  );
}

/** The version now; 0 before the first tree. */
export async function findTreeVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom("installation")
    .where("key", "=", key)
    .select("value")
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
