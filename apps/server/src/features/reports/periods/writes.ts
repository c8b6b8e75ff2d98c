/** Periods of reports: submitted by one person, approved or returned by another; each step in the audit log. */

import type { ReportPeriodCreate } from "@nihol/contract/reports/report-periods";
import type { ApprovedReports } from "@nihol/contract/reports/reports";
import type { NoticeKind } from "@nihol/contract/values/notices";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { ReportDecision } from "@nihol/contract/values/reports/report-periods";
import { reportKinds } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import { reportMinistry } from "@nihol/policies/report-periods";
import { notify } from "@nihol/store/notices/notify";
import type { Actor } from "../../../http/actor.ts";
import { insertAudit } from "../../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../../http/problem.ts";
import type { Services } from "../../../http/services.ts";
import { requireDecision } from "../../../policies/reports.ts";
import { requireRight } from "../../../policies/rights.ts";
import { correctionsOf, reportsNow } from "./corrections.ts";
import {
  findApproved,
  findName,
  findPeriodRow,
  insertPeriod,
  insertVersion,
  lockPeriod,
  updatePeriod,
} from "./period-queries.ts";

const resource = "report";

/**
 * @returns the period's number
 * @throws {Problem} 403 without the right or the scope, 400 `period_not_over`, 409 `period_taken`
 */
export async function submitPeriod(
  { db }: Pick<Services, "db">,
  actor: Actor,
  { from, to, note }: ReportPeriodCreate,
): Promise<number> {
  return db.sql.transaction().execute(async (trx) => {
    requireRight(actor, resource, "add");
    if (to >= today()) refuseField("to", "period_not_over");
    if (await findPeriodRow(trx, actor, { from, to })) throw new Problem(409, "period_taken");
    const id = await insertPeriod(trx, {
      ...{ ministry_id: reportMinistry(actor) ?? null, from_date: from, to_date: to, note },
      ...{ submitted_by: actor.id, submitter: await findName(trx, actor.id) },
    });
    if (id === undefined) throw new Problem(409, "period_taken");
    await notify(trx, { kind: "approval_wanted", subject: "period", id, actor: actor.id });
    await insertAudit(trx, actor, { action: "submit", resource, id, change: { from, to, note } });
    return id;
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPeriod>>>;

/** Differences of the figures of now from those that were approved last; none before the first approval. */
async function differing(trx: Db, actor: Actor, period: Locked, now: ApprovedReports) {
  const days = { from: period.from_date, to: period.to_date };
  const approved = await findApproved(trx, period.id);
  const corrections = approved ? await correctionsOf(trx, actor, approved, now, days) : [];
  return { approved, corrections };
}

async function approve(trx: Db, actor: Actor, period: Locked, now: ApprovedReports) {
  const { approved, corrections } = await differing(trx, actor, period, now);
  const version = (approved?.version ?? 0) + 1;
  const { note, submitted_by, submitter, submitted_at } = period;
  const approver = await findName(trx, actor.id);
  await insertVersion(
    trx,
    {
      ...{ period_id: period.id, version, note, submitted_by, submitter, submitted_at },
      ...{ approved_by: actor.id, approver },
    },
    now,
    corrections,
  );
  await updatePeriod(trx, period.id, { state: "approved", comment: "" });
  return { version, corrections: corrections.length };
}

/** Whoever submits it answers for it from now on. */
async function submitAgain(trx: Db, actor: Actor, period: Locked, comment: string) {
  await updatePeriod(trx, period.id, {
    ...{ state: "submitted", note: comment || period.note, comment: "" },
    ...{ submitted_by: actor.id, submitter: await findName(trx, actor.id) },
    submitted_at: new Date(),
  });
  return {};
}

async function giveBack(trx: Db, period: Locked, comment: string) {
  await updatePeriod(trx, period.id, { state: "returned", comment });
  return {};
}

const noticeOf = {
  submit: "approval_wanted",
  approve: "period_approved",
  return: "period_returned",
} as const satisfies Record<ReportDecision, NoticeKind>;

/**
 * @throws {Problem} 404 outside the actor's scope, what `requireDecision` throws, 400 without a comment where one is
 * needed, 409 `nothing_to_correct` where the figures are as approved
 */
export async function decidePeriod(
  db: Db,
  actor: Actor,
  id: number,
  { decision, comment }: { decision: ReportDecision; comment: string },
): Promise<void> {
  const before = await findPeriodRow(db, actor, { id });
  if (!before) throw notFound();
  const step = requireDecision(actor, before, decision);
  if (step.needsComment && comment === "") refuseField("comment", "required");
  // Before the lock: a transaction that held it and waited for a second connection could wait for ever.
  const days = { from: before.from_date, to: before.to_date };
  const now =
    decision === "approve" || step.needsCorrections
      ? await reportsNow(db, actor, days, { language: actor.language, kinds: reportKinds })
      : undefined;
  await db.transaction().execute(async (trx) => {
    const period = await lockPeriod(trx, actor, id);
    if (!period) throw notFound();
    // Somebody else may have decided meanwhile.
    if (requireDecision(actor, period, decision) !== step)
      throw new Problem(409, "period_step_refused");
    if (step.needsCorrections && now) {
      const { corrections } = await differing(trx, actor, period, now);
      if (corrections.length === 0) throw new Problem(409, "nothing_to_correct");
    }
    const steps = {
      approve: () => now && approve(trx, actor, period, now),
      submit: () => submitAgain(trx, actor, period, comment),
      return: () => giveBack(trx, period, comment),
    };
    const done = await steps[decision]();
    await notify(trx, { kind: noticeOf[decision], subject: "period", id, actor: actor.id });
    await insertAudit(trx, actor, { action: decision, resource, id, change: { comment, ...done } });
  });
}
