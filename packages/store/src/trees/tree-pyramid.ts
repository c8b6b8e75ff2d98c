/**
 * The count pyramid: exact sums of trees per cell of levels 4 to 18, kept by adding what changes. A change
 * is summed on the finest level first and the others are made from it. Current trees are in `tree_cell`,
 * superseded ones in `tree_cell_past`, apart by the day until which they counted.
 */

import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";

export const PYRAMID_LEVELS = { from: 4, to: 18 } as const;

/** Until which day a tree counts (exclusive): a date, `current` for ever, null not at all. */
export type CountedUntil = string | null;

/** Day until which a tree counts that no newer image covers; as PostgreSQL writes it. */
export const current = "infinity";

// Lock number of all that changes which trees count: publishing two overlapping images at once would let both take
// the other for absent.
const TREES_LOCK = 7_141_953_227;

/** Waits until no other transaction changes which trees are counted; held until this one ends. */
export async function lockTrees(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREES_LOCK})`.execute(trx);
}

/** Trees of `tree` that count today or counted once, with the day until which they do. */
const counts = sql`(current or superseded_on is not null)`;
const untilColumn = sql`coalesce(superseded_on, 'infinity') as superseded_on`;
const treeColumns = sql`zc, region_id, district_id, garden_id, captured_on, ${untilColumn}, green, area_m2`;
const key = sql`level, cell, garden_id, district_id, region_id, captured_on`;
const sums = sql`n, green, not_green, unsure, area_m2`;

/** SQL that adds to a cell that is there already. */
const add = sql`update set
  n = t.n + excluded.n, green = t.green + excluded.green,
  not_green = t.not_green + excluded.not_green, unsure = t.unsure + excluded.unsure,
  area_m2 = t.area_m2 + excluded.area_m2`;

/**
 * SQL that adds rows to the pyramid. `source` is the name of a CTE with the columns sign, zc,
 * region_id, district_id, garden_id, captured_on, superseded_on, green, area_m2.
 */
function addToCells(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to } = PYRAMID_LEVELS;
  // Cells are written in the order of the key, so that two transactions never wait for each other crosswise.
  return sql`
    finest as (
      select zc >> ${2 * (31 - to)} as cell, coalesce(region_id, 0) as region_id,
        coalesce(district_id, 0) as district_id, coalesce(garden_id, 0) as garden_id, captured_on,
        superseded_on, sum(sign) as n, coalesce(sum(sign) filter (where green = 1), 0) as green,
        coalesce(sum(sign) filter (where green = 0), 0) as not_green,
        coalesce(sum(sign) filter (where green = 2), 0) as unsure,
        sum(sign * area_m2::float8) as area_m2
      from ${source} group by 1, 2, 3, 4, 5, 6
    ), cells as (
      select level, cell >> (2 * (${to}::int - level)) as cell, region_id, district_id, garden_id,
        captured_on, superseded_on, sum(n) as n, sum(green) as green, sum(not_green) as not_green,
        sum(unsure) as unsure, sum(area_m2) as area_m2
      from finest cross join generate_series(${from}::int, ${to}::int) as level
      group by 1, 2, 3, 4, 5, 6, 7
    ), past as (
      insert into tree_cell_past as t (${key}, superseded_on, ${sums})
      select ${key}, superseded_on, ${sums} from cells
      where superseded_on < 'infinity' order by ${key}, superseded_on
      on conflict (${key}, superseded_on) do ${add}
    )
    insert into tree_cell as t (${key}, ${sums})
    select ${key}, ${sums} from cells where superseded_on = 'infinity' order by ${key}
    on conflict (${key}) do ${add}`;
}

/** Until when a tree is to count from now on. */
interface Validity {
  id: number | string;
  until: CountedUntil;
}

/** Changes until when trees count, with the pyramid. */
export async function setCountedUntil(trx: Db, changes: readonly Validity[]): Promise<void> {
  if (changes.length === 0) return;
  // `before` reads the state at the start of the statement, whatever `changed` has done already.
  await sql`
    with wanted as (
      select * from unnest(${changes.map(({ id }) => id)}::bigint[],
        ${changes.map(({ until }) => until)}::date[]) as w (id, until)
    ), before as (
      select ${treeColumns} from tree join wanted using (id) where ${counts}
    ), changed as (
      update tree t set current = coalesce(w.until = 'infinity', false),
        superseded_on = nullif(w.until, 'infinity')
      from wanted w where t.id = w.id
      returning t.*
    ), delta as (
      select -1 as sign, * from before
      union all
      select 1, ${treeColumns} from changed where ${counts}
    ), ${addToCells(sql`delta`)}`.execute(trx);
}

/** A tree's new place. */
export interface Move {
  id: number | string;
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
}

/** Gives trees another garden, district and region, with the pyramid. */
export async function moveTrees(trx: Db, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    with wanted as (
      select * from unnest(${moves.map(({ id }) => id)}::bigint[],
        ${moves.map((move) => move.garden_id)}::int[], ${moves.map((move) => move.district_id)}::int[],
        ${moves.map((move) => move.region_id)}::int[]) as w (id, garden_id, district_id, region_id)
    ), before as (
      select ${treeColumns} from tree where id in (select id from wanted) and ${counts}
    ), changed as (
      update tree t set garden_id = w.garden_id, district_id = w.district_id, region_id = w.region_id
      from wanted w where t.id = w.id
      returning t.*
    ), delta as (
      select -1 as sign, * from before
      union all
      select 1, ${treeColumns} from changed where ${counts}
    ), ${addToCells(sql`delta`)}`.execute(trx);
}

