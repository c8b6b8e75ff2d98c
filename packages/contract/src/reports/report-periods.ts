/** Periods whose reports are submitted by one person and approved by another, and what changed since. */
import {
  canSchema,
  dateSchema,
  datesReversed,
  idParamsSchema,
  idSchema,
  inOrder,
  pageQuerySchema,
  referenceSchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { verdicts } from "../values/planting/verdicts.ts";
import { reportLines, reportPeriodStates } from "../values/reports/report-periods.ts";
import { reportKinds, reportSections } from "../values/reports/reports.ts";
import { z } from "../z.ts";

const count = z.number().int();
const text = z.string().trim().max(2000, { error: "too_long" });

/** Change since the approval to one of the records that a figure is made of. */
const correctionCauseSchema = z.object({
  at: z.iso.datetime(),
  /** Null once the account is gone, and for what Nihol did by itself. */
  by: z.string().nullable(),
  action: z.string(),
  resource: z.string(),
  record: z.string().nullable(),
  /** Of a decision on a task's report, or an appeal against one; null for other writes, and in versions from before. */
  verdict: z.enum(verdicts).nullable().default(null),
  /** The decision before that one; null for the first. */
  verdict_before: z.enum(verdicts).nullable().default(null),
});
export type CorrectionCause = z.output<typeof correctionCauseSchema>;

/** A figure that is not any more what was approved. */
const reportCorrectionSchema = z
  .object({
    kind: z.enum(reportKinds),
    line: z.enum(reportLines),
    /** Of a row; null in the row of what lies in none of the territories. */
    territory: idSchema.nullable(),
    name: z.record(z.string(), z.string()),
    section: z.enum(reportSections),
    /** Its column's key in reports.json; a number as the files hold it, or a day. */
    title: z.string(),
    approved: z.union([z.number(), z.string()]).nullable(),
    now: z.union([z.number(), z.string()]).nullable(),
    /** The first change of such records since the approval, and the newest ones; none where nobody wrote one. */
    since: z.iso.datetime().nullable(),
    causes: z.array(correctionCauseSchema),
  })
  .meta({ id: "ReportCorrection" });
export type ReportCorrection = z.output<typeof reportCorrectionSchema>;
/** As versions keep them: what an earlier one did not keep takes its default, which answers by themselves do not. */
export const reportCorrectionsSchema = z.array(reportCorrectionSchema);

const signatureSchema = z.object({ by: z.string(), at: z.iso.datetime() });

/** Approval of a report's period; null where nobody has submitted it. */
export const reportApprovalSchema = z
  .object({
    period: idSchema,
    state: z.enum(reportPeriodStates),
    /** Of the figures that are shown; 0 until it is approved for the first time. */
    version: count,
    submitted: signatureSchema,
    approved: signatureSchema.nullable(),
    /** Reason why the version corrects the one before. */
    note: z.string(),
    /** Figures of this report that differ now. */
    corrections: reportCorrectionsSchema,
  })
  .meta({ id: "ReportApproval" });
export type ReportApproval = z.output<typeof reportApprovalSchema>;

const reportPeriodSchema = z
  .object({
    id: idSchema,
    from: dateSchema,
    to: dateSchema,
    /** Organization whose figures these are; null: the whole programme. */
    ministry: referenceSchema.nullable(),
    state: z.enum(reportPeriodStates),
    version: count,
    note: z.string(),
    comment: z.string(),
    submitted: signatureSchema,
    approved: signatureSchema.nullable(),
    can: canSchema.extend({ submit: z.boolean(), approve: z.boolean(), return: z.boolean() }),
    /** The actor submitted it, and so cannot approve it though their rights allow it. */
    own: z.boolean(),
  })
  .meta({ id: "ReportPeriod" });
export type ReportPeriod = z.output<typeof reportPeriodSchema>;

const reportVersionSchema = z.object({
  version: count,
  note: z.string(),
  submitted: signatureSchema,
  approved: signatureSchema,
  /** Corrections to the version before: "now" is the value of this one. */
  corrections: reportCorrectionsSchema,
});
export type ReportVersion = z.output<typeof reportVersionSchema>;

/** Detail of a period: its versions, newest first, and what differs from the newest now. */
const reportPeriodDetailSchema = reportPeriodSchema
  .extend({ versions: z.array(reportVersionSchema), corrections: reportCorrectionsSchema })
  .meta({ id: "ReportPeriodDetail" });
export type ReportPeriodDetail = z.output<typeof reportPeriodDetailSchema>;

const reportPeriodCreateSchema = z
  .object({ from: dateSchema, to: dateSchema, note: text.default("") })
  .refine(inOrder, datesReversed);
export type ReportPeriodCreate = z.output<typeof reportPeriodCreateSchema>;

const reportPeriodQuerySchema = pageQuerySchema.extend({
  state: z.enum(reportPeriodStates).optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});
export type ReportPeriodQuery = z.output<typeof reportPeriodQuerySchema>;
export const reportPeriodOrderings = ["from"] as const;

/** Its creation submits it. */
export const reportPeriods = resource({
  name: "report",
  rights: "report",
  path: paths.reportPeriod,
  row: reportPeriodSchema,
  create: reportPeriodCreateSchema,
  query: reportPeriodQuerySchema,
  orderings: reportPeriodOrderings,
  order: "-from",
  view: "signedIn",
  detail: reportPeriodDetailSchema,
});

/** The words of a step; some need them. */
const reportStepSchema = z.object({ comment: text.default("") });

/** Approves a period. `reportPeriodSteps` says who may make each step, and from which state. */
export const reportPeriodApprove = call({
  method: "POST",
  path: `${paths.reportPeriod}/:id/approve`,
  access: "report.change",
  params: idParamsSchema,
  body: reportStepSchema,
  answer: reportPeriodDetailSchema,
});
export const reportPeriodReturn = call({
  ...reportPeriodApprove,
  path: `${paths.reportPeriod}/:id/return`,
});
/** Submits a period that was returned, or whose figures differ from the approved ones. */
export const reportPeriodSubmit = call({
  ...reportPeriodApprove,
  path: `${paths.reportPeriod}/:id/submit`,
  access: "report.add",
});
