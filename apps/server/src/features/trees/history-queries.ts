/** Follows a tree through the images that were compared: first seen, its crown, its state, and lost. */

import type { TreeHistory } from "@nihol/contract/imagery/trees";
import {
  type TreeChange,
  treeChanges,
  unseenReasons,
} from "@nihol/contract/values/imagery/image-compare";
import { greenStates, type TreeHistoryState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { treesVisibleTo } from "../../policies/trees.ts";

type Event = TreeHistory["events"][number];

/** State by a comparison in the other image, where no tree was detected at the place. */
const stateOf: Record<TreeChange, TreeHistoryState> = {
  kept: "stands",
  planted: "absent",
  lost: "lost",
  not_visible: "not_visible",
};

interface SeenRow {
  id: number;
  whole_image_id: number;
  captured_on: string;
  area_m2: number;
  green: number;
}

/** The tree and, over completed comparisons that found it in both images, the same tree in other images. */
async function listSeen(db: Db, actor: Actor, id: number): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    with recursive linked (id, image) as (
      select t.id, t.whole_image_id from tree t where t.id = ${id}
      union
      select n.id, n.whole_image_id from linked l
      cross join lateral (
        select c.before_tree_id as id from image_comparison k
          join tree_change c on c.comparison_id = k.id and c.tree_id = l.id
          where k.after_id = l.image and k.status = 'completed' and c.before_tree_id is not null
        union all
        select c.tree_id from image_comparison k
          join tree_change c on c.comparison_id = k.id and c.before_tree_id = l.id
          where k.before_id = l.image and k.status = 'completed') other
      join tree n on n.id = other.id)
    select distinct on (t.whole_image_id) t.id, t.whole_image_id, t.captured_on, t.area_m2, t.green
    from linked l join tree t on t.id = l.id
    where ${treesVisibleTo(actor, "t")}
    order by t.whole_image_id, t.id <> ${id}, t.id`.execute(db);
  return rows;
}

interface ChangeRow {
  whole_image_id: number;
  captured_on: string;
  state: number;
  chance: number;
  unsure: boolean;
  reason: number;
}

/** Lists what comparisons say of images that show none of these trees by itself, the newest comparison first. */
async function listUnseen(db: Db, actor: Actor, trees: readonly SeenRow[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select w.id as whole_image_id, w.captured_on, c.state, c.chance, c.unsure, c.reason
    from unnest(${trees.map(({ id }) => id)}::bigint[],
      ${trees.map(({ whole_image_id }) => whole_image_id)}::int[]) as l (id, image)
    join image_comparison k on l.image in (k.before_id, k.after_id) and k.status = 'completed'
    join tree_change c on c.comparison_id = k.id and c.tree_id = l.id and c.before_tree_id is null
    join whole_image w on w.id = case when k.before_id = l.image then k.after_id else k.before_id end
    join imagery_process p on p.id = w.process_id
    where w.published_at is not null and ${visibleImagery(actor)}
    order by k.finished_at desc nulls last, k.id desc`.execute(db);
  return rows;
}

const seenEvent = (row: SeenRow): Event => ({
  whole_image: row.whole_image_id,
  date: row.captured_on,
  state: "seen",
  tree: Number(row.id),
  area_m2: row.area_m2,
  green: greenStates[row.green] ?? "unsure",
  chance: null,
  unsure: false,
  reason: null,
});

const unseenEvent = (row: ChangeRow): Event => {
  const change = treeChanges[row.state] ?? "not_visible";
  return {
    whole_image: row.whole_image_id,
    date: row.captured_on,
    state: stateOf[change],
    ...{ tree: null, area_m2: null, green: null },
    chance: change === "planted" || change === "lost" ? row.chance : null,
    unsure: row.unsure,
    reason: unseenReasons[row.reason - 1] ?? null,
  };
};

/** Finds an event an image, the oldest first; undefined where there is no such tree within the actor's scope. */
export async function findHistory(
  db: Db,
  actor: Actor,
  id: number,
): Promise<TreeHistory | undefined> {
  const seen = await listSeen(db, actor, id);
  if (!seen.some((tree) => Number(tree.id) === id)) return undefined;
  const events = new Map(seen.map((row) => [row.whole_image_id, seenEvent(row)]));
  for (const row of await listUnseen(db, actor, seen))
    if (!events.has(row.whole_image_id)) events.set(row.whole_image_id, unseenEvent(row));
  return {
    events: [...events.values()].sort(
      (a, b) => a.date.localeCompare(b.date) || a.whole_image - b.whole_image,
    ),
  };
}
