/** Keeping, changing and giving up views of lists. What others see of it stands in the audit log. */

import type {
  SavedView,
  savedViewCreate,
  savedViewPatch,
} from "@nihol/contract/people/saved-views";
import { limits } from "@nihol/contract/values/limits";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { requireList, requireViewCan } from "../../policies/saved-views.ts";
import {
  deleteView,
  getView,
  insertView,
  isNameTaken,
  lockAndCountOwnViews,
  lockView,
  updateView,
} from "./saved-view-queries.ts";

const resource = "savedview";

/** @throws {Problem} 403 for a list that the actor may not see, 409 for more views than a list may have */
export function createView(
  db: Db,
  actor: Actor,
  body: z.output<(typeof savedViewCreate)["body"]>,
): Promise<SavedView> {
  requireList(actor, body.list);
  return db.transaction().execute(async (trx) => {
    const max = limits.savedViews;
    if ((await lockAndCountOwnViews(trx, actor, body.list)) >= max)
      throw new Problem(409, "too_many", { max });
    if (await isNameTaken(trx, actor, body)) refuseField("name", "name_taken");
    const id = await insertView(trx, actor, body);
    if (body.is_shared)
      await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
    return getView(trx, actor, id);
  });
}

/** @throws {Problem} 404 for a view that the actor does not see, 403 for another's */
export function patchView(
  db: Db,
  actor: Actor,
  id: number,
  body: z.output<(typeof savedViewPatch)["body"]>,
): Promise<SavedView> {
  return db.transaction().execute(async (trx) => {
    const view = await lockView(trx, actor, id);
    if (!view) throw notFound();
    requireViewCan(actor, view, "change");
    const { list } = view;
    if (body.name !== undefined && (await isNameTaken(trx, actor, { list, name: body.name }, id)))
      refuseField("name", "name_taken");
    await updateView(trx, id, body);
    if (view.is_shared || body.is_shared)
      await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
    return getView(trx, actor, id);
  });
}

/** @throws {Problem} 404 for a view that the actor does not see, 403 for another's */
export function removeView(db: Db, actor: Actor, id: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const view = await lockView(trx, actor, id);
    if (!view) throw notFound();
    requireViewCan(actor, view, "delete");
    await deleteView(trx, id);
    const { list, name, author } = view;
    if (view.is_shared)
      await insertAudit(trx, actor, {
        action: "delete",
        resource,
        id,
        change: { list, name, author },
      });
  });
}
