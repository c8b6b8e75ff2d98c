/** Comments on a violation, and how its state came about. */

import type { ViolationState } from "@nihol/contract/values/violations";
import type { ViolationChange, ViolationComment } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { commentCan } from "../../policies/violations.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";

/** Oldest first, as they were said. One's own may be taken back; others' by those who may delete the case. */
export async function listComments(
  db: Db,
  actor: Actor,
  violation: number,
  isAccused: boolean,
): Promise<ViolationComment[]> {
  const rows = await db
    .selectFrom("violation_comment")
    .where("violation_id", "=", violation)
    .selectAll()
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    author: row.author,
    body: row.body,
    created_at: row.created_at.toISOString(),
    can: commentCan(actor, row.user_id, isAccused),
  }));
}

export async function findComment(db: Db, violation: number, id: number) {
  return db
    .selectFrom("violation_comment")
    .where("violation_id", "=", violation)
    .where("id", "=", id)
    .select(["id", "user_id", "body"])
    .executeTakeFirst();
}

export async function countComments(db: Db, violation: number): Promise<number> {
  const { n } = await db
    .selectFrom("violation_comment")
    .where("violation_id", "=", violation)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertComment(db: Db, actor: Actor, violation: number, body: string) {
  await db
    .insertInto("violation_comment")
    .values({ violation_id: violation, user_id: actor.id, author: authorName(actor), body })
    .execute();
}

export async function deleteComment(db: Db, id: number) {
  await db.deleteFrom("violation_comment").where("id", "=", id).execute();
}

/** Oldest first; the first line has no state before it. */
export async function listHistory(db: Db, violation: number): Promise<ViolationChange[]> {
  const rows = await db
    .selectFrom("violation_change")
    .where("violation_id", "=", violation)
    .selectAll()
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    field: row.field,
    from_value: row.from_value,
    to_value: row.to_value,
    from: row.from_state,
    to: row.to_state,
    comment: row.comment,
    author: row.author,
    created_at: row.created_at.toISOString(),
  }));
}

export async function insertChange(
  db: Db,
  actor: Actor,
  violation: number,
  change: { from: ViolationState | null; to: ViolationState; comment: string },
) {
  await db
    .insertInto("violation_change")
    .values({
      violation_id: violation,
      from_state: change.from,
      to_state: change.to,
      comment: change.comment,
      user_id: actor.id,
      author: authorName(actor),
    })
    .execute();
}

/** Another deadline or responsible person; the state stays as it is. */
export async function insertFieldChange(
  db: Db,
  actor: Actor,
  { id, state }: { id: number; state: ViolationState },
  change: { field: "due_date" | "responsible"; from_value: string | null; to_value: string | null },
) {
  await db
    .insertInto("violation_change")
    .values({
      violation_id: id,
      from_state: state,
      to_state: state,
      ...change,
      user_id: actor.id,
      author: authorName(actor),
    })
    .execute();
}
