/** SQL that statistics and reports share: which gardens and territories count, and by what figures are parted. */

import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import { gardenPlace } from "@nihol/policies/sees";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { allOf } from "../rows/all-of.ts";

/** A where clause over `garden as g`: those of the filter within the actor's scope. Gardens have no date. */
function gardensWhere(actor: Actor, filter: TreeFilter) {
  return allOf([visibleTo(actor, gardenPlace), ...inPlace(filter, gardenColumns)]);
}

/** Gardens by their numbers, where a filter of trees names one at most. */
export interface GardenChoice {
  gardens?: readonly number[];
}

/** Columns that place `garden as g`, for `inPlace`. */
export const gardenColumns = { region: "g.region_id", district: "g.district_id", garden: "g.id" };

/** The conditions that a row lies in the filter's territory and gardens, by the columns that say where it lies. */
export function inPlace(
  { region, district, garden, gardens }: TreeFilter & GardenChoice,
  columns: Record<"region" | "district" | "garden", string>,
): Expression<SqlBool>[] {
  const is = (column: keyof typeof columns, value: Expression<unknown>) =>
    sql<SqlBool>`${sql.ref(columns[column])} = ${value}`;
  return [
    ...(region ? [is("region", sql`${region}`)] : []),
    ...(district ? [is("district", sql`${district}`)] : []),
    ...(garden ? [is("garden", sql`${garden}`)] : []),
    ...(gardens ? [is("garden", sql`any(${gardens}::int[])`)] : []),
  ];
}

/** Columns that place `region as r`; `r.none` is null. */
const regionPlace = { region: "r.id", district: "r.none" };

/** A where clause over `region as r`: a region is visible when any part of it lies within the actor's scope. */
export const regionVisible = (actor: Actor) => sql<SqlBool>`(
  ${visibleTo(actor, regionPlace)}
  or exists (select 1 from district d where d.region_id = r.id
    and ${visibleTo(actor, { region: "d.region_id", district: "d.id" })}))`;

export type TerritoryKind = "region" | "district";

/** The number under which figures stand of what lies outside all regions; 0: in none of the kind. */
export const outsideRegions = -1;

/**
 * By what figures are parted: the region or district of a row of `alias`, 0 for none, `outsideRegions` for what
 * is no part of the country. That is the one rule of national figures: what lies in no region is outside,
 * unless the filter asks for a territory, the place of the row is not known (`isPlaced`), or no region has a
 * border yet, so that it is unknown.
 */
export function territoryOf(
  alias: string,
  kind: TerritoryKind,
  filter: TreeFilter,
  isPlaced: Expression<SqlBool> = sql<SqlBool>`true`,
): Expression<number> {
  const own = sql<number>`coalesce(${sql.ref(`${alias}.${kind}_id`)}, 0)`;
  if (filter.region || filter.district || filter.garden) return own;
  return sql<number>`case
    when coalesce(${sql.ref(`${alias}.region_id`)}, 0) = 0 and ${isPlaced}
      and exists (select from region where boundary is not null) then ${sql.lit(outsideRegions)}
    else ${own} end`;
}

/** The area of `region as r` within the actor's scope: its own, or of the districts that a person of districts has there. */
export const regionArea = (actor: Actor) => sql<number | null>`coalesce(
  case when ${visibleTo(actor, regionPlace)} then r.area_m2 end,
  (select sum(d.area_m2) from district d where d.region_id = r.id
    and ${visibleTo(actor, { region: "d.region_id", district: "d.id" })}))`;

export interface GardenSums {
  territory_id: number;
  count: number;
  area_m2: number;
}

/** The gardens of the filter within the actor's scope, by territory. */
export async function sumGardens(db: Db, actor: Actor, kind: TerritoryKind, filter: TreeFilter) {
  const territory = territoryOf("g", kind, filter, sql<SqlBool>`g.boundary is not null`);
  const { rows } = await sql<GardenSums>`
    select ${territory} as territory_id, count(*)::int as count, coalesce(sum(g.area_m2), 0) as area_m2
    from garden g where ${gardensWhere(actor, filter)} group by 1`.execute(db);
  return rows;
}

/**
 * Area in square metres of what lies within the filter and the scope; null where a border is missing. The whole
 * country is the sum of its regions; for a person of districts, the sum of theirs.
 */
export async function sumTerritory(db: Db, actor: Actor, filter: TreeFilter) {
  const { rows } = await sql<{ area: number | null }>`
    with d as (select * from district d where ${visibleTo(actor, { region: "d.region_id", district: "d.id" })}),
    r as (select r.*, null::int as none from region r),
    whole as (select r.* from r where ${visibleTo(actor, regionPlace)})
    select case
      when ${filter.garden ?? null}::int is not null
        then (select area_m2 from garden g where g.id = ${filter.garden ?? null}::int and ${visibleTo(actor, gardenPlace)})
      when ${filter.district ?? null}::int is not null
        then (select area_m2 from d where id = ${filter.district ?? null}::int)
      when ${filter.region ?? null}::int is not null
        then coalesce((select area_m2 from whole where id = ${filter.region ?? null}::int),
          (select sum(area_m2) from d where region_id = ${filter.region ?? null}::int))
      else (select case when bool_and(area_m2 is not null) then sum(area_m2) end from (select area_m2 from whole
        union all select area_m2 from d where region_id not in (select id from whole)) parts)
      end as area`.execute(db);
  return rows[0]?.area ?? null;
}
