/** Who did what to which row; written in the same transaction as the change. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "./actor.ts";

export interface AuditEntry {
  action: "add" | "change" | "delete" | (string & {});
  resource: string;
  id: number | string;
  /** What was sent, without secrets. */
  change?: Record<string, unknown>;
}

/** Inserts one line of the audit log in the actor's name. */
export async function insertAudit(db: Kysely<Database>, actor: Actor, entry: AuditEntry) {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: actor.id,
      action: entry.action,
      resource: entry.resource,
      resource_id: String(entry.id),
      change: entry.change ? JSON.stringify(entry.change) : null,
    })
    .execute();
}
