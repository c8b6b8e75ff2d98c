/** Alerts that a case has taken. */
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { holdAlerts } from "@nihol/store/alerts/write-alerts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { seesDevices } from "../../policies/devices.ts";
import { requireRight } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";
import { requireUnaccused } from "../../policies/violations.ts";
import { isCaseOfCause, listAlike } from "../../shared/devices/alike-alerts.ts";
import { holdViolation } from "./violation-queries.ts";

/** Alerts of a case on devices that the actor sees, the oldest first; none without the right to see devices. */
export async function listCaseAlerts(
  db: Db,
  actor: Actor,
  violation: number,
): Promise<ViolationDetail["alerts"]> {
  if (!seesDevices(actor)) return [];
  const rows = await db
    .selectFrom("alert as a")
    .innerJoin("device as v", "v.id", "a.device_id")
    .where("a.violation_id", "=", violation)
    .where(visibleTo(actor, devicePlace))
    .select(["a.id", "v.name as device", "a.rule_name as rule", "a.began_at", "a.cleared_at"])
    .orderBy("a.began_at")
    .orderBy("a.id")
    .execute();
  return rows.map(({ began_at, cleared_at, ...row }) => ({
    ...row,
    began_at: began_at.toISOString(),
    cleared_at: cleared_at?.toISOString() ?? null,
  }));
}

/**
 * Writes that alerts are in a case; those that somebody has put into another meanwhile stay there.
 * @throws {FieldProblem} under `field` where the first of them is
 */
export async function takeAlerts(
  trx: Db,
  violation: number,
  alerts: readonly number[],
  field: string,
) {
  if (alerts.length === 0) return;
  await holdAlerts(trx, "id", alerts);
  const taken = await trx
    .updateTable("alert")
    .set({ violation_id: violation })
    .where("id", "in", alerts)
    .where("violation_id", "is", null)
    .returning("id")
    .execute();
  if (!taken.some(({ id }) => id === alerts[0])) refuseField(field, "alert_in_case");
}

/**
 * Adds an alert to a case, with those of its rule, garden and time that are in none.
 * @throws {Problem} 404 beyond the actor's scope, 403 to those whom the case accuses
 * @throws {FieldProblem} where it is in a case, or this one is closed or of another cause
 */
export const addAlerts = (db: Db, actor: Actor, id: number, alert: number) =>
  db.transaction().execute(async (trx) => {
    requireRight(actor, "device", "view");
    requireUnaccused(await holdViolation(trx, actor, id, true));
    const seen = await trx
      .selectFrom("alert as a")
      .innerJoin("device as v", "v.id", "a.device_id")
      .where("a.id", "=", alert)
      .where(visibleTo(actor, devicePlace))
      .select("a.violation_id")
      .executeTakeFirst();
    if (!seen) throw notFound();
    if (seen.violation_id !== null) refuseField("alert", "alert_in_case");
    const fitting = await trx
      .selectFrom("violation as v")
      .where("v.id", "=", id)
      .where(isCaseOfCause(alert))
      .select("v.id")
      .executeTakeFirst();
    if (!fitting) refuseField("alert", "alert_other_case");
    const alerts = await listAlike(trx, actor, alert);
    await takeAlerts(trx, id, alerts, "alert");
    await insertAudit(trx, actor, {
      action: "change",
      resource: "violation",
      id,
      change: { alerts },
    });
  });
