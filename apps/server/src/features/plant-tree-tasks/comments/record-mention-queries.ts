/** Naming a person in a comment on a planting task. */
import type { Db } from "@nihol/db/connection";
import { notify } from "@nihol/store/notices/notify";

/** Person newly named by a comment. */
interface NewMention {
  commentId: number;
  taskId: number;
  userId: number;
  /** Author of the comment. */
  byId: number;
}

/** Writes that a comment names a person, and tells them; called once for each, in the transaction that writes the comment. */
export async function recordMention(
  trx: Db,
  { commentId, taskId, userId, byId }: NewMention,
): Promise<void> {
  await trx
    .insertInto("task_mention")
    .values({ comment_id: commentId, user_id: userId })
    .onConflict((conflict) => conflict.columns(["comment_id", "user_id"]).doNothing())
    .execute();
  const { author } = await trx
    .selectFrom("task_comment")
    .where("id", "=", commentId)
    .select("author")
    .executeTakeFirstOrThrow();
  await notify(trx, {
    ...{ kind: "mention", subject: "task", id: taskId, actor: byId },
    people: [userId],
    facts: { author },
  });
}
