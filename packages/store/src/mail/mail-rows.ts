/** The letters that wait: which are to be sent, to whom, and what became of an attempt. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Language } from "@nihol/contract/values/languages";
import {
  type NoticeFacts,
  type NoticeKind,
  type NoticeSubject,
  noticeSubjects,
  type WeekFacts,
} from "@nihol/contract/values/notices";
import { keysOf } from "@nihol/contract/values/record-of";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { JobRequest } from "../jobs/job-queue.ts";
import { noticeSeen } from "../notices/notice-subjects.ts";

/** Jobs are sent for so many at once; the rest follows with the next reconciling. */
const batch = 200;
/** A letter that the server refuses for good is tried so often … */
const refusedMax = 3;
/** … and one that it asks to send later, for so many days. */
const laterDays = 5;
/** Of those given up, so many are shown. */
const refusedShown = 20;
/** Minutes between two attempts at most: of one letter, and of all while the server does not answer. */
const pauseMax = { letter: 60, server: 15 };

/** So many notices stand in one letter; the rest follows in the next. */
const noticesMax = 200;

interface MailedNotice {
  kind: NoticeKind;
  subject: NoticeSubject;
  subject_id: number;
  facts: NoticeFacts;
}

/** A letter as it is to be written. */
export interface WaitingMail {
  id: number;
  /** Its own row and those of the notices that it tells of too. */
  ids: number[];
  email: string;
  language: Language;
  attempts: number;
  created_at: Date;
  /** All of one kind, the oldest first; none in the overview of a week. */
  notices: MailedNotice[];
  week: string | null;
  facts: WeekFacts | null;
}

/**
 * Notices of one kind that wait for one person go in one letter, that of the oldest: a hundred tasks that are given
 * at once are one letter. Says whether the mail `m` of the notice `n` goes with an older one.
 */
const goesWithAnother = sql<SqlBool>`exists (select from mail e join notice en on en.id = e.notice_id
  where e.user_id = m.user_id and e.state = 'waiting' and e.id < m.id and en.kind = n.kind)`;

/** Lists a job for each letter whose time has come; for the reconciler. */
export async function unsentMail(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("mail as m")
    .leftJoin("notice as n", "n.id", "m.notice_id")
    .where("m.state", "=", "waiting")
    .where("m.next_at", "<=", sql<Date>`now()`)
    .where(sql<SqlBool>`not ${goesWithAnother}`)
    .orderBy("m.id")
    .limit(batch)
    .select("m.id")
    .execute();
  return rows.map(({ id }) => ({
    name: "mail.send",
    data: { mail: id } satisfies JobPayload<"mail.send">,
  }));
}

/** Of the same kind and for the same person as the mail `id`, what waits beside it and may still be seen. */
async function listCompanions(db: Db, id: number, kind: NoticeKind) {
  const rows = await db
    .selectFrom("mail as first")
    .innerJoin("mail as m", (join) =>
      join.onRef("m.user_id", "=", "first.user_id").onRef("m.id", ">", "first.id"),
    )
    .innerJoin("user_account as u", "u.id", "m.user_id")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .innerJoin("notice as n", "n.id", "m.notice_id")
    .where("first.id", "=", id)
    .where("m.state", "=", "waiting")
    .where("n.kind", "=", kind)
    .where(sql<SqlBool>`${noticeSeen(keysOf(noticeSubjects))}`)
    .orderBy("m.id")
    .limit(noticesMax - 1)
    .select(["m.id", "n.kind", "n.subject", "n.subject_id", "n.facts"])
    .execute();
  return rows;
}

