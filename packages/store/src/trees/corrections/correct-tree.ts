/**
 * Corrections of single trees: each is a row of `tree_correction`, and everything that counts the tree follows in the
 * caller's transaction (decision 47). A tree that a person removed is no row of `tree` any more; what it was stands in
 * its correction, which can be undone.
 */

import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import type { CorrectionAction, TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { findImage } from "../counted-image.ts";
import { holdTerritory } from "../territory-lock.ts";
import { lockTrees } from "../tree-pyramid.ts";
import { reopenConflicts, settleConflicts } from "./conflict-rows.ts";
import { refreshCorrected, type TreeStep } from "./corrected-sums.ts";
import { stateColumns, stateOf } from "./tree-state.ts";
import { nextTreeId, writeTree } from "./write-tree.ts";

type Trx = Db;

/** A tree as it is now, with the version that corrections are compared by. */
export interface CorrectableTree {
  id: number;
  whole_image_id: number;
  version: number;
  state: TreeState;
}

/**
 * Locks an image against being worked on, and its trees against other corrections, until the transaction ends. To be
 * called before anything is read that the correction depends on.
 * @returns whether its process has completed: else its trees are about to be found anew.
 */
export async function lockForCorrection(trx: Trx, image: number): Promise<boolean> {
  const process = await trx
    .selectFrom("imagery_process as p")
    .innerJoin("whole_image as w", "w.process_id", "p.id")
    .where("w.id", "=", image)
    .select("p.status")
    // The image's own row ahead of the trees, as whoever accepts or rejects an image locks them.
    .forNoKeyUpdate(["p", "w"])
    .executeTakeFirst();
  await holdTerritory(trx);
  await lockTrees(trx);
  return process?.status === "completed";
}

export async function findCorrectable(trx: Trx, id: number): Promise<CorrectableTree | undefined> {
  const row = await trx
    .selectFrom("tree")
    .where("id", "=", id)
    .select([...stateColumns, "id", "whole_image_id", "version"])
    .executeTakeFirst();
  return row && { ...row, id: Number(row.id), state: stateOf(row) };
}

/**
 * Writes the tree. A comparison ends with the trees that it compared (`end_comparisons`): those of the image are asked
 * for again, and made once nobody has corrected either image for a while.
 */
async function writeCompared(
  trx: Trx,
  image: number,
  tree: number,
  { before, after }: TreeStep,
): Promise<void> {
  const pairs = await trx
    .selectFrom("image_comparison")
    .where(({ eb, or }) => or([eb("before_id", "=", image), eb("after_id", "=", image)]))
    .select(["before_id", "after_id", "requested_by"])
    .execute();
  await writeTree(trx, await findImage(trx, image), tree, before, after);
  if (pairs.length === 0) return;
  await trx
    .insertInto("image_comparison")
    .values(pairs.map((pair) => ({ ...pair, method: compareVersion })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface NewCorrection extends TreeStep {
  image: number;
  /** Left out for a tree that is added. */
  tree?: number;
  action: CorrectionAction;
  reason: string | null;
  by: number;
}

/**
 * Writes a correction and does it; `lockForCorrection` comes first.
 * @returns the number of the tree
 */
export async function correctTree(trx: Trx, correction: NewCorrection): Promise<number> {
  const { image, action, before, after, reason, by } = correction;
  const tree = correction.tree ?? (await nextTreeId(trx));
  const { id } = await trx
    .insertInto("tree_correction")
    .values({
      whole_image_id: image,
      tree_id: tree,
      fragment: after?.fragment ?? before?.fragment ?? 0,
      action,
      before: json(before),
      after: json(after),
      reason,
      newest_tree_id: sql<number>`greatest(${tree}::bigint, (select max(id) from tree))`,
      corrected_by: by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await settleConflicts(trx, tree, Number(id), by);
  await writeCompared(trx, image, tree, { before, after });
  await refreshCorrected(trx, image, [correction]);
  return tree;
}

interface StandingCorrection extends TreeStep {
  id: number;
  image: number;
  tree: number;
  action: CorrectionAction;
  undone: boolean;
  /** No later correction of the tree stands. */
  isLast: boolean;
}

export async function findCorrection(
  trx: Trx,
  image: number,
  id: number,
): Promise<StandingCorrection | undefined> {
  const row = await trx
    .selectFrom("tree_correction as c")
    .where("c.id", "=", id)
    .where("c.whole_image_id", "=", image)
    .select(["c.tree_id", "c.action", "c.before", "c.after", "c.undone_at"])
    .select(
      sql<boolean>`not exists (select from tree_correction l
        where l.tree_id = c.tree_id and l.id > c.id and l.undone_at is null)`.as("is_last"),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { tree_id, action, before, after } = row;
  const tree = Number(tree_id);
  return {
    ...{ id, image, tree, action, before, after },
    undone: row.undone_at !== null,
    isLast: row.is_last,
  };
}

/** The tree is what it was before; `lockForCorrection` comes first, and the correction is the tree's last standing one. */
export async function undoCorrection(
  trx: Trx,
  { id, image, tree, before }: StandingCorrection,
  by: number,
): Promise<void> {
  await trx
    .updateTable("tree_correction")
    .set({ undone_by: by, undone_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await reopenConflicts(trx, id);
  const now = (await findCorrectable(trx, tree))?.state ?? null;
  await writeCompared(trx, image, tree, { before: now, after: before });
  await refreshCorrected(trx, image, [{ before: now, after: before }]);
}
