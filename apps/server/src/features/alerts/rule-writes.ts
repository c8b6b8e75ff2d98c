/** Writing rules of alerts: the row, what it had raised, and the audit log in one transaction. */

import type { CreateOf, PatchOf } from "@nihol/contract/resource";
import type { AlertCondition, alertRules } from "@nihol/contract/sensors/alert-rules";
import { keysOf } from "@nihol/contract/values/record-of";
import {
  dailyUsual,
  hasLimit,
  isRate,
  isSudden,
  ruleMax,
  valueMinutesMax,
} from "@nihol/contract/values/sensors/alerts";
import type { Db } from "@nihol/db/connection";
import { insertRuleDue } from "@nihol/store/alerts/alert-rows";
import { deleteRule, endRaised, tellAuthor } from "../../commands/rule-removal.ts";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { requireOwnRule } from "../../policies/devices.ts";
import {
  countAlike,
  findParameter,
  findPlaceDevice,
  findPlaceGarden,
  insertRule,
  lockRule,
  lockRules,
  updateRule,
} from "./rule-queries.ts";

type Rules = typeof alertRules;
interface Stores {
  db: { sql: Db };
}
const resource = "alertrule";

async function requireParameter(db: Db, { kind, parameter, device_type }: AlertCondition) {
  if (kind === "silent") {
    if (parameter !== null) refuseField("parameter", "invalid");
    return;
  }
  if (parameter === null) {
    if (kind !== "faulty") refuseField("parameter", "required");
    return;
  }
  const found = await findParameter(db, parameter);
  if (!found?.device_types.includes(device_type)) refuseField("parameter", "not_found");
  // From 355° to 5° is a turn by 10°, no fall by 350.
  if (isRate(kind) && found?.averaging === "vector") refuseField("kind", "rate_of_direction");
}

function requireAmounts({ kind, limit, minutes }: AlertCondition) {
  if (hasLimit(kind) && limit === null) refuseField("limit", "required");
  if (!hasLimit(kind) && limit !== null) refuseField("limit", "invalid");
  if (isRate(kind) && (limit ?? 0) <= 0) refuseField("limit", "invalid");
  if ((isRate(kind) || kind === "silent") && minutes === 0) refuseField("minutes", "invalid");
  if (kind !== "silent" && minutes > valueMinutesMax) refuseField("minutes", "invalid");
}

async function requirePlace(db: Db, actor: Actor, { garden, device, device_type }: AlertCondition) {
  requireOwnRule(actor, { garden_id: garden, device_id: device });
  if (garden !== null && device !== null) refuseField("device", "invalid");
  if (garden !== null && !(await findPlaceGarden(db, actor, garden)))
    refuseField("garden", "not_found");
  if (device === null) return;
  const found = await findPlaceDevice(db, actor, device);
  if (found?.type !== device_type) refuseField("device", "not_found");
}

/**
 * Checks what a rule asks for, and where.
 * @throws {FieldProblem} for a parameter, limit, time or place that does not fit its kind or is beyond the scope
 * @throws {Problem} 403 to those with a scope, for a rule of the whole programme
 */
export async function requireCondition(db: Db, actor: Actor, condition: AlertCondition) {
  await requirePlace(db, actor, condition);
  await requireParameter(db, condition);
  requireAmounts(condition);
}

/** @throws {FieldProblem} where one of both hours is missing, or they are the same */
function requireHours(from: number | null, to: number | null) {
  if ((from === null) !== (to === null))
    refuseField(from === null ? "quiet_from" : "quiet_to", "required");
  if (from !== null && from === to) refuseField("quiet_to", "invalid");
}

/**
 * Lets a single writer of rules on.
 * @throws {FieldProblem} where a rule asks the same, or its garden, its device or the programme has as many as it may have
 */
