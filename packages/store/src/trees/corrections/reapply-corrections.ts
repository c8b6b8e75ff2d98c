/** After a new run of an image: what people corrected is so again, under the same numbers (decision 47). */

import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { type CountedImage, findImage } from "../counted-image.ts";
import { mortonCover } from "../morton-cover.ts";
import { holdTerritory } from "../territory-lock.ts";
import { lockTrees } from "../tree-pyramid.ts";
import { endConflicts, writeConflicts } from "./conflict-rows.ts";
import { findCorrectable } from "./correct-tree.ts";
import { countFragments } from "./corrected-sums.ts";
import { type FoundTree, findConflicts, type LeftTree } from "./find-conflicts.ts";
import { type Corrected, matchDetections } from "./match-detections.ts";
import { stateColumns, stateOf } from "./tree-state.ts";
import { writeTree } from "./write-tree.ts";

type Trx = Db;

/** The last standing correction of each tree that is not in the table as it says: all of them after a new run. */
async function listStanding(trx: Trx, image: number): Promise<LeftTree[]> {
  const { rows } = await sql<LeftTree>`
    with last as (
      select distinct on (tree_id) id, tree_id, after, newest_tree_id from tree_correction
      where whole_image_id = ${image} and undone_at is null order by tree_id, id desc
    ), first as (
      select distinct on (tree_id) tree_id, before from tree_correction
      where whole_image_id = ${image} order by tree_id, id
    )
    select l.tree_id::int8 as tree, l.id as correction, f.before as detected, l.after, l.newest_tree_id as newest
    from last l join first f using (tree_id)
    where not exists (select from tree t where t.id = l.tree_id) order by l.tree_id`.execute(trx);
  return rows.map((row) => ({
    ...row,
    tree: Number(row.tree),
    correction: Number(row.correction),
    newest: Number(row.newest),
  }));
}

/** The ground around a tree within which a run may find it again: twice its radius, and two metres. */
function groundAround({ lon, lat, area_m2 }: TreeState): Bbox {
  const radius = 2 * Math.sqrt(area_m2 / Math.PI) + 2;
  const north = radius / METERS_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [lon - east, lat - north, lon + east, lat + north];
}

/** Trees as the run left them around some places. */
async function listDetected(trx: Trx, image: number, states: TreeState[]): Promise<FoundTree[]> {
  const ranges = states.flatMap((state) => mortonCover(groundAround(state)));
  if (ranges.length === 0) return [];
  const rows = await trx
    .selectFrom("tree")
    .where(
      "id",
      "in",
      sql<number>`(select t.id from unnest(${ranges.map(([first]) => String(first))}::bigint[],
        ${ranges.map(([, last]) => String(last))}::bigint[]) as r (first, last)
        join tree t on t.whole_image_id = ${image} and t.zc between r.first and r.last)`,
    )
    .where("review", "=", 0)
    .select([...stateColumns, "id"])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: Number(row.id), state: stateOf(row) }));
}

const stateIn = (state: TreeState | null) => (state ? [state] : []);
const statesOf = ({ detected, after }: LeftTree) => [...stateIn(detected), ...stateIn(after)];

const correctedOf = (standing: LeftTree): Corrected => ({
  tree: standing.tree,
  boxes: statesOf(standing).map(({ box }) => box),
  newestTree: standing.newest,
});

/**
 * To be called before an image is published, while its trees are as a run left them; doing it twice is fine. A detection
 * at the place of a corrected tree gives way to what the person left; at the place of a removed one it is removed. Where the
 * run says otherwise than the person a row of `tree_conflict` says so (decision 59).
 * @returns how many trees were written or removed
 */
export async function reapplyCorrections(trx: Trx, imageId: number): Promise<number> {
  const standing = await listStanding(trx, imageId);
  await endConflicts(trx, imageId);
  if (standing.length === 0) return 0;
  await holdTerritory(trx);
  await lockTrees(trx);
  const image = await findImage(trx, imageId);
  const detected = await listDetected(trx, imageId, standing.flatMap(statesOf));
  const boxes = detected.map(({ id, state }) => ({ id, box: state.box }));
  const matches = matchDetections(standing.map(correctedOf), boxes);
  await writeConflicts(trx, imageId, findConflicts(standing, detected, matches));
  const fragments: number[] = [];
  for (const { detection } of matches)
    fragments.push(...(await write(trx, image, detection, null)));
  for (const { tree, after } of standing)
    if (after) fragments.push(...(await write(trx, image, tree, after)));
  if (fragments.length > 0) await countFragments(trx, imageId, fragments);
  return fragments.length;
}

/** @returns the fragment that it lies in, and nothing where there is nothing to be done */
async function write(trx: Trx, image: CountedImage, tree: number, after: TreeState | null) {
  const before = (await findCorrectable(trx, tree))?.state ?? null;
  if (before === null && after === null) return [];
  await writeTree(trx, image, tree, before, after);
  return [(after ?? before)?.fragment ?? 0];
}
