/** Writes who did what to which row, in the same transaction as the change. */

import type { AuditAction, AuditedResource } from "@nihol/contract/values/audit";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Actor } from "./actor.ts";

interface AuditEntry {
  action: AuditAction;
  resource: AuditedResource;
  /** Null where there is no such row. */
  id: number | string | null;
  /** Fields that were sent, without secrets. */
  change?: Record<string, unknown>;
}

/** Inserts one line of the audit log in the actor's name; null for a call without sign-in. */
export async function insertAudit(db: Db, actor: Pick<Actor, "id"> | null, entry: AuditEntry) {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: actor?.id ?? null,
      action: entry.action,
      resource: entry.resource,
      resource_id: entry.id === null ? null : String(entry.id),
      change: entry.change ? json(entry.change) : null,
    })
    .execute();
}
