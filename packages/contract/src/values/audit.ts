/** Actions that the audit log records, and their subjects. A line of an earlier version may hold another word. */
import { type ExportList, exportLists } from "./exports.ts";
import { resources } from "./permissions.ts";

export const auditActions = [
  "add",
  "change",
  "delete",
  "import",
  "export",
  "photo",
  "file_add",
  "file_delete",
  "comment",
  "comment_add",
  "comment_change",
  "comment_delete",
  "status",
  "state",
  "verdict",
  "verdict_appeal",
  "survival_visit",
  "survival_draw",
  "survival_count",
  "pit_answer",
  "survival_state",
  "stop",
  "restart",
  "review",
  "acknowledge",
  "clear",
  "assign",
  "accept",
  "undo",
  "conflict",
  "opinion_draw",
  "opinion",
  "opinion_end",
  "compare",
  "calibrate",
  "count",
  "submit",
  "approve",
  "return",
  "token",
  "token_delete",
  "sign_in",
  "sign_in_failed",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The action that a line's word means; undefined for a word of an earlier version. */
export const auditActionOf = (word: string): AuditAction | undefined =>
  auditActions.find((one) => one === word);

/** The resources that rights are given on, and what is written by the rights of others. */
export const auditResources = [
  ...resources,
  "gardennote",
  "imagerysource",
  "organizationtype",
  "capture",
  "offeredcapture",
  "secondopinion",
  "plantingverdict",
  "sensor_guidance",
  "parameter",
  "badinterval",
  "devicecalibration",
  "servicing",
  "devicegroup",
  "importprofile",
  "qualityrule",
  "alert",
  "alertrule",
  "profile",
  "mail",
  "open_data",
  "backup",
  "retention",
  "job",
  "worker",
  "savedview",
  "auditlog",
] as const;
type AuditResource = (typeof auditResources)[number];

/** Word that a line holds: an order of a file names the list, "garden-note", of which the file is. */
export type AuditedResource = AuditResource | ExportList;

/** The word of a line without the list's hyphens: "gardennote" of "garden-note". */
const plain = (word: string) => word.replaceAll("-", "");

/** The resource that a line's word means; undefined for a word of an earlier version. */
export const auditResourceOf = (word: string): AuditResource | undefined =>
  auditResources.find((one) => one === plain(word));

/** All words by which lines name a resource. */
export const auditWordsOf = (resource: string): string[] => [
  resource,
  ...exportLists.filter((list) => list !== resource && plain(list) === resource),
];
