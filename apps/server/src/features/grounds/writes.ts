/** Naming an image's ground, learning it, and counting by what was learned. */

import type { GroundNaming } from "@nihol/contract/imagery/grounds";
import { groundLimits } from "@nihol/contract/values/imagery/lessons";
import type { Db } from "@nihol/db/connection";
import { recountByOthers } from "@nihol/store/processes/recount-lessons";
import { restartChecked } from "../../commands/restart-checked.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { mayWithdraw, refuseOutOfScope } from "../../policies/imagery.ts";
import {
  countPlots,
  type GroundImage,
  isOwnGround,
  listAlike,
  newestLessons,
  restsOnLostLabels,
} from "./ground-queries.ts";
import {
  askToLearn,
  insertGround,
  updateGroundOf,
  updateUse,
  updateWithdrawn,
} from "./write-queries.ts";

/** @throws {Problem} 404 where nobody named the image's ground, 403 where others teach it */
async function ownGroundOf(db: Db, actor: Actor, image: GroundImage): Promise<number> {
  refuseOutOfScope(image);
  if (image.ground_id === null) throw notFound();
  if (!(await isOwnGround(db, actor, image.ground_id))) throw new Problem(403, "ground_of_others");
  return image.ground_id;
}

/** @throws {FieldProblem} for a name that another ground has */
const makeGround = async (trx: Db, actor: Actor, name: string): Promise<number> =>
  (await insertGround(trx, actor, name)) ?? refuseField("name", "name_taken");

/**
 * Says of which ground an image is: a new one, or one that has images taken alike and that the actor may teach.
 * @throws {Problem} 403 for an image that the actor may only view, 404 for a ground that is not offered
 */
export async function nameGround(
  { db }: Services,
  actor: Actor,
  image: GroundImage,
  naming: GroundNaming,
) {
  refuseOutOfScope(image);
  await db.sql.transaction().execute(async (trx) => {
    const alike = "ground" in naming ? await listAlike(trx, actor, image.id) : [];
    const chosen =
      "ground" in naming ? alike.find(({ id }) => id === naming.ground)?.id : undefined;
    if ("ground" in naming && chosen === undefined) throw notFound();
    const ground = "name" in naming ? await makeGround(trx, actor, naming.name) : chosen;
    await updateGroundOf(trx, image.id, ground);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "wholeimage",
      id: image.id,
      change: { ground: "name" in naming ? naming.name : naming.ground },
    });
  });
}

/** Takes an image out of its ground; its count stays as it is. */
export async function leaveGround({ db }: Services, actor: Actor, image: GroundImage) {
  refuseOutOfScope(image);
  await db.sql.transaction().execute(async (trx) => {
    await updateGroundOf(trx, image.id, undefined);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "wholeimage",
      id: image.id,
      change: { ground: null },
    });
  });
}

/**
 * Asks for the ground to be learned from all of its sample plots; also from too few, where lessons rest on labels that are
 * gone: then learning takes them back.
 * @throws {Problem} 409 with too few of them, and while somebody's learning has not ended
 */
export async function learnGround({ db, jobs }: Services, actor: Actor, image: GroundImage) {
  const ground = await ownGroundOf(db.sql, actor, image);
  const { plots } = await countPlots(db.sql, actor, ground, image.model_sha256);
  const newest = await newestLessons(db.sql, ground);
  const isLost = restsOnLostLabels(newest);
  if (plots < groundLimits.plots && !isLost)
    throw new Problem(409, "ground_few_plots", { plots, needed: groundLimits.plots });
  await db.sql.transaction().execute(async (trx) => {
    if (!(await askToLearn(trx, actor, ground))) throw new Problem(409, "ground_learning");
    await insertAudit(trx, actor, {
      action: "calibrate",
      resource: "wholeimage",
      id: image.id,
      change: { ground, plots },
    });
  });
  await jobs.send("ground.learn", { ground });
}

/**
 * Counts the image anew by what was learned of its ground, or by the detector alone.
 * @throws {Problem} 409 while it is worked on, where nothing that was learned holds, or when its file is gone
 */
export async function recountByGround(
  services: Services,
  actor: Actor,
  image: GroundImage,
  use: boolean,
) {
  refuseOutOfScope(image);
  const newest =
    image.ground_id === null ? undefined : await newestLessons(services.db.sql, image.ground_id);
  if (
    use &&
    (!newest ||
      newest.withdrawn_at !== null ||
      newest.network !== image.model_sha256 ||
      !newest.is_better)
  )
    throw new Problem(409, "ground_not_learned");
  const { process_id: id } = image;
  const change = use ? { ground: image.ground_id, version: newest?.n } : { ground: null };
  await restartChecked(services, actor, { id, which: "all", change }, (trx) =>
    updateUse(trx, id, use),
  );
}

/**
 * Takes the newest lessons of the image's ground back, and has the images that they counted counted anew; or lets them
 * count again, from the next count on. @throws {Problem} 404 without any, 403 for those of the whole programme
 */
export async function withdrawLessons(
  { db, files, jobs }: Services,
  actor: Actor,
  image: GroundImage,
  withdrawn: boolean,
) {
  const ground = await ownGroundOf(db.sql, actor, image);
  const newest = await newestLessons(db.sql, ground);
  if (!newest) throw notFound();
  if (!mayWithdraw(actor, newest)) throw new Problem(403, "ground_of_others");
  const sent = await db.sql.transaction().execute(async (trx) => {
    await updateWithdrawn(trx, actor, newest.id, withdrawn);
    const recounts = withdrawn ? await recountByOthers(trx, files, [newest.id]) : [];
    await insertAudit(trx, actor, {
      action: "change",
      resource: "wholeimage",
      id: image.id,
      change: { ground, version: newest.n, withdrawn, recounted: recounts.length },
    });
    return recounts;
  });
  await jobs.sendAll(sent);
}
