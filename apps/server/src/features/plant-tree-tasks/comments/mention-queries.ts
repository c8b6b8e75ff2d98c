/** People whom comments on planting tasks name: those who may, and those who are. */

import type { Mention, MentionedPerson, TaskPerson } from "@nihol/contract/planting/task-comments";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { accountHolds } from "@nihol/policies/account-rights";
import { seesTask } from "@nihol/policies/sees";
import { eachAccount } from "@nihol/policies/viewer";
import { sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { slice } from "../../../http/paging.ts";
import { nameablePeople } from "../../../policies/people.ts";
import { tasksVisibleTo } from "../../../policies/planting.ts";
import { inOrderOf, textContains } from "../../../shared/rows/names-sql.ts";
import { referenceTo } from "../../../shared/rows/reference.ts";

/** So many names are proposed at once. */
const proposed = 8;

/** A person's name, or the e-mail of an account without one. */
export const personName = sql<string>`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`;

/** Whoever gave the task, moved it on, reported or commented. */
const partakers = (taskId: number) => sql`select created_by from planting_task where id = ${taskId}
  union all select changed_by from planting_task_status where task_id = ${taskId}
  union all select created_by from planting_report where task_id = ${taskId}
  union all select author_id from task_comment where task_id = ${taskId} and deleted_at is null`;

/** People who may see the task and may be named to the actor. */
const readers = (db: Db, actor: Actor, taskId: number) =>
  db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .innerJoin("user_account as u", (join) => join.onTrue())
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .where("t.id", "=", taskId)
    .where("u.is_active", "=", true)
    .where(accountHolds("planttreetask.view"))
    .where(seesTask(eachAccount, "t"))
    .where(nameablePeople(actor, partakers(taskId)));

/** Those whom the actor may name in a comment, by a part of their name; the first of them in the order of names. */
export async function listTaskPeople(
  db: Db,
  actor: Actor,
  taskId: number,
  search: string | undefined,
  language: Language,
): Promise<TaskPerson[]> {
  const rows = await readers(db, actor, taskId)
    .leftJoin("ministry as m", "m.id", "u.ministry_id")
    .$if(Boolean(search), (some) => some.where(textContains(personName, search ?? "")))
    .select(["u.id", "m.id as ministry_id", "m.name as ministry_name"])
    .select(personName.as("name"))
    .orderBy(inOrderOf(personName, language))
    .orderBy("u.id")
    .limit(proposed)
    .execute();
  return rows.map(({ id, name, ministry_id, ministry_name }) => ({
    id,
    name,
    organization: referenceTo(ministry_id, ministry_name),
  }));
}

/** Of these people, those whom the actor may name in a comment. */
export async function listReadersAmong(
  db: Db,
  actor: Actor,
  taskId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await readers(db, actor, taskId)
    .where("u.id", "in", [...ids])
    .select("u.id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The people whom comments name, by the comments' ids. */
export async function listMentioned(
  db: Db,
  commentIds: readonly number[],
): Promise<Map<number, MentionedPerson[]>> {
  const rows = await db
    .selectFrom("task_mention as n")
    .innerJoin("user_account as u", "u.id", "n.user_id")
    .where("n.comment_id", "in", commentIds.length ? [...commentIds] : [0])
    .select(["n.comment_id", "u.id"])
    .select(personName.as("name"))
    .orderBy("n.id")
    .execute();
  const found = new Map<number, MentionedPerson[]>();
  for (const { comment_id, id, name } of rows)
    found.set(comment_id, [...(found.get(comment_id) ?? []), { id, name }]);
  return found;
}

/** Comments that name the actor, on tasks that they see; deleted ones name nobody. */
export async function listMentionsOf(
  db: Db,
  actor: Actor,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: Mention[] }> {
  const all = db
    .selectFrom("task_mention as n")
    .innerJoin("task_comment as c", "c.id", "n.comment_id")
    .innerJoin("planting_task as t", "t.id", "c.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("n.user_id", "=", actor.id)
    .where("c.deleted_at", "is", null)
    .where(tasksVisibleTo(actor));
  const { count } = await all
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const rows = await all
    .select(["n.id", "n.created_at", "c.id as comment_id", "c.body", "c.author"])
    .select(["t.id as task_id", "g.id as garden_id", "g.name as garden_name"])
    .orderBy("n.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const named = await listMentioned(
    db,
    rows.map(({ comment_id }) => comment_id),
  );
  return {
    count: Number(count),
    rows: rows.map((row) => ({
      id: row.id,
      task: { id: row.task_id, garden: { id: row.garden_id, name: { ...row.garden_name } } },
      comment: {
        id: row.comment_id,
        body: row.body,
        author: row.author,
        mentions: named.get(row.comment_id) ?? [],
      },
      at: row.created_at.toISOString(),
    })),
  };
}
