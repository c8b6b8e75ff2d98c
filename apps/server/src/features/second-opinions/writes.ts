/** Drawing fragments for a second opinion and giving it. None of it moves a count. */
import { randomInt } from "node:crypto";
import type { opinionCount } from "@nihol/contract/imagery/second-opinions";
import type { z } from "@nihol/contract/z";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { refuseOutOfScope } from "../../policies/imagery.ts";
import { groundOf } from "./answer.ts";
import { comparePoints, pointsOf } from "./compare-points.ts";
import { drawFragments } from "./draw-fragments.ts";
import {
  deleteOpen,
  findOpinion,
  insertDraw,
  listDrawable,
  lockDraws,
  lockOpen,
  type OpinionImage,
  updateCounted,
} from "./second-opinion-queries.ts";

type Stores = Pick<Services, "db">;

/** @throws {Problem} 403 for an image that the actor may only view, 409 while it is worked on */
function refuseUnready(image: OpinionImage) {
  refuseOutOfScope(image);
  if (image.status !== "completed") throw new Problem(409, "process_running");
}

/** @throws {Problem} 409 where no fragment waits to be drawn */
export function drawOpinions({ db }: Stores, actor: Actor, image: OpinionImage, share: number) {
  refuseUnready(image);
  return db.sql.transaction().execute(async (trx) => {
    await lockDraws(trx, image.id);
    const pool = await listDrawable(trx, image.id);
    if (pool.length === 0) throw new Problem(409, "nothing_to_draw");
    const seed = randomInt(2 ** 31 - 1);
    const drawn = drawFragments(pool, share, seed);
    await insertDraw(trx, { image: image.id, share, seed, pool, drawn, by: actor.id });
    await insertAudit(trx, actor, {
      action: "opinion_draw",
      resource: "wholeimage",
      id: image.id,
      change: { share, seed, of: pool.length, fragments: drawn },
    });
  });
}

/** Ends the open ones; what was counted stays. */
export function endOpinions({ db }: Stores, actor: Actor, image: OpinionImage) {
  refuseOutOfScope(image);
  return db.sql.transaction().execute(async (trx) => {
    const open = await deleteOpen(trx, image.id);
    if (open > 0)
      await insertAudit(trx, actor, {
        action: "opinion_end",
        resource: "wholeimage",
        id: image.id,
        change: { open },
      });
  });
}

type Given = z.output<(typeof opinionCount)["body"]>;

/**
 * Keeps a second person's count and compares it; it is given once.
 * @throws {Problem} 403 `opinion_own` for who has seen the trees there, 409 `opinion_given`
 * @throws {FieldProblem} for a point outside the fragment's core
 */
export function giveOpinion(
  { db }: Stores,
  actor: Actor,
  image: OpinionImage,
  id: number,
  { points, skipped }: Given,
) {
  refuseUnready(image);
  return db.sql.transaction().execute(async (trx) => {
    const isOpen = await lockOpen(trx, id);
    const opinion = await findOpinion(trx, actor, image.id, id);
    if (!opinion) throw notFound();
    if (!isOpen) throw new Problem(409, "opinion_given");
    if (opinion.is_own) throw new Problem(403, "opinion_own");
    const { core } = groundOf(image, opinion.fragment);
    const isInside = ([x, y]: readonly [number, number]) =>
      x >= 0 && y >= 0 && x <= core.width && y <= core.height;
    if (!points.every(isInside)) refuseField("points", "invalid");
    const placed = points.flatMap(([x, y]) => [x + core.x, y + core.y]);
    const { trees, points: seen } = comparePoints(
      opinion.first_trees,
      pointsOf(placed),
      image.gsd_m,
    );
    const count = (all: readonly boolean[], agreed: boolean) =>
      all.filter((one) => one === agreed).length;
    const compared = {
      agreed: count(trees, true),
      only_first: count(trees, false),
      only_second: count(seen, false),
    };
    await updateCounted(trx, id, actor.id, skipped ? null : { points: placed, ...compared });
    await insertAudit(trx, actor, {
      action: "opinion",
      resource: "wholeimage",
      id: `${image.id}/${opinion.fragment}`,
      change: skipped ? { skipped } : { trees: points.length, ...compared },
    });
  });
}
