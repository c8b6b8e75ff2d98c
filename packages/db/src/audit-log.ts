/** What people did, written in the transaction of the deed itself. */
import type { Kysely } from "kysely";
import type { Database } from "./tables.ts";

export interface AuditEntry {
  /** Undefined when the system itself did it. */
  actorId: number | undefined;
  action: "add" | "change" | "delete" | (string & {});
  /** The permission's resource: "garden", "planttreedetail" … */
  resource: string;
  resourceId: number | string | undefined;
  /** What changed; never passwords or files. */
  change?: unknown;
}

/** Adds one row to the audit log. */
export async function insertAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: entry.actorId ?? null,
      action: entry.action,
      resource: entry.resource,
      resource_id: entry.resourceId === undefined ? null : String(entry.resourceId),
      change: entry.change === undefined ? null : JSON.stringify(entry.change),
    })
    .execute();
}
