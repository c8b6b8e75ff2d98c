/** Second opinions of the demonstration: one person draws all that may be drawn, another counts one fragment anew. */
import type { Connection } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { groundOf } from "./answer.ts";
import { findOpinion, findOpinionImage, listOpinions } from "./second-opinion-queries.ts";
import { drawOpinions, giveOpinion } from "./writes.ts";

interface Tools {
  db: Connection;
}
type OpinionImage = NonNullable<Awaited<ReturnType<typeof findOpinionImage>>>;

/** Counts all but a few of the trees that the first person left, and one that they did not see. */
async function countAgain({ db }: Tools, actor: Actor, image: OpinionImage) {
  const { rows } = await listOpinions(db.sql, actor, image.id, { page: 1, page_size: 1 });
  const opinion = rows[0] && (await findOpinion(db.sql, actor, image.id, rows[0].id));
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

/** @param first who draws fragments of the image; @param second who counts again */
export async function giveDemoOpinion(
  tools: Tools,
  first: Actor,
  second: Actor,
  imageId: number,
): Promise<void> {
  const image = await findOpinionImage(tools.db.sql, first, imageId);
  if (!image) return;
  await drawOpinions(tools, first, image, 1);
  await countAgain(tools, second, image);
}
