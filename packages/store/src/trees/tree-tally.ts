/** Keeps tree_tally equal to the trees of whole images that count today or counted once. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { bumpTreeVersion } from "./tree-version.ts";

/**
 * Counts the trees of these whole images anew. Call it in the transaction that published,
 * unpublished, corrected or moved them; it raises the tree version too. Costs one index scan of the images' trees.
 */
export async function refreshTreeTally(
  trx: Kysely<Database>,
  wholeImageIds: readonly number[],
): Promise<void> {
  if (wholeImageIds.length === 0) return;
  const ids = [...new Set(wholeImageIds)];
  await trx.deleteFrom("tree_tally").where("whole_image_id", "in", ids).execute();
  await sql`
    insert into tree_tally (whole_image_id, region_id, district_id, garden_id, captured_on,
      superseded_on, n, green, not_green, unsure, area_m2, green_area_m2)
    select whole_image_id, coalesce(region_id, 0), coalesce(district_id, 0), coalesce(garden_id, 0),
      max(captured_on), coalesce(superseded_on, 'infinity') as until, count(*), count(*) filter (where green = 1),
      count(*) filter (where green = 0), count(*) filter (where green = 2),
      sum(area_m2), coalesce(sum(area_m2) filter (where green = 1), 0)
    from tree where whole_image_id = any(${ids}::int[]) and (current or superseded_on is not null)
    group by 1, 2, 3, 4, until`.execute(trx);
  await bumpTreeVersion(trx);
}
