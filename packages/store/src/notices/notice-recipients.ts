/**
 * Recipients of each kind of notice, as SQL conditions over the row, `user_account as u` and its role `r`. `notify.ts`
 * asks besides that they may see the row, are active and have not done it themselves.
 */
import type { NoticeKind } from "@nihol/contract/values/notices";
import { accountHolds } from "@nihol/policies/account-rights";
import { offersTo } from "@nihol/policies/sees";
import { imageShowsGardenOf } from "@nihol/policies/sees-images";
import { eachAccount } from "@nihol/policies/viewer";
import { type RawBuilder, type SqlBool, sql } from "kysely";

type Clause = RawBuilder<SqlBool>;

/** The organization of a task, and who plants for it. */
const itsOrganizations = sql<SqlBool>`u.ministry_id in (k.ministry_id, k.contractor_id)`;
/** Those who plant; where no organization does, whoever gave the task. */
const itsPlanters = sql<SqlBool>`(u.ministry_id in (k.ministry_id, k.contractor_id)
  or (coalesce(k.ministry_id, k.contractor_id) is null and u.id = k.created_by))`;
/** A contractor decides nothing about what it has planted. */
const itsReviewers = sql<SqlBool>`(${accountHolds("planttreetask.change")}
  and (r.built_in or u.ministry_id is null or u.ministry_id in (k.ministry_id, g.ministry_id)))`;
const itsReporters = sql<SqlBool>`(u.id in (select p.created_by from planting_report p where p.task_id = k.id)
  or u.id in (select s.changed_by from planting_task_status s where s.task_id = k.id and s.status = 'submitted'))`;
/** People who may decide on a verdict: nobody who planted or answers for the task, nor whose decision is appealed against. */
const itsDeciders = sql<SqlBool>`(${accountHolds("planttreetask.change")}
  and not coalesce(${itsOrganizations}, false) and not coalesce(${itsReporters}, false)
  and u.id is distinct from e.appealed_decider)`;
const against = sql<SqlBool>`(u.ministry_id = v.ministry_id
  or u.ministry_id = (select g.ministry_id from garden g where g.id = v.garden_id))`;
const whoKeepsDevices = accountHolds("device.change");

/** Whom the caller names, for kinds that say nothing of their people themselves. */
export interface Named {
  /** Mentioned in a comment, or the author of a rule. */
  people?: readonly number[] | undefined;
  /** The one organization that a task was given to now; the others know it already. */
  organization?: number | undefined;
}

/** The people of each kind. */
export function recipientsOf(kind: NoticeKind, { people = [], organization }: Named = {}): Clause {
  switch (kind) {
    case "task_given":
      return organization === undefined
        ? itsOrganizations
        : sql<SqlBool>`u.ministry_id = ${organization}::int`;
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
    case "verdict_decided":
    case "appeal_answered":
      return itsOrganizations;
    case "verdict_appealed":
      return itsDeciders;
    case "survival_due":
      return sql<SqlBool>`(${accountHolds("planttreetaskreport.add")}
        and not of_reporting_side(k.id, u.id, now()))`;
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
    case "alert_cleared":
      return sql<SqlBool>`u.id in (a.assigned_id, a.acknowledged_id)`;
    case "alert_assigned":
      return sql<SqlBool>`u.id = a.assigned_id`;
    case "alert_critical":
    case "alert_raised":
    case "device_silent":
    case "device_alert":
    case "service_overdue":
      return whoKeepsDevices;
    case "image_published":
      return sql<SqlBool>`(u.id = p.requested_by or ${imageShowsGardenOf(sql`u.ministry_id`)})`;
    case "captures_offered":
      return sql<SqlBool>`(${accountHolds("satelliteimagery.change")}
        and exists (select ${offersTo(eachAccount)} and o.status = 'new'))`;
    case "export_ready":
      return sql<SqlBool>`u.id = e.user_id`;
    case "approval_wanted":
      return accountHolds("report.change");
    case "period_approved":
    case "period_returned":
      return sql<SqlBool>`u.id = q.submitted_by`;
    case "backup_failed":
    case "backup_old":
      return sql<SqlBool>`r.built_in`;
    case "rule_changed":
    case "rule_off":
    case "rule_deleted":
    case "mention":
      return sql<SqlBool>`u.id = any(${[...people]}::int[])`;
  }
}
