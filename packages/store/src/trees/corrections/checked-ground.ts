/** Fragments that a person has looked over whole: their trees are exact, the range is of the rest (decision 55). */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { refreshRange } from "../count-check.ts";
import { bumpTreeVersion } from "../tree-version.ts";

type Trx = Db;

/**
 * Marks a fragment as looked over whole, or no longer: the tally, the image and the range follow. To be called after
 * `lockForCorrection`, with the fragment's review already written.
 * @returns whether anything changed
 */
export async function setChecked(
  trx: Trx,
  image: number,
  fragment: number,
  checked: boolean,
): Promise<boolean> {
  const changed = await trx
    .updateTable("fragment")
    .set({ checked })
    .where("whole_image_id", "=", image)
    .where("n", "=", fragment)
    .where("checked", "<>", checked)
    .where("status", "=", "done")
    .returning("n")
    .executeTakeFirst();
  if (!changed) return false;
  await sql`
    update tree_tally s set checked = s.checked + ${checked ? 1 : -1}::int * c.n
    from (
      select coalesce(region_id, 0) as region_id, coalesce(district_id, 0) as district_id,
        coalesce(garden_id, 0) as garden_id, coalesce(superseded_on, 'infinity') as superseded_on, count(*)::int as n
      from tree where whole_image_id = ${image} and fragment = ${fragment} and (current or superseded_on is not null)
      group by 1, 2, 3, 4
    ) c
    where s.whole_image_id = ${image} and s.region_id = c.region_id and s.district_id = c.district_id
      and s.garden_id = c.garden_id and s.superseded_on = c.superseded_on`.execute(trx);
  await refreshCheckedGround(trx, image);
  await refreshRange(trx, image);
  await bumpTreeVersion(trx);
  return true;
}

/** The share of an image's fragments that are checked, counted anew. */
export async function refreshCheckedGround(trx: Trx, image: number): Promise<void> {
  await sql`
    update whole_image set checked_ground = coalesce(
      (select avg(checked::int)::float8 from fragment where whole_image_id = ${image}), 0)
    where id = ${image}`.execute(trx);
}
