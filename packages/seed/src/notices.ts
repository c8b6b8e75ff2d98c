/** Notices of the demonstration's people in the last days, written by the same rule as the product's own. */

import type { NoticeKind, NoticeSubject } from "@nihol/contract/values/notices";
import type { Db } from "@nihol/db/connection";
import { notifyOf } from "@nihol/store/notices/notify";
import { type RawBuilder, sql } from "kysely";

const tasks = (where: RawBuilder<unknown>) => sql`
  select t.id, '{}'::jsonb as facts, null::text as once from planting_task t where t.demo and ${where} order by t.id desc limit 2`;
const verdicts = (where: RawBuilder<unknown>) => sql`
  select t.id, jsonb_build_object('verdict', e.decided) as facts, null::text as once
  from planting_verdict e join planting_task t on t.id = e.task_id where t.demo and ${where} order by t.id desc limit 2`;
const cases = (where: RawBuilder<unknown>) => sql`
  select c.id, '{}'::jsonb as facts, null::text as once from violation c where c.demo and ${where} order by c.id desc limit 2`;

/** Oldest first. */
const notices: [kind: NoticeKind, subject: NoticeSubject, rows: RawBuilder<unknown>][] = [
  ["report_accepted", "task", tasks(sql`t.status = 'completed'`)],
  ["violation_opened", "violation", cases(sql`c.ministry_id is not null`)],
  ["violation_responsible", "violation", cases(sql`c.responsible_id is not null`)],
  ["violation_referred", "violation", cases(sql`c.state = 'referred'`)],
  ["report_returned", "task", tasks(sql`t.status = 'needs_changes'`)],
  ["verdict_decided", "verdict", verdicts(sql`e.decided is not null`)],
  ["task_given", "task", tasks(sql`t.status in ('pending', 'in_progress')`)],
  ["report_submitted", "task", tasks(sql`t.status = 'submitted'`)],
];

/** Notices of the demonstration, some hours apart; what is older than two days was read. */
export async function seedNotices(db: Db): Promise<void> {
  for (const [kind, subject, rows] of notices) await notifyOf(db, { kind, subject }, rows);
  await sql`
    update notice n set created_at = a.at, read_at = case when a.at < now() - interval '2 days' then a.at + interval '3 hours' end
    from (select id, now() - (row_number() over (partition by user_id order by id desc)) * interval '17 hours' as at
      from notice) a where a.id = n.id`.execute(db);
}
