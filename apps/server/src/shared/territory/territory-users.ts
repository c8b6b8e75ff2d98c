/** Names what keeps a region or a district from being deleted. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { Problem } from "../../http/problem.ts";

/** @throws {Problem} 409 `in_use` with what lies in the place, kind by kind */
export async function requireUnused(
  db: Db,
  table: "region" | "district",
  id: number,
): Promise<void> {
  const column = sql.ref(`${table}_id`);
  const { rows } = await sql<Record<"districts" | "gardens" | "devices" | "people", number>>`
    select ${table === "region" ? sql`(select count(*)::int from district where region_id = ${id})` : sql`0`} as districts,
      (select count(*)::int from garden where ${column} = ${id}) as gardens,
      (select count(*)::int from device where ${column} = ${id}) as devices,
      (select count(distinct user_id)::int from user_territory where ${column} = ${id}) as people`.execute(
    db,
  );
  const [used] = rows;
  if (used && Object.values(used).some((count) => count > 0))
    throw new Problem(409, "in_use", used, {}, `${table}_in_use`);
}