/**
 * Gives trees another green state (0 not green, 1 green, 2 unsure), with the pyramid; the tally is the caller's.
 * @param which a condition over rows of `tree`
 */
export async function changeGreen(
  trx: Db,
  which: RawBuilder<unknown>,
  { green, leafless }: { green: 0 | 1 | 2; leafless: boolean },
): Promise<void> {
  await sql`
    with before as (
      select ${treeColumns} from tree where ${which} and ${counts}
    ), changed as (
      update tree set green = ${green}, leafless = ${leafless} where ${which}
      returning *
    ), delta as (
      select -1 as sign, * from before
      union all
      select 1, ${treeColumns} from changed where ${counts}
    ), ${addToCells(sql`delta`)}`.execute(trx);
}

/** Deletes the cells that have become empty between two Morton codes. Call it after the changes. */
export async function deleteEmptyCells(
  trx: Db,
  ranges: readonly (readonly [bigint, bigint])[],
): Promise<void> {
  if (ranges.length === 0) return;
  for (const table of ["tree_cell", "tree_cell_past"])
    await sql`
      delete from ${sql.table(table)} c using
        unnest(${ranges.map(([from]) => String(from))}::bigint[],
          ${ranges.map(([, to]) => String(to))}::bigint[]) as r (first, last),
        generate_series(${PYRAMID_LEVELS.from}::int, ${PYRAMID_LEVELS.to}::int) as l (level)
      where c.level = l.level and c.n = 0
        and c.cell between r.first >> (2 * (31 - l.level)) and r.last >> (2 * (31 - l.level))`.execute(
      trx,
    );
}

/** Builds the pyramid anew from the trees; for repairs. 10 million trees take a minute or two. */
export async function rebuildPyramid(trx: Db): Promise<void> {
  await lockTrees(trx);
  await sql`delete from tree_cell`.execute(trx);
  await sql`delete from tree_cell_past`.execute(trx);
  await sql`
    with counted as (
      select 1 as sign, ${treeColumns} from tree where ${counts}
    ), ${addToCells(sql`counted`)}`.execute(trx);
}

/**
 * Compares the pyramid with a recount of the trees.
 * @returns how many cells differ (areas: by more than a millionth); 0 when it is exact.
 */
export async function recountPyramid(db: Db): Promise<number> {
  const { from, to } = PYRAMID_LEVELS;
  const { rows } = await sql<{ differing: number }>`
    with counted as (
      select level::smallint as level, zc >> (2 * (31 - level)) as cell,
        coalesce(region_id, 0) as region_id, coalesce(district_id, 0) as district_id,
        coalesce(garden_id, 0) as garden_id, captured_on, ${untilColumn}, count(*)::int as n,
        (count(*) filter (where green = 1))::int as green,
        (count(*) filter (where green = 0))::int as not_green,
        (count(*) filter (where green = 2))::int as unsure, sum(area_m2::float8) as area_m2
      from tree cross join generate_series(${from}::int, ${to}::int) as level
      where ${counts} group by 1, 2, 3, 4, 5, 6, 7
    ), kept as (
      select ${key}, date 'infinity' as superseded_on, ${sums} from tree_cell
      union all
      select ${key}, superseded_on, ${sums} from tree_cell_past
    )
    select count(*)::int as differing
    from kept c full join counted e
      using (level, cell, region_id, district_id, garden_id, captured_on, superseded_on)
    where (c.n, c.green, c.not_green, c.unsure) is distinct from (e.n, e.green, e.not_green, e.unsure)
      or abs(c.area_m2 - e.area_m2) > 1e-6 * (1 + e.area_m2)`.execute(db);
  return rows[0]?.differing ?? 0;
}
