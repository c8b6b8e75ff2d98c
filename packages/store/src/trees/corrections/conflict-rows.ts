/** Rows of `tree_conflict`: written when an image is found anew, closed and opened by what people correct (decision 59). */

import { areLeavesOff } from "@nihol/contract/values/imagery/leaf-off";
import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { findSeason } from "../leaf-off.ts";
import type { Conflict } from "./find-conflicts.ts";

type Trx = Db;

/** Open conflicts go with the ground that was found anew; those of blocks that stand from an earlier run stay. */
export async function endConflicts(trx: Trx, image: number): Promise<void> {
  await sql`
    delete from tree_conflict c where c.whole_image_id = ${image} and c.decided is null and not exists (
      select from fragment f join whole_image w on w.id = f.whole_image_id
        join imagery_block b on b.process_id = w.process_id and b.n = f.block
      where f.whole_image_id = c.whole_image_id and f.n = c.fragment
        and b.status = 'done' and b.updated_at <= c.made_at)`.execute(trx);
}

/** While leaves are off, the run says nothing of a tree without green (`settleLeaves`). */
const settled = (found: TreeState | null, areOff: boolean): TreeState | null =>
  found && areOff && found.green === "not_green" ? { ...found, green: "unsure" } : found;

/**
 * Writes what a new run says otherwise. What a person has already kept against an earlier run, without correcting the tree
 * since, is not asked again; neither is a second tree that was removed by such a decision.
 */
export async function writeConflicts(
  trx: Trx,
  image: number,
  conflicts: readonly Conflict[],
): Promise<void> {
  if (conflicts.length === 0) return;
  const { capturedOn, latitude, leafOff } = await findSeason(trx, image);
  const areOff = areLeavesOff(capturedOn, latitude, leafOff);
  const { rows } = await sql<{ key: string }>`
    select c.kind || ' ' || c.correction_id as key from tree_conflict c
    where c.whole_image_id = ${image} and c.decided = 'kept' and c.kind <> 'beside'
    union select 'found_again ' || c.decision_id from tree_conflict c
    where c.whole_image_id = ${image} and c.decided = 'kept' and c.decision_id is not null`.execute(
    trx,
  );
  const kept = new Set(rows.map(({ key }) => key));
  const open = conflicts.flatMap(({ kind, tree, correction, fragment, found, foundTree }) => {
    const said = settled(found, areOff);
    const isMoot = kind === "other_green" && said?.green === "unsure";
    if (isMoot || kept.has(`${kind} ${correction}`)) return [];
    return {
      ...{ whole_image_id: image, tree_id: tree, correction_id: correction },
      ...{ fragment, kind, found: json(said), found_tree_id: foundTree },
    };
  });
  // In parts: a statement takes 65,535 parameters.
  for (let from = 0; from < open.length; from += 1000)
    await trx
      .insertInto("tree_conflict")
      .values(open.slice(from, from + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** A tree was corrected: what was open about it is decided by that. */
export async function settleConflicts(
  trx: Trx,
  tree: number,
  correction: number,
  by: number,
): Promise<void> {
  await trx
    .updateTable("tree_conflict")
    .set({
      decided: "corrected",
      decision_id: correction,
      decided_by: by,
      decided_at: sql`now()`,
    })
    .where("decided", "is", null)
    .where(({ eb, or }) => or([eb("tree_id", "=", tree), eb("found_tree_id", "=", tree)]))
    .execute();
}

/** A correction was undone: what it decided is open again, and what was against it alone is gone. */
export async function reopenConflicts(trx: Trx, correction: number): Promise<void> {
  await trx
    .deleteFrom("tree_conflict")
    .where("correction_id", "=", correction)
    .where("decided", "is", null)
    .execute();
  await trx
    .updateTable("tree_conflict")
    .set({ decided: null, decision_id: null, decided_by: null, decided_at: null })
    .where("decision_id", "=", correction)
    .execute();
}
