/** The fragments that nobody has looked over, those first by which the range of a count narrows most. */

import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import type { Db } from "@nihol/db/connection";
import { gardenPlace } from "@nihol/policies/sees";
import {
  combineCounts,
  countTreesByImage,
  countTreesOfImages,
  type ImageCount,
  rangeWidth,
} from "@nihol/store/trees/tree-count";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { changeableBy, findImageScope } from "../../policies/imagery.ts";
import { visibleTo } from "../../policies/scope.ts";
import { tallyConditions } from "../../shared/imagery/tree-filter.ts";
import { allOf } from "../../shared/rows/all-of.ts";

/** Of the fragments with most doubt so many are compared; the rest come when these are done. */
const COMPARED = 60;
const SHOWN = 20;

type Where = ReturnType<typeof sql<SqlBool>>;

interface Candidate {
  whole_image: number;
  n: number;
  tree_count: number;
  doubt: number;
}

/** Fragments `f` of images `w` that the actor may look over; failed ones have nothing to look at. */
const openFragments = (db: Db, actor: Actor, where: Where) =>
  db
    .selectFrom("fragment as f")
    .innerJoin("whole_image as w", "w.id", "f.whole_image_id")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where(where)
    .where(changeableBy(actor))
    .where("p.status", "=", "completed");

async function findQueue(
  db: Db,
  actor: Actor,
  counts: ImageCount[],
  where: Where,
): Promise<CheckQueue> {
  const { fragments, checked } = await openFragments(db, actor, where)
    .select(({ fn }) => fn.countAll<number>().as("fragments"))
    .select(sql<number>`count(*) filter (where f.checked)`.as("checked"))
    .executeTakeFirstOrThrow();
  const candidates = await openFragments(db, actor, where)
    .where("f.checked", "=", false)
    .where("f.status", "=", "done")
    .where("f.review", "<>", "rejected")
    .select(["f.whole_image_id as whole_image", "f.n", "f.tree_count", "f.doubt"])
    .orderBy("f.doubt", "desc")
    .orderBy("f.whole_image_id")
    .orderBy("f.n")
    .limit(COMPARED)
    .execute();
  return {
    fragments: Number(fragments),
    checked: Number(checked),
    trees: combineCounts(counts),
    next: byGain(counts, candidates, Number(fragments)),
  };
}

/** The half that each tree weighs at least, for those that were missed beside it: what a fragment without trees weighs. */
const BARE_WEIGHT = 0.5;

/** Ordered by what a look is expected to change: the gain of one that agrees, by how doubtful the fragment's trees are. */
function byGain(counts: ImageCount[], candidates: Candidate[], fragments: number) {
  const width = rangeWidth(counts);
  const ranked = candidates.map(({ doubt, ...fragment }) => {
    const after = rangeWidth(whenChecked(counts, fragment, fragments));
    const gain = width === null || after === null ? null : Math.max(0, width - after);
    const weight = fragment.tree_count > 0 ? doubt / fragment.tree_count : BARE_WEIGHT;
    return { fragment: { ...fragment, gain }, rank: gain === null ? doubt : gain * weight };
  });
  // As they came where nothing parts them.
  ranked.sort((a, b) => b.rank - a.rank);
  return ranked.slice(0, SHOWN).map(({ fragment }) => fragment);
}

/** The counts as they would be when somebody had looked the fragment over and agreed. */
const whenChecked = (
  counts: ImageCount[],
  { whole_image, tree_count }: Pick<Candidate, "whole_image" | "tree_count">,
  fragments: number,
): ImageCount[] =>
  counts.map((row) =>
    row.whole_image_id === whole_image
      ? {
          ...row,
          checked: Math.min(row.n, row.checked + tree_count),
          unchecked_ground: Math.max(0, row.unchecked_ground - 1 / Math.max(1, fragments)),
        }
      : row,
  );

/** The queue of one image; undefined beyond the actor's scope. */
export async function findImageQueue(
  db: Db,
  actor: Actor,
  id: number,
): Promise<CheckQueue | undefined> {
  if (!(await findImageScope(db, actor, id))) return undefined;
  return findQueue(db, actor, await countTreesOfImages(db, [id]), sql<SqlBool>`w.id = ${id}`);
}

/** The queue over the images that count in a garden today; undefined beyond the actor's scope. */
export async function findGardenQueue(
  db: Db,
  actor: Actor,
  id: number,
): Promise<CheckQueue | undefined> {
  const garden = await db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.bbox")
    .executeTakeFirst();
  if (!garden) return undefined;
  const counts = await countTreesByImage(db, allOf(tallyConditions({ garden: id }, "t")), id);
  const images = counts.map((row) => row.whole_image_id);
  const [west, south, east, north] = garden.bbox ?? [0, 0, 0, 0];
  const meets = sql<SqlBool>`w.id = any(${images}::int[]) and f.bbox[1] < ${east} and f.bbox[3] > ${west}
    and f.bbox[2] < ${north} and f.bbox[4] > ${south}`;
  return findQueue(db, actor, counts, meets);
}
