/**
 * Corrections of single trees by the demonstration's people once its images are read: one looks two fragments of the newest
 * image through and corrects trees, another counts one of them again without seeing that; a second waits.
 */
import type { Connection } from "@nihol/db/connection";
import {
  findDemoImage,
  insertDemoConflicts,
  listDemoFragments,
  listDemoTrees,
} from "./commands/demo-checks-queries.ts";
import { giveDemoOpinion } from "./features/second-opinions/demo-opinion.ts";
import { changeTree, deleteTree } from "./features/trees/corrections/writes.ts";
import { updateReview } from "./features/whole-images/fragment-queries.ts";
import { findWholeImage } from "./features/whole-images/whole-image-queries.ts";
import type { Actor } from "./http/actor.ts";

interface Tools {
  db: Connection;
}

/** Takes the least sure trees out and accepts the surest. */
async function correctTrees({ db }: Tools, actor: Actor, image: number, fragment: number) {
  const trees = await listDemoTrees(db.sql, image, fragment);
  for (const { id, version } of trees.slice(0, 2))
    await deleteTree({ db }, actor, Number(id), { version, reason: "Буттаи хушк, на дарахт" });
  for (const { id, version } of trees.slice(-3))
    await changeTree({ db }, actor, Number(id), {
      version,
      review: "accepted",
      confirm_beside: false,
    });
}

/** @param first who looks through and corrects @param second who counts again */
export async function checkDemoTrees(tools: Tools, first: Actor, second: Actor): Promise<void> {
  const { sql } = tools.db;
  const found = await findDemoImage(sql);
  const image = found && (await findWholeImage(sql, first, found.id));
  if (!image) return;
  const fragments = await listDemoFragments(sql, image.id);
  for (const { fragment } of fragments) {
    await correctTrees(tools, first, image.id, fragment);
    await sql
      .transaction()
      .execute((trx) => updateReview(trx, first, image.id, fragment, "accepted"));
  }
  if (fragments.length === 0) return;
  await giveDemoOpinion(tools, first, second, image.id);
  await insertDemoConflicts(sql, image.id);
}
