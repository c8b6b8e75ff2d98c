/** Answers of the calls about an image's ground. */

import type { ImageGround } from "@nihol/contract/imagery/grounds";
import { groundLimits } from "@nihol/contract/values/imagery/lessons";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { mayWithdraw } from "../../policies/imagery.ts";
import { groundCan } from "../../policies/imagery-can.ts";
import {
  countPlots,
  countRecounts,
  findGround,
  findLessons,
  type GroundImage,
  isOwnGround,
  type LessonsRow,
  listAlike,
  listOthers,
  newestLessons,
  restsOnLostLabels,
} from "./ground-queries.ts";

const isUsable = (image: GroundImage, { network, withdrawn_at, is_better }: LessonsRow) =>
  withdrawn_at === null && is_better && network === image.model_sha256;

function toLessons(row: LessonsRow, image: GroundImage): ImageGround["lessons"] {
  const { labels, before, after, gain } = row.figures;
  return {
    n: row.n,
    learned_at: row.learned_at.toISOString(),
    learned_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    ...labels,
    ...{ before, after, gain },
    is_better: row.is_better,
    is_withdrawn: row.withdrawn_at !== null,
    is_used: row.id === image.lessons_id,
    is_usable: isUsable(image, row),
    labelled: row.labelled,
  };
}

async function describeGround(db: Db, actor: Actor, image: GroundImage) {
  const ground = image.ground_id === null ? undefined : await findGround(db, image.ground_id);
  if (!ground || !image.ground_by) return null;
  return {
    id: ground.id,
    name: ground.name,
    by: image.ground_by,
    ...(await countPlots(db, actor, ground.id, image.model_sha256)),
    is_learning: ground.learning_since !== null,
    problem: ground.problem,
    ...(await countRecounts(db, ground.id)),
    others: await listOthers(db, actor, image),
  };
}

/** The ground of an image, as the actor sees it. */
export async function answerGround(db: Db, actor: Actor, image: GroundImage): Promise<ImageGround> {
  const ground = await describeGround(db, actor, image);
  const newest = ground ? await newestLessons(db, ground.id) : undefined;
  const used = image.lessons_id === null ? undefined : await findLessons(db, image.lessons_id);
  const isOwn = ground !== null && (await isOwnGround(db, actor, ground.id));
  return {
    whole_image: image.id,
    ground,
    lessons: newest ? toLessons(newest, image) : null,
    alike: image.in_scope ? await listAlike(db, actor, image.id) : [],
    can: groundCan(actor, image, {
      isOwn,
      isLearnable:
        ground !== null &&
        !ground.is_learning &&
        (ground.plots >= groundLimits.plots || restsOnLostLabels(newest)),
      isUsable: newest !== undefined && isUsable(image, newest) && newest.id !== image.lessons_id,
      isUsed: used?.is_better === true,
      lessons:
        newest && mayWithdraw(actor, newest)
          ? { isWithdrawn: newest.withdrawn_at !== null }
          : undefined,
    }),
  };
}
