/** Decides who submits, approves and returns a period of reports: `reportMinistry` says whose. */
import {
  type ReportDecision,
  type ReportPeriodState,
  reportPeriodStep,
} from "@nihol/contract/values/reports/report-periods";
import type { Actor } from "../http/actor.ts";
import { Problem } from "../http/problem.ts";
import { may, requireRight } from "./rights.ts";

/** A period as far as its rights follow from it. */
interface Period {
  state: ReportPeriodState;
  submitted_by: number | null;
}

const isOwn = (actor: Actor, { submitted_by }: Period) => submitted_by === actor.id;

function mayDecide(actor: Actor, period: Period, decision: ReportDecision): boolean {
  const step = reportPeriodStep(period.state, decision);
  if (!step || (step.bySomebodyElse && isOwn(actor, period))) return false;
  return may(actor, "report", step.by === "report.add" ? "add" : "change");
}

/** Actions that the panel offers with a report; `isFree`: its period is over, and nobody has submitted it. */
export const reportCan = (actor: Actor, isFree: boolean) => ({
  submit: isFree && may(actor, "report", "add"),
});

/** Actions that the panel offers with a period. */
export const reportPeriodCan = (actor: Actor, period: Period) => ({
  change: false,
  delete: false,
  submit: mayDecide(actor, period, "submit"),
  approve: mayDecide(actor, period, "approve"),
  return: mayDecide(actor, period, "return"),
});

/** Says whether the actor could approve it, had somebody else submitted it. */
export const isOwnPeriod = (actor: Actor, period: Period) =>
  period.state === "submitted" && isOwn(actor, period) && may(actor, "report", "change");

/**
 * @returns the step of the table
 * @throws {Problem} 409 `period_step_refused`, 403 without its right, 403 `own_period` for whoever submitted it
 */
export function requireDecision(actor: Actor, period: Period, decision: ReportDecision) {
  const step = reportPeriodStep(period.state, decision);
  if (!step) throw new Problem(409, "period_step_refused");
  requireRight(actor, "report", step.by === "report.add" ? "add" : "change");
  if (step.bySomebodyElse && isOwn(actor, period)) throw new Problem(403, "own_period");
  return step;
}
