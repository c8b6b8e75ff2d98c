/** The states of a period of reports, and who may move one from which to which. */
import type { Permission } from "../permissions.ts";

/** Approved: its figures stand as they were; what differs now is shown as a correction. */
export const reportPeriodStates = ["submitted", "returned", "approved"] as const;
export type ReportPeriodState = (typeof reportPeriodStates)[number];

export const reportDecisions = ["submit", "approve", "return"] as const;
export type ReportDecision = (typeof reportDecisions)[number];

interface ReportPeriodStep {
  decision: ReportDecision;
  from: ReportPeriodState;
  to: ReportPeriodState;
  by: Permission;
  /** Two pairs of eyes: not for the person who submitted it. */
  bySomebodyElse?: boolean;
  needsComment?: boolean;
  /** Only where a figure differs from the approved one. */
  needsCorrections?: boolean;
}

/** The one table. What is not in it cannot be done by anybody; a new period begins as submitted. */
export const reportPeriodSteps: readonly ReportPeriodStep[] = [
  {
    decision: "approve",
    from: "submitted",
    to: "approved",
    by: "report.change",
    bySomebodyElse: true,
  },
  {
    decision: "return",
    from: "submitted",
    to: "returned",
    by: "report.change",
    needsComment: true,
  },
  { decision: "submit", from: "returned", to: "submitted", by: "report.add" },
  {
    ...{ decision: "submit", from: "approved", to: "submitted", by: "report.add" },
    needsComment: true,
    needsCorrections: true,
  },
];

/** The step of the table, or undefined when there is none. */
export const reportPeriodStep = (from: ReportPeriodState, decision: ReportDecision) =>
  reportPeriodSteps.find((one) => one.from === from && one.decision === decision);

/** Where a figure stands in a report. */
export const reportLines = ["row", "total", "outside", "grand_total"] as const;
export type ReportLineKind = (typeof reportLines)[number];
