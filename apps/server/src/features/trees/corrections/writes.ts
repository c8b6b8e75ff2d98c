/** Corrections of single trees: who may, against which version, and the log. */

import type { TreeCreate, TreePatch } from "@nihol/contract/imagery/tree-corrections";
import type { CorrectionAction, TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import {
  type CorrectableTree,
  correctTree,
  findCorrectable,
  findCorrection,
  lockForCorrection,
  undoCorrection,
} from "@nihol/store/trees/corrections/correct-tree";
import type { Actor } from "../../../http/actor.ts";
import { insertAudit } from "../../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../../http/problem.ts";
import type { Services } from "../../../http/services.ts";
import { findImageScope, outOfScope, requireScope } from "../../../policies/imagery.ts";
import { requireRight } from "../../../policies/rights.ts";
import { undoRight } from "../../../policies/trees.ts";
import { requireApart } from "./beside.ts";
import { addedState, changedState, type PlacingImage } from "./corrected-state.ts";
import { findTreeImage, findTreePlace, isTreeSeen } from "./correction-queries.ts";

type Stores = Pick<Services, "db">;

/**
 * The image, locked for a correction of one of its trees.
 * @throws {Problem} 404 beyond the actor's scope, 403 for an image that they only view, 409 while it is worked on or
 * where no trees are counted on it
 */
export async function lockedImage(trx: Db, actor: Actor, id: number): Promise<PlacingImage> {
  await requireScope(trx, actor, "image", id);
  if (!(await lockForCorrection(trx, id))) throw new Problem(409, "process_running");
  const image = await findTreeImage(trx, id);
  if (!image.counted) throw new Problem(409, "tree_too_coarse");
  return image;
}

interface Line {
  action: CorrectionAction | "undo";
  image: number;
  tree: number;
  before: TreeState | null;
  after: TreeState | null;
  reason?: string | null;
}

/** Keeps of a state for the log enough to say how it differs. */
const logged = (state: TreeState | null) =>
  state && {
    position: [state.lon, state.lat],
    area_m2: Math.round(state.area_m2 * 100) / 100,
    green: state.green,
    review: state.review,
  };

export async function log(trx: Db, actor: Actor, line: Line): Promise<void> {
  const { action, image, tree, before, after, reason } = line;
  // Where it stands, for whoever asks later why a territory's count is another one.
  const { region_id, district_id, garden_id } = await findTreePlace(
    trx,
    (after ?? before) as TreeState,
  );
  await insertAudit(trx, actor, {
    action,
    resource: "planttreedetail",
    id: tree,
    change: {
      whole_image: image,
      before: logged(before),
      after: logged(after),
      ...(reason && { reason }),
      ...{ region: region_id, district: district_id, garden: garden_id },
    },
  });
}

/**
 * @returns the tree's number
 * @throws {FieldProblem} for a shape that is no crown; {Problem} 409 `tree_beside` (`requireApart`), and see `lockedImage`
 */
export function addTree({ db }: Stores, actor: Actor, body: TreeCreate): Promise<number> {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, "planttreedetail", "add");
    const image = await lockedImage(trx, actor, body.whole_image).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) refuseField("whole_image", "not_found");
      throw error;
    });
    const after = addedState(image, body);
    if (!body.confirm_beside) await requireApart(trx, body.whole_image, after);
    const reason = body.reason || null;
    const of = { image: body.whole_image, action: "add", before: null, after, reason } as const;
    const tree = await correctTree(trx, { ...of, by: actor.id });
    await log(trx, actor, { ...of, tree });
    return tree;
  });
}

/** The tree as it is once its image is locked. @throws {Problem} 404, 403, 409 `tree_changed` for another version */
async function lockedTree(trx: Db, actor: Actor, id: number, version: number) {
  const found = await findCorrectable(trx, id);
  if (!found) throw notFound();
  // A tree is seen by its territory too; changed it is with its image alone.
  if (!(await findImageScope(trx, actor, found.whole_image_id)))
    throw (await isTreeSeen(trx, actor, id)) ? outOfScope() : notFound();
  const image = await lockedImage(trx, actor, found.whole_image_id);
  const tree = await findCorrectable(trx, id);
  if (!tree) throw notFound();
  if (tree.version !== version) throw new Problem(409, "tree_changed");
  return { image, tree };
}

async function correct(
  trx: Db,
  actor: Actor,
  tree: CorrectableTree,
  { action, after, reason }: { action: CorrectionAction; after: TreeState | null; reason?: string },
): Promise<void> {
  const of = { image: tree.whole_image_id, tree: tree.id, action, after, before: tree.state };
  const line = { ...of, reason: reason || null };
  await correctTree(trx, { ...line, by: actor.id });
  await log(trx, actor, line);
}

/** Writes nothing where nothing changes. */
export function changeTree({ db }: Stores, actor: Actor, id: number, body: TreePatch) {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, "planttreedetail", "change");
    const { image, tree } = await lockedTree(trx, actor, id, body.version);
    const after = changedState(image, tree.state, body);
    const isDrawn = JSON.stringify(after.crown) !== JSON.stringify(tree.state.crown);
    const isChanged = isDrawn || after.green !== tree.state.green;
    if (!isChanged && after.review === tree.state.review) return;
    const isMoved = body.point !== undefined || body.position !== undefined;
    if (isMoved && !body.confirm_beside) await requireApart(trx, tree.whole_image_id, after, id);
    await correct(trx, actor, tree, {
      action: isChanged ? "change" : "accept",
      after,
      reason: body.reason,
    });
  });
}

export function deleteTree(
  { db }: Stores,
  actor: Actor,
  id: number,
  { version, reason }: { version: number; reason?: string },
): Promise<void> {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, "planttreedetail", "delete");
    const { tree } = await lockedTree(trx, actor, id, version);
    await correct(trx, actor, tree, { action: "delete", after: null, reason });
  });
}

/**
 * The tree is again what it was before the correction.
 * @throws {Problem} 403 without the right to what it did, 409 where a later one of the tree stands, or it was undone
 */
export function undo({ db }: Stores, actor: Actor, image: number, id: number): Promise<void> {
  return db.sql.transaction().execute(async (trx) => {
    await lockedImage(trx, actor, image);
    const found = await findCorrection(trx, image, id);
    if (!found) throw notFound();
    requireRight(actor, "planttreedetail", undoRight[found.action]);
    if (found.undone || !found.isLast) throw new Problem(409, "correction_not_last");
    const { tree, before, after } = found;
    await undoCorrection(trx, found, actor.id);
    await log(trx, actor, { action: "undo", image, tree, before: after, after: before });
  });
}
