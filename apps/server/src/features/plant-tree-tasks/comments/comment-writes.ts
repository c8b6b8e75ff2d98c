/** Writing comments on planting tasks; what they were before stands in the audit log. */

import { mentionedIn } from "@nihol/contract/values/planting/task-comments";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../../http/actor.ts";
import { insertAudit } from "../../../http/audit.ts";
import { denied, notFound, Problem, refuseField } from "../../../http/problem.ts";
import { isOpenTo } from "../../../policies/task-comments.ts";
import { isTaskVisible } from "../task-write-queries.ts";
import {
  type CommentRow,
  deleteMentions,
  findCommentRow,
  insertComment,
  updateComment,
} from "./comment-queries.ts";
import { listReadersAmong } from "./mention-queries.ts";
import { recordMention } from "./record-mention-queries.ts";

const resource = "planttreetask";

async function requireVisible(db: Db, actor: Actor, taskId: number) {
  if (!(await isTaskVisible(db, actor, taskId))) throw notFound();
}

/**
 * The ids of those who are named.
 * @param before those whom the comment named until now: they stay
 * @throws {FieldProblem} for a person who may not see the task, may not be named to the actor, or does not exist
 */
async function readersNamed(
  trx: Db,
  actor: Actor,
  taskId: number,
  body: string,
  before: readonly number[] = [],
): Promise<number[]> {
  const ids = mentionedIn(body);
  const readers = await listReadersAmong(trx, actor, taskId, ids);
  for (const id of before) readers.add(id);
  if (ids.some((id) => !readers.has(id))) refuseField("body", "mention_refused");
  return ids;
}

async function recordAll(trx: Db, actor: Actor, task: number, comment: number, ids: number[]) {
  for (const userId of ids)
    await recordMention(trx, { commentId: comment, taskId: task, userId, byId: actor.id });
}

/** Writes a comment and returns its id. @throws {Problem} 404 beyond the actor's scope */
export async function createComment(
  db: Db,
  actor: Actor,
  taskId: number,
  body: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await requireVisible(trx, actor, taskId);
    const named = await readersNamed(trx, actor, taskId, body);
    const id = await insertComment(trx, actor, taskId, body);
    await recordAll(trx, actor, taskId, id, named);
    const change = { comment: id, body };
    await insertAudit(trx, actor, { action: "comment_add", resource, id: taskId, change });
    return id;
  });
}

/** @throws {Problem} 403 for a comment of somebody else, 409 `comment_closed` after its time */
async function heldComment(trx: Db, actor: Actor, taskId: number, id: number): Promise<CommentRow> {
  await requireVisible(trx, actor, taskId);
  const row = await findCommentRow(trx, taskId, id);
  if (!row || row.deleted_at !== null) throw notFound();
  if (row.author_id !== actor.id) throw denied();
  if (!isOpenTo(actor, row)) throw new Problem(409, "comment_closed");
  return row;
}

/** Another text; who is named anew is told, who was named before is not told again. */
export async function changeComment(
  db: Db,
  actor: Actor,
  { id: taskId, comment }: { id: number; comment: number },
  body: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await heldComment(trx, actor, taskId, comment);
    const old = mentionedIn(before.body);
    const named = await readersNamed(trx, actor, taskId, body, old);
    await updateComment(trx, comment, { body, changed_at: new Date() });
    await deleteMentions(trx, comment, named);
    await recordAll(
      trx,
      actor,
      taskId,
      comment,
      named.filter((one) => !old.includes(one)),
    );
    const change = { comment, before: before.body, body };
    await insertAudit(trx, actor, { action: "comment_change", resource, id: taskId, change });
  });
}

/** Its text goes; that it was there, by whom and when, stays. */
export async function removeComment(
  db: Db,
  actor: Actor,
  { id: taskId, comment }: { id: number; comment: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { body } = await heldComment(trx, actor, taskId, comment);
    await updateComment(trx, comment, { body: "", deleted_at: new Date() });
    await deleteMentions(trx, comment, []);
    const change = { comment, before: body };
    await insertAudit(trx, actor, { action: "comment_delete", resource, id: taskId, change });
  });
}
