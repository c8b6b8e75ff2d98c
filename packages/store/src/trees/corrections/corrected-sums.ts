/** Refreshes the counts of an image's trees besides the tally: of its fragments, its own row and its process, and its range. */

import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { refreshRange } from "../count-check.ts";
import { doubtOf } from "../doubt.ts";
import { bumpTreeVersion } from "../tree-version.ts";

type Trx = Db;

/** A tree before and after. */
export interface TreeStep {
  before: TreeState | null;
  after: TreeState | null;
}

/** To be called last in the transaction that corrected these trees of an image. */
export async function refreshCorrected(
  trx: Trx,
  image: number,
  steps: readonly TreeStep[],
): Promise<void> {
  await countFragments(
    trx,
    image,
    steps.flatMap(({ before, after }) => [before, after].flatMap((state) => state?.fragment ?? [])),
  );
  const more = (of: (state: TreeState) => number) =>
    steps.reduce(
      (sum, { before, after }) => sum + (after ? of(after) : 0) - (before ? of(before) : 0),
      0,
    );
  const trees = more(() => 1);
  const green = more((state) => (state.green === "green" ? 1 : 0));
  await sql`
    with shown as (
      update whole_image set tree_count = tree_count + ${trees}, green_count = green_count + ${green}
      where id = ${image} returning process_id
    )
    update imagery_process p set tree_count = p.tree_count + ${trees}, updated_at = now() from shown s
    where p.id = s.process_id`.execute(trx);
  await refreshRange(trx, image);
  await bumpTreeVersion(trx);
}

/** A fragment that was looked through is "corrected" while a correction of its trees stands. */
const reviewNow = (image: number) => sql`
  case when f.review in ('accepted', 'corrected') then case when exists (
    select from tree_correction c where c.whole_image_id = ${image} and c.fragment = f.n
      and c.undone_at is null and c.action <> 'accept') then 'corrected' else 'accepted' end
  else f.review end`;

/** Counts them anew. Their neighbours show the same trees at their edges: the images of all of them are drawn anew. */
export async function countFragments(
  trx: Trx,
  image: number,
  fragments: readonly number[],
): Promise<void> {
  const changed = [...new Set(fragments)];
  await sql`
    update fragment f set tree_count = c.trees, green_count = c.green, doubt = c.doubt, review = ${reviewNow(image)}
    from (
      select n, count(t.id)::int as trees, (count(t.id) filter (where t.green = 1))::int as green,
        ${doubtOf} as doubt
      from unnest(${changed}::int[]) as n left join tree t on t.whole_image_id = ${image} and t.fragment = n
      group by n
    ) c
    where f.whole_image_id = ${image} and f.n = c.n`.execute(trx);
  await sql`
    update fragment f set version = f.version + 1
    from fragment o where o.whole_image_id = ${image} and o.n = any(${changed}::int[])
      and f.whole_image_id = ${image} and abs(f.fx - o.fx) <= 1 and abs(f.fy - o.fy) <= 1`.execute(
    trx,
  );
}
