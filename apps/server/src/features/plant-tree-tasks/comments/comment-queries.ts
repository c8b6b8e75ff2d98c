/** Comments on planting tasks, as they are stored. */

import type { TaskComment } from "@nihol/contract/planting/task-comments";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Updateable } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { slice } from "../../../http/paging.ts";
import { commentCan } from "../../../policies/task-comments.ts";
import { listMentioned, personName } from "./mention-queries.ts";

const columns = ["c.id", "c.author_id", "c.author", "c.body"] as const;
const moments = ["c.created_at", "c.changed_at", "c.deleted_at"] as const;

const commentsOf = (db: Db, taskId: number) =>
  db.selectFrom("task_comment as c").where("c.task_id", "=", taskId);
const selected = (rows: ReturnType<typeof commentsOf>) => rows.select(columns).select(moments);
export type CommentRow = Awaited<
  ReturnType<ReturnType<typeof selected>["executeTakeFirstOrThrow"]>
>;

function toComment(
  actor: Actor,
  row: CommentRow,
  mentions: TaskComment["mentions"] = [],
): TaskComment {
  const deleted = row.deleted_at !== null;
  return {
    id: row.id,
    body: deleted ? "" : row.body,
    mentions: deleted ? [] : mentions,
    author: row.author,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at?.toISOString() ?? null,
    deleted,
    can: commentCan(actor, row),
  };
}

async function shown(db: Db, actor: Actor, rows: CommentRow[]): Promise<TaskComment[]> {
  const mentioned = await listMentioned(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toComment(actor, row, mentioned.get(row.id)));
}

/** Page of a task's comments, newest first, and how many there are. */
export async function listComments(
  db: Db,
  actor: Actor,
  taskId: number,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: TaskComment[] }> {
  const { count } = await commentsOf(db, taskId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const rows = await selected(commentsOf(db, taskId))
    .orderBy("c.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), rows: await shown(db, actor, rows) };
}

export const findCommentRow = (db: Db, taskId: number, id: number) =>
  selected(commentsOf(db, taskId)).where("c.id", "=", id).executeTakeFirst();

/** Finds a comment of a task; undefined where it is not the task's. */
export async function findComment(
  db: Db,
  actor: Actor,
  taskId: number,
  id: number,
): Promise<TaskComment | undefined> {
  const row = await findCommentRow(db, taskId, id);
  return row && (await shown(db, actor, [row]))[0];
}

/** Writes a comment in the name of the actor, as they are called now. */
export async function insertComment(trx: Db, actor: Actor, taskId: number, body: string) {
  const { author } = await trx
    .selectFrom("user_account as u")
    .where("u.id", "=", actor.id)
    .select(personName.as("author"))
    .executeTakeFirstOrThrow();
  const row = await trx
    .insertInto("task_comment")
    .values({ task_id: taskId, author_id: actor.id, author, body })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateComment(
  trx: Db,
  id: number,
  changed: Updateable<Database["task_comment"]>,
) {
  await trx.updateTable("task_comment").set(changed).where("id", "=", id).execute();
}

/** Takes back who is named, but for those who still are. */
export async function deleteMentions(trx: Db, commentId: number, but: readonly number[]) {
  await trx
    .deleteFrom("task_mention")
    .where("comment_id", "=", commentId)
    .where("user_id", "not in", but.length ? [...but] : [0])
    .execute();
}
