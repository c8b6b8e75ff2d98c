/** The rows that notices tell of: how each is found, who may see it, and what it is called. */
import { type NoticeSubject, noticeSubjects } from "@nihol/contract/values/notices";
import { accountHolds } from "@nihol/policies/account-rights";
import { accountSeesPeriod } from "@nihol/policies/report-periods";
import { devicePlace, offersTo, seesPlace, seesTask, seesViolation } from "@nihol/policies/sees";
import { seesImage } from "@nihol/policies/sees-images";
import { eachAccount } from "@nihol/policies/viewer";
import { type RawBuilder, type SqlBool, sql } from "kysely";

interface SubjectSql {
  /** The tables that hold it, for `from`. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Condition that the row lies in the scope of `user_account as u` with its role `r`; the right is asked besides. */
  sees: RawBuilder<SqlBool>;
  /** Facts that every notice of it carries. */
  facts: RawBuilder<unknown>;
}

/** Moment on the programme's clock, as `noticeParams` writes it with its time. */
const clockTime = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone programme_zone(), 'YYYY-MM-DD"T"HH24:MI')`;

export const subjectSql: Record<NoticeSubject, SubjectSql> = {
  task: {
    from: sql`planting_task k join garden g on g.id = k.garden_id`,
    id: sql`k.id`,
    sees: seesTask(eachAccount, "k"),
    facts: sql`jsonb_build_object('number', k.id, 'garden', g.name, 'due', k.due_date)`,
  },
  violation: {
    from: sql`violation v`,
    id: sql`v.id`,
    sees: seesViolation(eachAccount),
    facts: sql`jsonb_strip_nulls(jsonb_build_object('number', v.number, 'title', v.title, 'due', v.due_date))`,
  },
  device: {
    from: sql`device v`,
    id: sql`v.id`,
    sees: seesPlace(eachAccount, devicePlace),
    facts: sql`jsonb_build_object('name', v.name)`,
  },
  alert: {
    from: sql`alert a join device v on v.id = a.device_id`,
    id: sql`a.id`,
    sees: seesPlace(eachAccount, devicePlace),
    facts: sql`jsonb_strip_nulls(jsonb_build_object('name', v.name, 'rule', a.rule_name,
      'began', ${clockTime(sql`a.began_at`)}, 'cleared', ${clockTime(sql`a.cleared_at`)}))`,
  },
  // Its author alone is told, also once it is deleted: then the audit log says what it was called.
  rule: {
    from: sql`(select r.id, r.name from alert_rule r union all
      select l.resource_id::int, l.change->>'name' from audit_log l
      where l.resource = 'alertrule' and l.action = 'delete') q`,
    id: sql`q.id`,
    sees: sql<SqlBool>`true`,
    facts: sql`jsonb_build_object('rule', q.name)`,
  },
  image: {
    from: sql`whole_image w join imagery_process p on p.id = w.process_id`,
    id: sql`w.id`,
    sees: seesImage(eachAccount),
    facts: sql`jsonb_build_object('date', w.captured_on, 'file', p.file_name)`,
  },
  export: {
    from: sql`export e`,
    id: sql`e.id`,
    sees: sql<SqlBool>`e.user_id = u.id`,
    facts: sql`jsonb_build_object('file', e.file_name)`,
  },
  period: {
    from: sql`report_period q`,
    id: sql`q.id`,
    sees: accountSeesPeriod,
    facts: sql`jsonb_build_object('from', q.from_date, 'to', q.to_date)`,
  },
  // By the number of its task, as long as that is handed in.
  verdict: {
    from: sql`planting_verdict e join planting_task k on k.id = e.task_id
      and k.status in ('submitted', 'needs_changes', 'completed') join garden g on g.id = k.garden_id`,
    id: sql`e.task_id`,
    sees: seesTask(eachAccount, "k"),
    facts: sql`jsonb_build_object('number', k.id, 'garden', g.name)`,
  },
  backup: {
    from: sql`backup_run b`,
    id: sql`b.id`,
    sees: sql<SqlBool>`r.built_in`,
    facts: sql`jsonb_build_object('day', programme_day(coalesce(b.moment, b.due_at, b.created_at)))`,
  },
  // The count is the reader's own: of the gardens that they see.
  source: {
    from: sql`imagery_source i`,
    id: sql`i.id`,
    sees: sql<SqlBool>`exists (select ${offersTo(eachAccount)})`,
    facts: sql`jsonb_build_object('name', i.name, 'count',
      (select count(*)::int ${offersTo(eachAccount)} and o.status = 'new'))`,
  },
};

/** Condition that the account has the right to see such rows, and this one in its scope. */
export function maySee(subject: NoticeSubject): RawBuilder<SqlBool> {
  const right = noticeSubjects[subject];
  const { sees } = subjectSql[subject];
  return right ? sql<SqlBool>`(${accountHolds(right)} and ${sees})` : sees;
}

/** Over `notice as n`, `user_account as u` and its role `r`: whether its row is there and within their scope now. */
export function noticeSeen(subjects: readonly NoticeSubject[]): RawBuilder<SqlBool> {
  if (subjects.length === 0) return sql<SqlBool>`false`;
  const each = subjects.map((subject) => {
    const { from, id } = subjectSql[subject];
    return sql`(n.subject = ${sql.lit(subject)}
      and exists (select from ${from} where ${id} = n.subject_id and ${maySee(subject)}))`;
  });
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}