/** A waiting letter; one whose reader is inactive or may not see its row any more is deleted. */
export async function takeMail(db: Db, id: number): Promise<WaitingMail | undefined> {
  const subjects = keysOf(noticeSubjects);
  const row = await db
    .selectFrom("mail as m")
    .innerJoin("user_account as u", "u.id", "m.user_id")
    .innerJoin("user_group as r", "r.id", "u.group_id")
    .leftJoin("notice as n", "n.id", "m.notice_id")
    .where("m.id", "=", id)
    .where("m.state", "=", "waiting")
    .where("m.next_at", "<=", sql<Date>`now()`)
    .where(sql<SqlBool>`not ${goesWithAnother}`)
    .select(["m.id", "u.email", "u.language", "m.attempts", "m.created_at", "m.week", "m.facts"])
    .select(["n.kind", "n.subject", "n.subject_id", "n.facts as notice_facts"])
    .select(sql<boolean>`u.is_active and (n.id is null or ${noticeSeen(subjects)})`.as("is_wanted"))
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.is_wanted) {
    await db.deleteFrom("mail").where("id", "=", id).execute();
    return undefined;
  }
  const { kind, subject, subject_id, notice_facts, is_wanted: _, facts, ...mail } = row;
  if (kind === null || subject === null || subject_id === null)
    return { ...mail, ids: [id], facts, notices: [] };
  const first = { kind, subject, subject_id, facts: notice_facts ?? {} };
  const companions = await listCompanions(db, id, kind);
  const ids = [id, ...companions.map((one) => one.id)];
  return { ...mail, ids, facts, notices: [first, ...companions] };
}

export async function completeMail(db: Db, { ids }: Pick<WaitingMail, "ids">): Promise<void> {
  await db
    .updateTable("mail")
    .set({ state: "sent", sent_at: sql<Date>`now()`, problem: null })
    .where("id", "in", ids)
    .execute();
}

const later = (attempts: number, max: number) =>
  sql<Date>`now() + ${Math.min(2 ** attempts, max)}::int * interval '1 minute'`;

/** The server does not take this letter; after some attempts it is given up, and an administrator sees it. */
export async function refuseMail(
  db: Db,
  { ids, attempts, created_at }: Pick<WaitingMail, "ids" | "attempts" | "created_at">,
  { isFinal, problem }: { isFinal: boolean; problem: string },
): Promise<void> {
  const isOld = created_at.getTime() < Date.now() - laterDays * 86_400_000;
  const isGivenUp = isFinal ? attempts + 1 >= refusedMax : isOld;
  await db
    .updateTable("mail")
    .set({
      state: isGivenUp ? "refused" : "waiting",
      attempts: attempts + 1,
      next_at: later(attempts, pauseMax.letter),
      problem,
    })
    .where("id", "in", ids)
    .execute();
}

/** The server itself does not answer or let us in: every letter waits, however long, and none is given up for it. */
export async function postponeMail(
  db: Db,
  { id, attempts }: Pick<WaitingMail, "id" | "attempts">,
  problem: string,
): Promise<void> {
  const next_at = later(attempts, pauseMax.server);
  await db
    .updateTable("mail")
    .set({ next_at })
    .where("state", "=", "waiting")
    .where("next_at", "<", next_at)
    .execute();
  await db
    .updateTable("mail")
    .set({ attempts: attempts + 1, problem })
    .where("id", "=", id)
    .execute();
}

/** State of the mail for an administrator; `since` is when the oldest letter that waits was written. */
export async function mailState(db: Db) {
  const { rows } = await sql<{
    waiting: number;
    refused: number;
    since: Date | null;
    problem: string | null;
  }>`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'refused')::int as refused,
      min(created_at) filter (where state = 'waiting') as since,
      (select m.problem from mail m where m.state = 'waiting' and m.problem is not null
        order by m.id desc limit 1) as problem
    from mail where state in ('waiting', 'refused')`.execute(db);
  return rows[0] ?? { waiting: 0, refused: 0, since: null, problem: null };
}

/** The newest letters that the mail server refused for good. */
export async function listRefusedMail(db: Db) {
  const rows = await db
    .selectFrom("mail as m")
    .innerJoin("user_account as u", "u.id", "m.user_id")
    .where("m.state", "=", "refused")
    .select(["m.id", "u.email", "m.problem", "m.created_at"])
    .orderBy("m.id", "desc")
    .limit(refusedShown)
    .execute();
  return rows.map((row) => ({ ...row, problem: row.problem ?? "" }));
}

/** Begins anew with every letter that waits or was refused: the addresses or the server have been mended. */
export async function retryMail(db: Db): Promise<void> {
  await db
    .updateTable("mail")
    .set({ state: "waiting", attempts: 0, next_at: sql<Date>`now()` })
    .where("state", "in", ["waiting", "refused"])
    .execute();
}

/** Deletes letters that were sent or given up, after their days. @returns how many went */
export async function deleteOldMail(db: Db, now: Date, days: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from mail where state <> 'waiting'
    and created_at < ${now}::timestamptz - ${days}::int * interval '1 day'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
