/**
 * Who is told of what, as sentences: over the row, `user_account as u` and its role `r`. That they may see the row,
 * are active and have not done it themselves is asked besides (`notify.ts`).
 */
import type { NoticeKind } from "@nihol/contract/values/notices/notices";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { accountHolds, imageShowsGardenOf } from "../accounts/account-scope.ts";

type Clause = RawBuilder<SqlBool>;

const itsOrganization = sql<SqlBool>`u.ministry_id = k.ministry_id`;
/** Those who plant; where no organization does, whoever gave the task. */
const itsPlanters = sql<SqlBool>`(u.ministry_id = k.ministry_id or (k.ministry_id is null and u.id = k.created_by))`;
const itsReviewers = accountHolds("planttreetask.change");
const itsReporters = sql<SqlBool>`(u.id in (select p.created_by from planting_report p where p.task_id = k.id)
  or u.id in (select s.changed_by from planting_task_status s where s.task_id = k.id and s.status = 'submitted'))`;
const against = sql<SqlBool>`(u.ministry_id = v.ministry_id
  or u.ministry_id = (select g.ministry_id from garden g where g.id = v.garden_id))`;
const whoKeepsDevices = accountHolds("device.change");

/** Those named by the caller: mentioned in a comment, asked for an approval. */
const named = (people: readonly number[]): Clause =>
  sql<SqlBool>`u.id = any(${[...people]}::int[])`;

/** The people of each kind; `people` are those that the caller names. */
export function recipientsOf(kind: NoticeKind, people: readonly number[]): Clause {
  switch (kind) {
    case "task_given":
      return itsOrganization;
    case "task_due":
      return itsPlanters;
    case "task_overdue":
      return sql<SqlBool>`(${itsPlanters} or u.id = k.created_by)`;
    case "report_submitted":
    case "evidence_warning":
      return itsReviewers;
    case "report_accepted":
    case "report_returned":
      return itsReporters;
    case "survival_due":
      return sql<SqlBool>`(${itsPlanters} and ${accountHolds("planttreetaskreport.add")})`;
    case "violation_opened":
      return against;
    case "violation_referred":
      return sql<SqlBool>`u.ministry_id = v.ministry_id`;
    case "violation_responsible":
      return sql<SqlBool>`u.id = v.responsible_id`;
    case "violation_due":
      return sql<SqlBool>`(u.id = v.responsible_id or (v.responsible_id is null
        and u.ministry_id = v.ministry_id and ${accountHolds("violation.change")}))`;
    case "violation_answered":
      return sql<SqlBool>`u.id in (v.responsible_id, v.created_by)`;
    case "device_silent":
    case "device_alert":
      return whoKeepsDevices;
    case "image_published":
      return sql<SqlBool>`(u.id = p.requested_by or ${imageShowsGardenOf(sql`u.ministry_id`)})`;
    case "export_ready":
      return sql<SqlBool>`u.id = e.user_id`;
    case "mention":
    case "approval_wanted":
      return named(people);
  }
}
