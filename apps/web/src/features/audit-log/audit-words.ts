import type { AuditEntry } from "@nihol/contract/audit-log";
import { auditActionOf, auditResourceOf } from "@nihol/contract/values/audit";
import type { TFunction } from "i18next";

type Words = TFunction<["audit", "app"]>;

/** Names an action; a word of an earlier version as it is. */
export function actionText(t: Words, action: string): string {
  const known = auditActionOf(action);
  return known ? t(`audit:action_${known}`) : action;
}

/** The kind of record that it was done to. */
export function resourceText(t: Words, resource: string): string {
  const known = auditResourceOf(resource);
  return known ? t(`audit:resource_${known}`) : resource;
}

/** "Change · Gardens · 12". */
export const entryText = (t: Words, { action, resource, resource_id }: AuditEntry): string =>
  [actionText(t, action), resourceText(t, resource), resource_id].filter(Boolean).join(" · ");
