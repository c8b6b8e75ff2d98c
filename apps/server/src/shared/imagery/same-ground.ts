/** Ground that two periods saw alike: what changed in between is counted on it alone. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import { notSupersededIn } from "@nihol/store/trees/tree-period";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { seenWhere } from "./imagery-sums.ts";

/** Ground of one garden, or of a district outside gardens; 0 for none, as in the tallies. */
export interface Ground {
  region_id: number;
  district_id: number;
  garden_id: number;
}

/** So much of what either period saw of it must be what both saw: the edges of two images never fit to the metre. */
const sameShare = 0.95;

/**
 * The ground within the actor's scope that two periods saw alike. The later one begins on the day after the earlier
 * one ends, so that what it saw again is what was taken over by its end.
 */
export async function listSameGround(
  db: Db,
  actor: Actor,
  { now, before }: Record<"now" | "before", TreeFilter>,
): Promise<Ground[]> {
  const place = sql`s.region_id, s.district_id, s.garden_id`;
  const { rows } = await sql<Ground>`
    with now as (
      select ${place}, sum(s.area_m2) as seen from seen_area s
      where ${seenWhere(actor, now)} and ${notSupersededIn(now, "s.superseded_on")} group by 1, 2, 3
    ), before as (
      select ${place}, sum(s.area_m2) as seen,
        sum(s.area_m2) filter (where not ${notSupersededIn(now, "s.superseded_on")}) as again
      from seen_area s
      where ${seenWhere(actor, before)} and ${notSupersededIn(before, "s.superseded_on")} group by 1, 2, 3
    )
    select region_id, district_id, garden_id from now join before using (region_id, district_id, garden_id)
    where before.again > 0 and before.again >= ${sameShare} * greatest(now.seen, before.seen)`.execute(
    db,
  );
  return rows;
}

/** The condition that a row of a tally named `alias` lies on one of these grounds. */
export function isOnGround(grounds: readonly Ground[], alias: string): Expression<SqlBool> {
  const ids = (of: keyof Ground) => sql`${grounds.map((one) => one[of])}::int[]`;
  const column = (of: keyof Ground) => sql.ref(`${alias}.${of}`);
  return sql<SqlBool>`(${column("region_id")}, ${column("district_id")}, ${column("garden_id")}) in (
    select * from unnest(${ids("region_id")}, ${ids("district_id")}, ${ids("garden_id")}))`;
}
