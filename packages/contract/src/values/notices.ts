/** Codes of notices: the words are made in the reader's language when they are read. */

import { keysOf } from "./record-of.ts";

/** Everything that somebody may be told, grouped as the choices in the profile show it. */
export const noticeGroups = {
  planting: [
    "task_given",
    "task_due",
    "task_overdue",
    "report_submitted",
    "report_accepted",
    "report_returned",
    "evidence_warning",
    "survival_due",
    "verdict_decided",
    "verdict_appealed",
    "appeal_answered",
  ],
  violations: [
    "violation_opened",
    "violation_referred",
    "violation_responsible",
    "violation_due",
    "violation_answered",
  ],
  monitoring: [
    "alert_critical",
    "alert_raised",
    "alert_cleared",
    "alert_assigned",
    "rule_changed",
    "rule_off",
    "rule_deleted",
    "device_silent",
    "device_alert",
    "service_overdue",
  ],
  reports: ["approval_wanted", "period_approved", "period_returned"],
  operation: ["backup_failed", "backup_old"],
  other: ["captures_offered", "image_published", "export_ready", "mention"],
} as const;
export type NoticeGroup = keyof typeof noticeGroups;
export type NoticeKind = (typeof noticeGroups)[NoticeGroup][number];
export const noticeKinds: readonly NoticeKind[] = Object.values(noticeGroups).flat();

/** The groups of kinds that somebody may be told of; one concerns MasterAdmin and SysAdmin alone. */
export const noticeGroupsOf = (isAdministrator: boolean): NoticeGroup[] =>
  keysOf(noticeGroups).filter((group) => isAdministrator || group !== "operation");

/** Ways in which somebody hears of a kind: `mail` and `digest` stand in the panel too. */
export const noticeWays = ["app", "digest", "mail", "off"] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** Kinds that wait for the reader: sent by mail at once unless they choose otherwise; the rest stands in the panel. */
const mailedAtFirst: readonly NoticeKind[] = [
  "task_given",
  "report_returned",
  "verdict_decided",
  "verdict_appealed",
  "violation_referred",
  "violation_responsible",
  "mention",
  "alert_critical",
  "alert_assigned",
  "approval_wanted",
  "period_returned",
  "backup_failed",
  "backup_old",
];
export const wayAtFirst = (kind: NoticeKind): NoticeWay =>
  mailedAtFirst.includes(kind) ? "mail" : "app";

/** The kinds of row that a notice leads to, and the right that reading them asks for; null for everybody. */
export const noticeSubjects = {
  task: "planttreetask.view",
  violation: null,
  device: "device.view",
  image: "wholeimage.view",
  export: null,
  period: "report.view",
  verdict: "planttreetask.view",
  source: "satelliteimagery.view",
  alert: "device.view",
  rule: "device.view",
  backup: null,
} as const satisfies Record<string, string | null>;
export type NoticeSubject = keyof typeof noticeSubjects;

/** Names in several languages, days (2026-05-14), numbers and words of people; never prose of ours. */
type NoticeFact = string | number | Readonly<Record<string, string>>;
export type NoticeFacts = Readonly<Record<string, NoticeFact>>;

/** Where the panel shows the row; an export is fetched, not shown. */
export function noticeAddress(
  subject: NoticeSubject,
  id: number,
  facts: NoticeFacts,
): string | null {
  switch (subject) {
    case "task":
      return `/admin/tree_task?open=${id}`;
    case "violation":
      return `/admin/violation?open=${id}`;
    case "device":
      return `/admin/monitoring_devices?open=${id}`;
    case "alert":
      return `/admin/alert?open=${id}`;
    case "rule":
      return `/admin/alert?view=rules&open=${id}`;
    case "image":
      return `/admin/image_processing_ai/${id}`;
    case "verdict":
      return `/admin/verdicts?open=${id}`;
    case "source":
      return `/admin/process?view=dates&part=offered&state=new&source=${id}`;
    case "period":
      return `/admin/report_by_region?period=dates&from=${facts.from}&to=${facts.to}`;
    case "backup":
      return "/admin/operations";
    case "export":
      return null;
  }
}

/** Days that a notice is kept. */
export const noticeDays = 90;
/** A deadline is near so many days before it. */
export const nearDays = 7;

/** The parts of the overview of a week, in their order. */
export const weekSections = [
  "tasks_overdue",
  "tasks_due",
  "reports",
  "cases",
  "devices",
  "images",
] as const;
export type WeekSectionName = (typeof weekSections)[number];

/** A row of which a notice or an overview tells. */
interface TellingRow {
  subject: NoticeSubject;
  id: number;
  facts: NoticeFacts;
}
/** Number of a section's rows, and the first of them. */
export interface WeekSection {
  name: WeekSectionName;
  count: number;
  rows: TellingRow[];
}
/** Content of the overview of somebody's week. */
export interface WeekFacts {
  sections: WeekSection[];
  /** Notices that waited for this letter, newest first. */
  news: (TellingRow & { kind: NoticeKind })[];
}
