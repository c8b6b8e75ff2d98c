/** Second opinions as the API answers them: nothing of the first person's trees before the second has counted. */

import type {
  Agreement,
  SecondOpinion,
  SecondOpinionDetail,
  SecondOpinions,
} from "@nihol/contract/imagery/second-opinions";
import { paths } from "@nihol/contract/values/paths";
import { type Counted, positiveAgreement } from "@nihol/counting/agreement";
import type { Db } from "@nihol/db/connection";
import { fragmentAt, fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { mayGiveOpinions, opinionCan, opinionsCan } from "../../policies/imagery-can.ts";
import { comparePoints, pointsOf } from "./compare-points.ts";
import {
  findOpinion,
  findSums,
  listDrawable,
  listDraws,
  listPairs,
  type OpinionImage,
  type OpinionRow,
} from "./second-opinion-queries.ts";

export function agreementOf({ agreed, only_first, only_second }: Counted): Agreement {
  const counted = { agreed, only_first, only_second };
  return {
    ...counted,
    first: agreed + only_first,
    second: agreed + only_second,
    agreement: positiveAgreement(counted),
  };
}

export function toOpinion(row: OpinionRow, actor: Actor, image: OpinionImage): SecondOpinion {
  const { agreed, only_first, only_second } = row;
  return {
    id: row.id,
    whole_image: row.whole_image_id,
    fragment: row.fragment,
    state: row.state,
    first_by: row.first_by,
    first_at: row.first_at.toISOString(),
    second_by: row.second_by,
    counted_at: row.counted_at?.toISOString() ?? null,
    compared:
      agreed === null || only_first === null || only_second === null
        ? null
        : agreementOf({ agreed, only_first, only_second }),
    can: opinionCan(actor, image, row),
  };
}

/** The core that a fragment's trees are counted in, and what is shown around it. */
export function groundOf({ width, height }: OpinionImage, n: number) {
  const { core, ...window } = fragmentAt(fragmentGrid(width, height), n);
  return { core, window: { x: window.x, y: window.y, width: window.width, height: window.height } };
}

/** @throws {Problem} 404 for an unknown one */
export async function answerOpinion(
  db: Db,
  actor: Actor,
  image: OpinionImage,
  id: number,
): Promise<SecondOpinionDetail> {
  const row = await findOpinion(db, actor, image.id, id);
  if (!row) throw notFound();
  const points = row.points ? pointsOf(row.points) : null;
  const compared = points && comparePoints(row.first_trees, points, image.gsd_m);
  return {
    ...toOpinion(row, actor, image),
    ...groundOf(image, row.fragment),
    original: `${paths.wholeImage}/${image.id}/fragment/${row.fragment}/original?v=0`,
    trees:
      compared &&
      row.first_trees.map(({ tree, crown }, i) => ({
        id: tree,
        crown: pointsOf(crown),
        agreed: compared.trees[i] ?? false,
      })),
    points:
      compared && (points ?? []).map((at, i) => ({ at, agreed: compared.points[i] ?? false })),
    is_own: row.is_own,
  };
}

export async function answerSummary(
  db: Db,
  actor: Actor,
  image: OpinionImage,
): Promise<SecondOpinions> {
  const [sums, pairs, draws, pool] = await Promise.all([
    findSums(db, actor, image.id),
    listPairs(db, image.id),
    listDraws(db, image.id),
    listDrawable(db, image.id),
  ]);
  return {
    whole_image: image.id,
    to_draw: pool.length,
    open: sums.open,
    open_to_you: mayGiveOpinions(actor, image) ? sums.open_to_you : 0,
    counted: sums.counted,
    skipped: sums.skipped,
    compared: agreementOf(sums),
    pairs: pairs.map(({ first_by, second_by, fragments, ...counted }) => ({
      ...{ first_by, second_by, fragments },
      compared: agreementOf(counted),
    })),
    draws: draws.map((draw) => ({ ...draw, drawn_at: draw.drawn_at.toISOString() })),
    can: opinionsCan(actor, image, { drawable: pool.length, open: sums.open }),
  };
}
