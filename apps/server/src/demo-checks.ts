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
import { groundOf } from "./features/second-opinions/answer.ts";
import {
  findOpinion,
  findOpinionImage,
  listOpinions,
} from "./features/second-opinions/second-opinion-queries.ts";
import { drawOpinions, giveOpinion } from "./features/second-opinions/writes.ts";
import { changeTree, deleteTree } from "./features/trees/corrections/writes.ts";
import { updateReview } from "./features/whole-images/fragment-queries.ts";
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

/** Counts all but a few of the trees that the first person left, and one that they did not see. */
async function countAgain({ db }: Tools, actor: Actor, imageId: number) {
  const image = await findOpinionImage(db.sql, actor, imageId);
  if (!image) return;
  const { rows } = await listOpinions(db.sql, actor, imageId, { page: 1, page_size: 1 });
  const opinion = rows[0] && (await findOpinion(db.sql, actor, imageId, rows[0].id));
  if (!opinion) return;
  const { core } = groundOf(image, opinion.fragment);
  const within = (value: number, size: number) => Math.min(size, Math.max(0, value));
  const points = opinion.first_trees
    .filter((_, n) => n % 7 !== 3)
    .map(({ x, y }): [number, number] => [
      within(x - core.x, core.width),
      within(y - core.y, core.height),
    ]);
  points.push([core.width / 50, core.height / 50]);
  await giveOpinion({ db }, actor, image, opinion.id, { points, skipped: false });
}

/** @param first who looks through and corrects @param second who counts again */
export async function checkDemoTrees(tools: Tools, first: Actor, second: Actor): Promise<void> {
  const { sql } = tools.db;
  const found = await findDemoImage(sql);
  const image = found && (await findOpinionImage(sql, first, found.id));
  if (!image) return;
  const fragments = await listDemoFragments(sql, image.id);
  for (const { fragment } of fragments) {
    await correctTrees(tools, first, image.id, fragment);
    await sql
      .transaction()
      .execute((trx) => updateReview(trx, first, image.id, fragment, "accepted"));
  }
  if (fragments.length === 0) return;
  await drawOpinions(tools, first, image, 1);
  await countAgain(tools, second, image.id);
  await insertDemoConflicts(sql, image.id);
}
