/** Keeps tree_tally equal to the trees of whole images that count today or counted once. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { bumpTreeVersion } from "./tree-version.ts";

/**
 * Counts the trees of these whole images anew. Call it in the transaction that published,
 * unpublished, corrected or moved them; it raises the tree version too. Costs one index scan of the images' trees.
 */
export async function refreshTreeTally(trx: Db, wholeImageIds: readonly number[]): Promise<void> {
  if (wholeImageIds.length === 0) return;
  const ids = [...new Set(wholeImageIds)];
  await trx.deleteFrom("tree_tally").where("whole_image_id", "in", ids).execute();
  await sql`
    insert into tree_tally (whole_image_id, region_id, district_id, garden_id, captured_on,
      superseded_on, n, checked, green, not_green, unsure, area_m2, green_area_m2)
    select t.whole_image_id, coalesce(region_id, 0), coalesce(district_id, 0), coalesce(garden_id, 0),
      max(captured_on), coalesce(superseded_on, 'infinity') as until, count(*), count(f.n),
      count(*) filter (where green = 1), count(*) filter (where green = 0), count(*) filter (where green = 2),
      sum(area_m2), coalesce(sum(area_m2) filter (where green = 1), 0)
    from tree t left join fragment f on f.whole_image_id = t.whole_image_id and f.n = t.fragment and f.checked
    where t.whole_image_id = any(${ids}::int[]) and (current or superseded_on is not null)
    group by 1, 2, 3, 4, until`.execute(trx);
  await refreshChangeTally(trx, { images: ids });
  await bumpTreeVersion(trx);
}

/**
 * Adds a tree to the tally (1), or takes it out of it (-1), as its row is now: a correction costs the same however many
 * trees its image has. The caller raises the tree version.
 */
export async function addToTally(trx: Db, treeId: number, sign: 1 | -1): Promise<void> {
  const green = sql`(green = 1)::int`;
  await sql`
    insert into tree_tally as t (whole_image_id, region_id, district_id, garden_id, captured_on,
      superseded_on, n, checked, green, not_green, unsure, area_m2, green_area_m2)
    select whole_image_id, coalesce(region_id, 0), coalesce(district_id, 0), coalesce(garden_id, 0), captured_on,
      coalesce(superseded_on, 'infinity'), ${sign}::int, ${sign}::int * (exists (
        select from fragment f where f.whole_image_id = tree.whole_image_id and f.n = tree.fragment and f.checked
      ))::int, ${sign}::int * ${green}, ${sign}::int * (green = 0)::int,
      ${sign}::int * (green = 2)::int, ${sign}::int * area_m2::float8, ${sign}::int * ${green} * area_m2::float8
    from tree where id = ${treeId} and (current or superseded_on is not null)
    on conflict (whole_image_id, region_id, district_id, garden_id, superseded_on) do update set
      n = t.n + excluded.n, checked = t.checked + excluded.checked, green = t.green + excluded.green, not_green = t.not_green + excluded.not_green,
      unsure = t.unsure + excluded.unsure, area_m2 = t.area_m2 + excluded.area_m2,
      green_area_m2 = t.green_area_m2 + excluded.green_area_m2`.execute(trx);
  if (sign === -1)
    await sql`
      delete from tree_tally where n = 0
        and whole_image_id = (select whole_image_id from tree where id = ${treeId})`.execute(trx);
}

/** Adds up the changed trees of comparisons by their places anew: of one, or of all that are of these whole images. */
export async function refreshChangeTally(
  trx: Db,
  { images = [], comparison = null }: { images?: readonly number[]; comparison?: number | null },
): Promise<void> {
  const wanted = sql`select id from image_comparison where id = ${comparison}::int
    or before_id = any(${[...images]}::int[]) or after_id = any(${[...images]}::int[])`;
  await sql`delete from change_tally where comparison_id in (${wanted})`.execute(trx);
  await sql`
    insert into change_tally (comparison_id, region_id, district_id, garden_id, state, side, n, expected, variance)
    select c.comparison_id, coalesce(t.region_id, 0), coalesce(t.district_id, 0), coalesce(t.garden_id, 0),
      c.state, c.side, count(*), sum(c.chance::float8), sum(c.chance::float8 * (1 - c.chance))
    from tree_change c join tree t on t.id = c.tree_id
    where c.comparison_id in (${wanted}) group by 1, 2, 3, 4, 5, 6`.execute(trx);
}
