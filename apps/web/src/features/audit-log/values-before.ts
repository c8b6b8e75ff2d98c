import type { AuditEntry } from "@nihol/contract/audit-log";

/**
 * Finds what each field of a line was before, as far as the log says: a line holds what was sent, not what stood there, so
 * it is what the newest earlier line of the same record sent for the field.
 * @param lines lines of the same record, in any order
 */
export function valuesBefore(
  { id, change }: AuditEntry,
  lines: readonly AuditEntry[],
): Map<string, unknown> {
  const earlier = lines
    .filter((one) => one.id < id && (one.action === "add" || one.action === "change"))
    .sort((a, b) => b.id - a.id);
  const found = new Map<string, unknown>();
  for (const field of Object.keys(change ?? {})) {
    const line = earlier.find((one) => one.change && field in one.change);
    if (line) found.set(field, line.change?.[field]);
  }
  return found;
}
