/** The one way to tell people of something: in the transaction in which it happened. */

import {
  type NoticeFacts,
  type NoticeKind,
  type NoticeSubject,
  wayAtFirst,
} from "@nihol/contract/values/notices";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { inSavepoint } from "@nihol/db/savepoint";
import { type RawBuilder, sql } from "kysely";
import { mailIsSent } from "./mail-fact.ts";
import { type Named, recipientsOf } from "./notice-recipients.ts";
import { maySee, subjectSql } from "./notice-subjects.ts";

interface NoticeOfKind extends Named {
  kind: NoticeKind;
  subject: NoticeSubject;
  /** Account of the person who did it: they are not notified. */
  actor?: number | undefined;
}

/** Notice of one row. */
interface Notification extends NoticeOfKind {
  id: number;
  /** Beside what the row itself says. */
  facts?: NoticeFacts;
  /** Nobody is told twice of the same row with the same word here. */
  once?: string;
}

/** Letters wait so long for others of one action: tasks given to many gardens are one letter. */
const gatherFor = sql`interval '1 minute'`;

/**
 * Writes the notices of many rows: `rows` gives `id`, `facts` and `once` (null to tell each time), and of those
 * told once, the ones that nobody was told of yet.
 * @returns how many people were told
 */
export async function notifyOf(
  trx: Db,
  notice: NoticeOfKind,
  rows: RawBuilder<unknown>,
): Promise<number> {
  const { kind, subject, actor = null } = notice;
  const { from, id, facts } = subjectSql[subject];
  const way = sql`coalesce(c.way, ${sql.lit(wayAtFirst(kind))})`;
  const { rows: counted } = await sql<{ n: number }>`
    with written as (insert into notice (user_id, kind, subject, subject_id, facts, once, way)
    select u.id, ${kind}, ${subject}, s.id, ${facts} || s.facts, s.once, ${way}
    from (${rows}) s
    join ${from} on ${id} = s.id
    join user_account u on u.is_active and u.id is distinct from ${actor}::int
    join user_group r on r.id = u.group_id
    left join notice_choice c on c.user_id = u.id and c.kind = ${kind}
    where ${way} <> 'off' and ${maySee(subject)} and ${recipientsOf(kind, notice)}
    on conflict (subject, subject_id, kind, once, user_id) where once is not null do nothing
    returning id, user_id, way
    ), mailed as (insert into mail (user_id, notice_id, next_at)
      select user_id, id, now() + ${gatherFor} from written where way = 'mail' and ${mailIsSent})
    select count(*)::int as n from written`.execute(trx);
  return counted[0]?.n ?? 0;
}

/**
 * A failed statement without its words: they, and its detail, hold values of the row. The code (PostgreSQL,
 * appendix A) and the table say what is wrong.
 */
function failure(error: unknown, { kind, subject }: NoticeOfKind, id: number | string): string {
  const named = (name: "code" | "table") =>
    error instanceof Error && name in error ? String(error[name as keyof Error]) : "unknown";
  return `${kind} of ${subject} ${id}: code ${named("code")}, table ${named("table")}`;
}

/**
 * Tells everybody whom it concerns, within the caller's transaction. What cannot be told never undoes what happened:
 * a failure here is rolled back by itself, and a warning of the process.
 */
export async function notify(trx: Db, notification: Notification) {
  const { id, facts = {}, once, ...notice } = notification;
  const row = sql`select ${id}::int as id, ${json(facts)}::jsonb as facts, ${once ?? null}::text as once`;
  await notifyGuarded(trx, notice, row, id);
}

async function notifyGuarded(
  trx: Db,
  notice: NoticeOfKind,
  rows: RawBuilder<unknown>,
  id: number | string,
) {
  await inSavepoint(trx, () => notifyOf(trx, notice, rows)).catch((error: unknown) =>
    process.emitWarning(failure(error, notice, id), "NoticeNotWritten"),
  );
}

/** The same of many rows by their ids, with what each says of itself, in one statement. */
export async function notifyEach(trx: Db, notice: NoticeOfKind, ids: readonly number[]) {
  if (ids.length === 0) return;
  const rows = sql`select id, '{}'::jsonb as facts, null::text as once from unnest(${[...ids]}::int[]) as t (id)`;
  await notifyGuarded(trx, notice, rows, ids.join(", "));
}
