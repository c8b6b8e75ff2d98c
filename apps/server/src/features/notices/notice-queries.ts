/** Somebody's own notices: those whose row they may see now, though it was told of earlier. */

import type { Notice, NoticeChoice, NoticeCount, NoticeQuery } from "@nihol/contract/notices";
import {
  type NoticeFacts,
  type NoticeKind,
  type NoticeSubject,
  type NoticeWay,
  noticeKinds,
  noticeSubjects,
  wayAtFirst,
} from "@nihol/contract/values/notices";
import { keysOf, recordOf } from "@nihol/contract/values/record-of";
import type { Db } from "@nihol/db/connection";
import { noticeSeen } from "@nihol/store/notices/notice-subjects";
import { sql } from "kysely";
import { type Actor, mayCall } from "../../http/actor.ts";
import { slice } from "../../http/paging.ts";

/** The badge says no more than "99+". */
const countedMax = 100;

/** Seen as another role, what that role may not see is left out too. */
const subjectsOf = (actor: Actor): NoticeSubject[] =>
  keysOf(noticeSubjects).filter((subject) => {
    const right = noticeSubjects[subject];
    return right === null || mayCall(right, actor);
  });

const own = (db: Db, actor: Actor) =>
  db
    .selectFrom("notice as n")
    .innerJoin("user_account as u", "u.id", "n.user_id")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .where("n.user_id", "=", actor.id)
    .where(noticeSeen(subjectsOf(actor)));

export async function listNotices(db: Db, actor: Actor, query: NoticeQuery) {
  let rows = own(db, actor);
  if (query.kind) rows = rows.where("n.kind", "=", query.kind);
  if (query.unread !== undefined)
    rows = rows.where("n.read_at", query.unread ? "is" : "is not", null);
  if (query.since_last_visit)
    rows = rows.where(
      sql<boolean>`(n.read_at is null or n.created_at > coalesce(u.previous_login, u.created_at))`,
    );
  const { limit, offset } = slice(query);
  const { count } = await rows
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  const page = await rows
    .select(["n.id", "n.kind", "n.subject", "n.subject_id", "n.facts", "n.created_at", "n.read_at"])
    .orderBy("n.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows: page.map(toNotice) };
}

function toNotice(row: {
  id: number;
  kind: NoticeKind;
  subject: NoticeSubject;
  subject_id: number;
  facts: NoticeFacts;
  created_at: Date;
  read_at: Date | null;
}): Notice {
  return {
    ...row,
    facts: { ...row.facts },
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

/** Counts the unread of the newest hundred, in all and by what they tell of. */
export async function countUnread(db: Db, actor: Actor): Promise<NoticeCount> {
  const found = own(db, actor)
    .where("n.read_at", "is", null)
    .select(["n.id", "n.subject"])
    .orderBy("n.id", "desc")
    .limit(countedMax);
  const rows = await db
    .selectFrom(found.as("f"))
    .select(["subject", sql<number>`count(*)::int`.as("count")])
    .groupBy("subject")
    .execute();
  return {
    unread: rows.reduce((sum, { count }) => sum + count, 0),
    subjects: Object.fromEntries(rows.map(({ subject, count }) => [subject, count])),
  };
}

/** Marks one's own; null for all of them. */
export async function setRead(db: Db, userId: number, ids: number[] | null, read: boolean) {
  let rows = db
    .updateTable("notice")
    .set({ read_at: read ? new Date() : null })
    .where("user_id", "=", userId)
    .where("read_at", read ? "is" : "is not", null);
  if (ids) rows = rows.where("id", "in", ids);
  await rows.execute();
}

export async function getChoice(db: Db, userId: number): Promise<Omit<NoticeChoice, "mail">> {
  const { email, weekly_mail } = await db
    .selectFrom("user_account")
    .where("id", "=", userId)
    .select(["email", "weekly_mail"])
    .executeTakeFirstOrThrow();
  const chosen = await db
    .selectFrom("notice_choice")
    .where("user_id", "=", userId)
    .select(["kind", "way"])
    .execute();
  const ways = new Map(chosen.map(({ kind, way }) => [kind, way]));
  return {
    ways: recordOf(noticeKinds, (kind) => ways.get(kind) ?? wayAtFirst(kind)),
    weekly: weekly_mail,
    email,
  };
}

/** Keeps what was sent of the choice; the rest stays. */
export async function writeChoice(
  trx: Db,
  userId: number,
  { ways = {}, weekly }: { ways?: Partial<Record<NoticeKind, NoticeWay>>; weekly?: boolean },
) {
  const rows = noticeKinds.flatMap((kind) => {
    const way = ways[kind];
    return way ? [{ user_id: userId, kind, way }] : [];
  });
  if (rows.length > 0)
    await trx
      .insertInto("notice_choice")
      .values(rows)
      .onConflict((on) =>
        on.columns(["user_id", "kind"]).doUpdateSet((eb) => ({ way: eb.ref("excluded.way") })),
      )
      .execute();
  if (weekly !== undefined)
    await trx
      .updateTable("user_account")
      .set({ weekly_mail: weekly })
      .where("id", "=", userId)
      .execute();
}
