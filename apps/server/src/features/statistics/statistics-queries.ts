/** The territories that figures are given of. What lies in them is summed in shared/imagery/imagery-sums.ts. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { allOf } from "../../shared/rows/all-of.ts";
import { regionArea, regionVisible } from "../../shared/territory/territory-sql.ts";

interface TerritoryRow {
  id: number;
  name: Record<string, string>;
  area_m2: number | null;
}

/** Regions within the actor's scope, in the order of their codes. */
export async function listRegions(db: Db, actor: Actor) {
  const { rows } = await sql<TerritoryRow>`
    select r.id, r.name, ${regionArea(actor)} as area_m2
    from (select *, null::int as none from region) r
    where ${regionVisible(actor)} order by r.code, r.id`.execute(db);
  return rows;
}

/** Districts within the actor's scope of the region that is asked for, or the one district. */
export async function listDistricts(db: Db, actor: Actor, { region, district }: TreeFilter) {
  const where = allOf([
    visibleTo(actor, { region: "d.region_id", district: "d.id" }),
    ...(region ? [sql<SqlBool>`d.region_id = ${region}`] : []),
    ...(district ? [sql<SqlBool>`d.id = ${district}`] : []),
  ]);
  const { rows } = await sql<TerritoryRow>`
    select d.id, d.name, d.area_m2 from district d where ${where} order by d.code, d.id`.execute(
    db,
  );
  return rows;
}
