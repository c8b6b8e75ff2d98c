/** What statistics and reports share: which gardens and territories are counted, and the green level of pictures. */
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Database } from "@nihol/db/tables";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "./actor.ts";
import { allOf } from "./tree-filter.ts";
import { gardenPlace } from "./tree-reach.ts";
import { visibleTo } from "./visible-to.ts";

/** A where clause over `garden as g`: those of the filter within reach. Gardens have no date. */
export function gardensWhere(actor: Actor, filter: TreeFilter) {
  const conditions: Expression<SqlBool>[] = [visibleTo(actor, gardenPlace)];
  if (filter.region) conditions.push(sql<SqlBool>`g.region_id = ${filter.region}`);
  if (filter.district) conditions.push(sql<SqlBool>`g.district_id = ${filter.district}`);
  if (filter.garden) conditions.push(sql<SqlBool>`g.id = ${filter.garden}`);
  return allOf(conditions);
}

/** How `region as r` is placed; `r.none` is null. */
export const regionPlace = { region: "r.id", district: "r.none" };

/** A where clause over `region as r`: a region is seen by whoever reaches any part of it. */
export const regionVisible = (actor: Actor) => sql<SqlBool>`(
  ${visibleTo(actor, regionPlace)}
  or exists (select 1 from district d where d.region_id = r.id
    and ${visibleTo(actor, { region: "d.region_id", district: "d.id" })}))`;

/**
 * Area in square metres of what the filter and the reach hold; null where a border is missing. The whole
 * country is the sum of its regions; for a person of districts, the sum of theirs.
 */
export async function sumTerritory(db: Kysely<Database>, actor: Actor, filter: TreeFilter) {
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
      else (select sum(area_m2) from (select area_m2 from whole
        union all select area_m2 from d where region_id not in (select id from whole)) parts)
      end as area`.execute(db);
  return rows[0]?.area ?? null;
}

/** The green level of one picture, and over how many square metres it was measured. */
export interface ImageGreen {
  id: number;
  green_level: number;
  green_index: string;
  coverage_m2: number;
}

/** The green levels of those pictures that have one, by id. */
export async function listImageGreen(
  db: Kysely<Database>,
  wholeImageIds: readonly number[],
): Promise<Map<number, ImageGreen>> {
  if (wholeImageIds.length === 0) return new Map();
  const { rows } = await sql<ImageGreen>`
    select id, green_level, green_index, coverage_m2 from whole_image
    where id = any(${[...new Set(wholeImageIds)]}::int[])
      and green_level is not null and green_index is not null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The share of vegetation apart from trees (0 to 1) in the pictures that the counted trees stand in, weighted by
 * covered area. Shares by different indices do not add up: the one that covers most is taken, and named.
 */
export function combineGreen(images: readonly ImageGreen[]) {
  const sums = new Map<string, { weight: number; level: number }>();
  for (const { green_level, green_index, coverage_m2 } of images) {
    const { weight, level } = sums.get(green_index) ?? { weight: 0, level: 0 };
    sums.set(green_index, {
      weight: weight + coverage_m2,
      level: level + green_level * coverage_m2,
    });
  }
  const [most] = [...sums].sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1));
  return most && most[1].weight > 0
    ? { level: most[1].level / most[1].weight, index: most[0] }
    : undefined;
}

/** Per cent of a whole, at most 100; null when the whole is not known. */
export const percentOf = (part: number, whole: number | null) =>
  whole && whole > 0 ? Math.min(100, (part / whole) * 100) : null;
