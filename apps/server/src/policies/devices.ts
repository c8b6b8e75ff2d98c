/** Devices that lie within a person's scope, their groups, and who writes the rules that raise alerts of them. */
import type { DeviceType } from "@nihol/contract/values/devices";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import type { SoilTexture } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { devicePlace, gardenPlace } from "@nihol/policies/sees";
import { hasFullScope } from "@nihol/policies/viewer";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../http/actor.ts";
import { notFound, Problem } from "../http/problem.ts";
import { may, rowCan } from "./rights.ts";
import { visibleTo } from "./scope.ts";

/** Facts of a device that are needed to read and check its readings. */
export interface DeviceFacts {
  id: number;
  name: string;
  type: DeviceType;
  interval_minutes: number;
  soil_texture: SoilTexture | null;
  retired: boolean;
}

const facts = [
  "v.id",
  "v.name",
  "v.type",
  "v.interval_minutes",
  "v.soil_texture",
  "v.retired",
] as const;

/** A device within the actor's scope. @throws {Problem} 404 */
export async function findDeviceFacts(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
): Promise<DeviceFacts> {
  const row = await db
    .selectFrom("device as v")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .select(facts)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Devices within the actor's scope by their names or ids as text. */
export async function listDeviceFacts(db: Kysely<Database>, actor: Actor): Promise<DeviceFacts[]> {
  return db
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .select(facts)
    .orderBy("v.id")
    .execute();
}

/** A device without a scope check: its own token has authenticated it. */
export async function findFactsById(
  db: Kysely<Database>,
  id: number,
): Promise<DeviceFacts | undefined> {
  return db.selectFrom("device as v").where("v.id", "=", id).select(facts).executeTakeFirst();
}

/** Tells who sees what a device sent, as it sent it: those who may change it. */
export const intakeCan = (actor: Actor) => ({ see_sent: may(actor, "device", "change") });

/** Values of a device are set aside, and its servicing is written down, by those who may change it. */
export const keeperCan = (actor: Actor) => ({ change: may(actor, "device", "change") });

/** Ideal ranges hold for the whole programme: only the built-in roles change them. */
export const guidanceCan = (actor: Actor) => ({ change: isBuiltInRole(actor.role) });

/** Where a rule looks: a garden, a device, or neither, which is all devices of its kind. */
interface RulePlace {
  garden_id: number | null;
  device_id: number | null;
}
const isForAll = (rule: RulePlace) => rule.garden_id === null && rule.device_id === null;

/**
 * Over `alert_rule as r`, its `garden as g` and `device as v`: those of gardens and devices within the actor's scope, and
 * those of the whole programme, since their alerts are seen too.
 */
export const ruleVisibleTo = (actor: Actor) =>
  sql<SqlBool>`(coalesce(r.garden_id, r.device_id) is null
    or (r.garden_id is not null and ${visibleTo(actor, gardenPlace)})
    or (r.device_id is not null and ${visibleTo(actor, devicePlace)}))`;

const isOwn = (actor: Actor, rule: RulePlace) => hasFullScope(actor) || !isForAll(rule);

/** A rule for the whole programme is changed by those who see all of it. */
export const ruleCan = (actor: Actor, rule: RulePlace) =>
  rowCan(actor, "alertrule", isOwn(actor, rule));

/** @throws {Problem} 403 to those with a scope, for a rule of the whole programme */
export function requireOwnRule(actor: Actor, rule: RulePlace) {
  if (!isOwn(actor, rule)) throw new Problem(403, "whole_programme_only");
}

/** The right to see devices, and with them what their rules found. */
export const seesDevices = (actor: Actor) => may(actor, "device", "view");

/** Actions that the panel offers with an alert. */
export const alertCan = (actor: Actor) => ({ change: may(actor, "alertrule", "change") });

/** Over `device_group as q`: it holds a device within the actor's scope, or the actor made it. Whoever sees all sees empty ones too. */
export const deviceGroupVisibleTo = (actor: Actor) =>
  hasFullScope(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(q.created_by = ${actor.id} or exists (select from device_group_member m
        join device v on v.id = m.device_id where m.group_id = q.id and ${visibleTo(actor, devicePlace)}))`;

/**
 * Over `import_profile as p`: what people of the actor's organization said of a logger's files. Those without an
 * organization see their own, and those of devices within their scope that others without one saved.
 */
export function importProfileVisibleTo(actor: Actor) {
  if (hasFullScope(actor)) return sql<SqlBool>`true`;
  if (actor.ministryId !== null) return sql<SqlBool>`(p.ministry_id = ${actor.ministryId})`;
  return sql<SqlBool>`(p.ministry_id is null and (p.created_by = ${actor.id}
    or exists (select from device v where v.id = p.device_id and ${visibleTo(actor, devicePlace)})))`;
}

/** Profiles are renamed and deleted by those who see them and may change devices. */
export function importProfileCan(actor: Actor) {
  const change = may(actor, "device", "change");
  return { change, delete: change };
}

/** Over `device_group as q`: each of its devices lies within the actor's scope. */
export const isWhollyVisibleTo = (actor: Actor) =>
  sql<boolean>`(not exists (select from device_group_member m
    join device v on v.id = m.device_id where m.group_id = q.id and not ${visibleTo(actor, devicePlace)}))`;

/** A group with devices beyond somebody's scope is another's work too: they neither rename nor delete it. */
export const deviceGroupCan = (actor: Actor, { is_whole }: { is_whole: boolean }) =>
  rowCan(actor, "device", is_whole);

/** @throws {Problem} 403 for a group with devices beyond the actor's scope */
export function requireWhole({ is_whole }: { is_whole: boolean }) {
  if (!is_whole) throw new Problem(403, "out_of_reach");
}
