import { limits } from "@nihol/contract/values/limits";
import { violationTransitions } from "@nihol/contract/values/violations";
import type { ViolationPatch, ViolationStateChange } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import { notify } from "@nihol/store/notices/notify";
import { placeColumns, refuseUnknownMinistry } from "../../commands/violation-place.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { requireOwnComment, requireUnaccused } from "../../policies/violations.ts";
import { listFileKeys } from "../../shared/attachments/attached-file-sql.ts";
import { deleteStored } from "../../shared/attachments/attached-file-upload.ts";
import {
  countComments,
  deleteComment,
  findComment,
  insertChange,
  insertComment,
} from "./case-queries.ts";
import { assign, releaseUnseeing } from "./responsible.ts";
import {
  deleteViolation,
  type HeldViolation,
  holdViolation,
  requireInScope,
  updateViolation,
} from "./violation-queries.ts";

/** The place as it will be; another point or garden takes the district that was known with it. */
function sentPlace(row: HeldViolation, body: ViolationPatch) {
  const point =
    row.longitude === null || row.latitude === null
      ? null
      : ([row.longitude, row.latitude] as [number, number]);
  const moves = body.point !== undefined || body.garden !== undefined;
  const isOtherRegion = body.region !== undefined && body.region !== row.region_id;
  return {
    point: body.point === undefined ? point : body.point,
    garden: body.garden === undefined ? row.garden_id : body.garden,
    region: body.region === undefined ? (moves ? null : row.region_id) : body.region,
    district:
      body.district === undefined
        ? moves || isOtherRegion
          ? null
          : row.district_id
        : body.district,
  };
}

const touchesPlace = (body: ViolationPatch) =>
  [body.point, body.garden, body.region, body.district].some((value) => value !== undefined);

/** @throws {Problem} 404 outside the actor's scope, 403 to the accused and when the change would move it outside */
export async function patchViolation(db: Db, actor: Actor, id: number, body: ViolationPatch) {
  await db.transaction().execute(async (trx) => {
    const row = await holdViolation(trx, actor, id, true);
    requireUnaccused(row);
    await refuseUnknownMinistry(trx, body.ministry);
    if (row.state === "referred" && body.ministry === null)
      refuseField("ministry", "referred_needs_ministry");
    const { kind, title, description, observed_on, reported_by } = body;
    await updateViolation(trx, id, {
      ...{ kind, title, description, observed_on, reported_by, ministry_id: body.ministry },
      ...(touchesPlace(body) && (await placeColumns(trx, actor, sentPlace(row, body)))),
    });
    await requireInScope(trx, actor, id);
    await assign(trx, actor, row, body);
    await releaseUnseeing(trx, actor, id);
    if (body.ministry && body.ministry !== row.ministry_id)
      await notify(trx, { kind: "violation_opened", subject: "violation", id, actor: actor.id });
    await insertAudit(trx, actor, {
      action: "change",
      resource: "violation",
      id,
      change: { ...body },
    });
  });
}

/**
 * The organization that a case is referred to: the one chosen now, or the one it names.
 * @throws {FieldProblem} under `ministry` where there is none, or none such
 */
async function referredTo(trx: Db, row: HeldViolation, { ministry }: ViolationStateChange) {
  await refuseUnknownMinistry(trx, ministry);
  return ministry ?? row.ministry_id ?? refuseField("ministry", "referred_to_nobody");
}

/**
 * Changes the state by the table of transitions; who, when and why goes into the history.
 * @throws {Problem} 409 when another state has come meanwhile, 403 when the change would move it outside the actor's scope
 */
export async function changeState(db: Db, actor: Actor, id: number, change: ViolationStateChange) {
  await db.transaction().execute(async (trx) => {
    const row = await holdViolation(trx, actor, id, true);
    requireUnaccused(row);
    if (row.state !== change.from) throw new Problem(409, "conflict");
    if (!violationTransitions[change.from].includes(change.to))
      refuseField("to", "state_not_allowed");
    const ministry_id = change.to === "referred" ? await referredTo(trx, row, change) : undefined;
    await updateViolation(trx, id, { state: change.to, ministry_id });
    await requireInScope(trx, actor, id);
    await insertChange(trx, actor, id, change);
    await releaseUnseeing(trx, actor, id);
    const kind = change.to === "referred" ? "violation_referred" : "violation_answered";
    await notify(trx, { kind, subject: "violation", id, actor: actor.id });
    await insertAudit(trx, actor, { action: "state", resource: "violation", id, change });
  });
}

/** Its files go after the commit: one left behind costs room, a row without its file would be an error. */
export async function removeViolation(db: Db, files: FileStore, actor: Actor, id: number) {
  const keys = await db.transaction().execute(async (trx) => {
    const row = await holdViolation(trx, actor, id, true);
    requireUnaccused(row);
    const stored = await listFileKeys(trx, { table: "violation", id });
    await deleteViolation(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "violation",
      id,
      change: { number: row.number, title: row.title, files: stored.length },
    });
    return stored;
  });
  await deleteStored(files, keys);
}

export async function addComment(db: Db, actor: Actor, id: number, body: string) {
  await db.transaction().execute(async (trx) => {
    await holdViolation(trx, actor, id, true);
    const max = limits.comments;
    if ((await countComments(trx, id)) >= max) refuseField("body", "too_many", { max });
    await insertComment(trx, actor, id, body);
    await notify(trx, { kind: "violation_answered", subject: "violation", id, actor: actor.id });
    await insertAudit(trx, actor, {
      action: "comment",
      resource: "violation",
      id,
      change: { body },
    });
  });
}

/** @throws {Problem} 403 for somebody else's, unless the actor may delete the case */
export async function removeComment(db: Db, actor: Actor, id: number, comment: number) {
  await db.transaction().execute(async (trx) => {
    const { accuses_own } = await holdViolation(trx, actor, id, true);
    const row = await findComment(trx, id, comment);
    if (!row) throw notFound();
    requireOwnComment(actor, row.user_id, accuses_own);
    await deleteComment(trx, comment);
    const change = { body: row.body };
    await insertAudit(trx, actor, { action: "comment_delete", resource: "violation", id, change });
  });
}
