/** Ending and deleting rules of alerts: by itself, with their garden or their device. Each leaves its line in the audit log. */
import type { Db } from "@nihol/db/connection";
import { holdAlerts } from "@nihol/store/alerts/write-alerts";
import { notify, notifyEach } from "@nihol/store/notices/notify";
import { sql } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { authorName } from "../shared/attachments/attached-file-sql.ts";

/** Rule as far as its end is told of. */
interface Ended {
  id: number;
  name: string;
  kind: string;
  created_by: number | null;
}

/**
 * Forgets how far a rule has read and ends what it had raised: it asks something else from now on. Who looks after what
 * ended is told.
 */
export async function endRaised(trx: Db, actor: Actor, id: number, now: Date) {
  // Also those that lose their rule; what is known of them comes after.
  await holdAlerts(trx, "rule_id", [id]);
  const ended = await trx
    .updateTable("alert")
    .set({ cleared_at: sql`greatest(raised_at, ${now}::timestamptz)`, cleared_how: "rule" })
    .where("rule_id", "=", id)
    .where("cleared_at", "is", null)
    .returning("id")
    .execute();
  await trx.deleteFrom("alert_state").where("rule_id", "=", id).execute();
  const ids = ended.map((alert) => alert.id);
  await notifyEach(trx, { kind: "alert_cleared", subject: "alert", actor: actor.id }, ids);
}

/** Tells the author of a rule that somebody else has changed it, switched it off or deleted it. */
export async function tellAuthor(
  trx: Db,
  actor: Actor,
  { id, created_by }: Pick<Ended, "id" | "created_by">,
  change: "off" | "changed" | "deleted",
) {
  if (created_by === null) return;
  const { person } = await trx
    .selectNoFrom(authorName(actor).as("person"))
    .executeTakeFirstOrThrow();
  const subject = { kind: `rule_${change}` as const, subject: "rule", id } as const;
  await notify(trx, { ...subject, facts: { person }, actor: actor.id, people: [created_by] });
}

/** Deletes a rule that the transaction holds: its alerts end and stay, and its author hears of it. */
export async function deleteRule(trx: Db, actor: Actor, { id, name, kind, created_by }: Ended) {
  await endRaised(trx, actor, id, new Date());
  await trx.deleteFrom("alert_rule").where("id", "=", id).execute();
  await insertAudit(trx, actor, {
    action: "delete",
    resource: "alertrule",
    id,
    change: { name, kind },
  });
  await tellAuthor(trx, actor, { id, created_by }, "deleted");
}

/** Deletes the rules of a garden or of a device that goes. */
export async function deleteRulesOf(
  trx: Db,
  actor: Actor,
  place: "garden_id" | "device_id",
  id: number,
) {
  const rules = await trx
    .selectFrom("alert_rule")
    .where(place, "=", id)
    .select(["id", "name", "kind", "created_by"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const rule of rules) await deleteRule(trx, actor, rule);
}
