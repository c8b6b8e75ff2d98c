/**
 * The count pyramid `tree_cell`: exact sums of the current trees per cell of levels 4 to 18, kept by
 * adding what changes. A change is summed on the finest level first and the others are made from it.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

export const PYRAMID_LEVELS = { from: 4, to: 18 } as const;

// One number for all that changes which trees count: publishing two overlapping pictures at once
// would let both take the other for absent.
const TREES_LOCK = 7_141_953_227;

/** Waits until no other transaction changes which trees are counted; held until this one ends. */
export async function lockTrees(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREES_LOCK})`.execute(trx);
}

/**
 * SQL that adds rows to the pyramid. `source` is the name of a CTE with the columns sign, zc,
 * region_id, district_id, garden_id, captured_on, green, area_m2.
 */
function addToCells(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to } = PYRAMID_LEVELS;
  return sql`
    finest as (
      select zc >> ${2 * (31 - to)} as cell, coalesce(region_id, 0) as region_id,
        coalesce(district_id, 0) as district_id, coalesce(garden_id, 0) as garden_id, captured_on,
        sum(sign) as n, coalesce(sum(sign) filter (where green = 1), 0) as green,
        coalesce(sum(sign) filter (where green = 0), 0) as not_green,
        coalesce(sum(sign) filter (where green = 2), 0) as unsure,
        sum(sign * area_m2::float8) as area_m2
      from ${source} group by 1, 2, 3, 4, 5
    )
    insert into tree_cell as t (level, cell, region_id, district_id, garden_id, captured_on,
      n, green, not_green, unsure, area_m2)
    select level, cell >> (2 * (${to}::int - level)), region_id, district_id, garden_id, captured_on,
      sum(n), sum(green), sum(not_green), sum(unsure), sum(area_m2)
    from finest cross join generate_series(${from}::int, ${to}::int) as level
    group by 1, 2, 3, 4, 5, 6
    -- in the order of the key, so that two transactions never wait for each other crosswise
    order by 1, 2, 5, 4, 3, 6
    on conflict (level, cell, garden_id, district_id, region_id, captured_on) do update set
      n = t.n + excluded.n, green = t.green + excluded.green,
      not_green = t.not_green + excluded.not_green, unsure = t.unsure + excluded.unsure,
      area_m2 = t.area_m2 + excluded.area_m2`;
}

/** Makes trees count, or not, with the pyramid. Trees that do already are left alone. */
export async function setCurrent(
  trx: Kysely<Database>,
  treeIds: readonly (number | string)[],
  current: boolean,
): Promise<void> {
  if (treeIds.length === 0) return;
  await sql`
    with changed as (
      update tree set current = ${current}
      where id = any(${treeIds}::bigint[]) and current <> ${current}
      returning ${current ? 1 : -1}::int as sign, zc, region_id, district_id, garden_id,
        captured_on, green, area_m2
    ), ${addToCells(sql`changed`)}`.execute(trx);
}

/** A tree's new place. */
export interface Move {
  id: number | string;
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

/** Gives trees another garden, district and region, with the pyramid. */
export async function moveTrees(trx: Kysely<Database>, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  // `before` reads the state at the start of the statement, whatever `changed` has done already.
  await sql`
    with wanted as (
      select * from unnest(${moves.map(({ id }) => id)}::bigint[],
        ${moves.map((move) => move.garden_id)}::int[], ${moves.map((move) => move.district_id)}::int[],
        ${moves.map((move) => move.region_id)}::int[]) as w (id, garden_id, district_id, region_id)
    ), before as (
      select t.* from tree t join wanted using (id) where t.current
    ), changed as (
      update tree t set garden_id = w.garden_id, district_id = w.district_id, region_id = w.region_id
      from wanted w where t.id = w.id
      returning t.*
    ), delta as (
      select -1 as sign, zc, region_id, district_id, garden_id, captured_on, green, area_m2 from before
      union all
      select 1, zc, region_id, district_id, garden_id, captured_on, green, area_m2
      from changed where current
    ), ${addToCells(sql`delta`)}`.execute(trx);
}

/** Takes away the cells that have become empty between two Morton codes. Call it after the changes. */
export async function sweepCells(
  trx: Kysely<Database>,
  ranges: readonly (readonly [bigint, bigint])[],
): Promise<void> {
  if (ranges.length === 0) return;
  await sql`
    delete from tree_cell c using
      unnest(${ranges.map(([from]) => String(from))}::bigint[],
        ${ranges.map(([, to]) => String(to))}::bigint[]) as r (first, last),
      generate_series(${PYRAMID_LEVELS.from}::int, ${PYRAMID_LEVELS.to}::int) as l (level)
    where c.level = l.level and c.n = 0
      and c.cell between r.first >> (2 * (31 - l.level)) and r.last >> (2 * (31 - l.level))`.execute(
    trx,
  );
}

/** Builds the pyramid anew from the trees; for repairs. 10 million trees take a minute or two. */
export async function rebuildPyramid(trx: Kysely<Database>): Promise<void> {
  await lockTrees(trx);
  await sql`delete from tree_cell`.execute(trx);
  await sql`
    with counted as (
      select 1 as sign, zc, region_id, district_id, garden_id, captured_on, green, area_m2
      from tree where current
    ), ${addToCells(sql`counted`)}`.execute(trx);
}

/**
 * Compares the pyramid with a recount of the trees.
 * @returns how many cells differ (areas: by more than a millionth); 0 when it is exact.
 */
export async function recountPyramid(db: Kysely<Database>): Promise<number> {
  const { from, to } = PYRAMID_LEVELS;
  const { rows } = await sql<{ differing: number }>`
    with counted as (
      select level::smallint as level, zc >> (2 * (31 - level)) as cell,
        coalesce(region_id, 0) as region_id, coalesce(district_id, 0) as district_id,
        coalesce(garden_id, 0) as garden_id, captured_on, count(*)::int as n,
        (count(*) filter (where green = 1))::int as green,
        (count(*) filter (where green = 0))::int as not_green,
        (count(*) filter (where green = 2))::int as unsure, sum(area_m2::float8) as area_m2
      from tree cross join generate_series(${from}::int, ${to}::int) as level
      where current group by 1, 2, 3, 4, 5, 6
    )
    select count(*)::int as differing
    from tree_cell c full join counted e
      using (level, cell, region_id, district_id, garden_id, captured_on)
    where (c.n, c.green, c.not_green, c.unsure) is distinct from (e.n, e.green, e.not_green, e.unsure)
      or abs(c.area_m2 - e.area_m2) > 1e-6 * (1 + e.area_m2)`.execute(db);
  return rows[0]?.differing ?? 0;
}