async function requireNone(trx: Db, condition: AlertCondition, id = 0) {
  await lockRules(trx);
  const { count, same } = await countAlike(trx, columnsOf(condition), id);
  if (same !== null) refuseField("non_field_errors", "rule_alike", { name: same });
  const max = condition.garden === null && condition.device === null ? ruleMax.all : ruleMax.place;
  if (count >= max) refuseField("non_field_errors", "too_many", { max });
}

const columnsOf = ({
  kind,
  device_type,
  parameter,
  limit,
  minutes,
  garden,
  device,
}: AlertCondition) => ({
  kind,
  device_type,
  parameter,
  limit_value: limit,
  minutes,
  garden_id: garden,
  device_id: device,
});

/** Writes a rule; one that is on evaluates what each of its devices says now. */
export const createRule = ({ db }: Stores, actor: Actor, body: CreateOf<Rules>): Promise<number> =>
  db.sql.transaction().execute(async (trx) => {
    await requireCondition(trx, actor, body);
    await requireNone(trx, body);
    const { name, severity, enabled, quiet_from, quiet_to } = body;
    const { daily_max = isSudden(body) ? dailyUsual : null } = body;
    requireHours(quiet_from, quiet_to);
    const own = { name, severity, quiet_from, quiet_to, daily_max };
    const enabled_at = enabled ? new Date() : null;
    const id = await insertRule(trx, actor, { ...columnsOf(body), ...own, enabled_at });
    await insertRuleDue(trx, id);
    await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
    return id;
  });

/**
 * Changes a rule. Where it asks something else than before, or is switched off, its active alerts end; where it is
 * switched on, or asks something else while it is on, it begins anew.
 * @throws {Problem} 404 beyond the actor's scope
 */
export const patchRule = ({ db }: Stores, actor: Actor, id: number, body: PatchOf<Rules>) =>
  db.sql.transaction().execute(async (trx) => {
    const row = await lockRule(trx, actor, id);
    if (!row) throw notFound();
    requireOwnRule(actor, row);
    const before = {
      kind: row.kind,
      device_type: row.device_type,
      parameter: row.parameter,
      limit: row.limit_value,
      minutes: row.minutes,
      garden: row.garden_id,
      device: row.device_id,
    };
    const { name, severity, enabled, quiet_from, quiet_to, daily_max, ...condition } = body;
    const hours = [quiet_from, quiet_to].map((sent, n) =>
      sent === undefined ? [row.quiet_from, row.quiet_to][n] : sent,
    );
    requireHours(hours[0] ?? null, hours[1] ?? null);
    const own = { name, severity, quiet_from, quiet_to, daily_max };
    const next: AlertCondition = { ...before, ...condition };
    const wasOn = row.enabled_at !== null;
    const isOn = enabled ?? wasOn;
    const isNew = JSON.stringify(next) !== JSON.stringify(before);
    // A rule that no longer fits, because its device has become another kind, can still be switched off.
    if (isNew || (isOn && !wasOn)) await requireCondition(trx, actor, next);
    if (isNew) await requireNone(trx, next, id);
    const isOther = isNew || isOn !== wasOn;
    const now = new Date();
    if (isOther) await endRaised(trx, actor, id, now);
    const enabled_at = isOther ? (isOn ? now : null) : row.enabled_at;
    await updateRule(trx, id, { ...columnsOf(next), ...own, enabled_at });
    if (isOther) await insertRuleDue(trx, id);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
    const isChanged =
      isOther || keysOf(own).some((key) => own[key] !== undefined && own[key] !== row[key]);
    if (isChanged) await tellAuthor(trx, actor, row, wasOn && !isOn ? "off" : "changed");
  });

/** Deletes a rule; its alerts stay, those that are active end. @throws {Problem} 404 beyond the actor's scope */
export const removeRule = ({ db }: Stores, actor: Actor, id: number) =>
  db.sql.transaction().execute(async (trx) => {
    const row = await lockRule(trx, actor, id);
    if (!row) throw notFound();
    requireOwnRule(actor, row);
    await deleteRule(trx, actor, row);
  });
