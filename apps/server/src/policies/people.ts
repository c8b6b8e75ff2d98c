/** Decides who sees and manages whom, and who changes a role that people hold. Decision record 11. */
import { isBuiltInRole, type StoredPermissions } from "@nihol/contract/values/permissions";
import { hasFullScope } from "@nihol/policies/viewer";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Actor, exceeds } from "../http/actor.ts";
import { Problem } from "../http/problem.ts";
import { may } from "./rights.ts";

/**
 * Over `user_account as u` and its role, `user_group as g`: a person with a scope sees people of the same ministry
 * and, within it, those of the same territories; and themselves.
 */
export function visiblePeople(actor: Actor, role: "g" | "r" = "g"): RawBuilder<SqlBool> {
  if (hasFullScope(actor)) return sql<SqlBool>`true`;
  const sameMinistry =
    actor.ministryId === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`u.ministry_id = ${actor.ministryId}`;
  const tied = actor.regionIds.length + actor.districtIds.length > 0;
  const sameTerritory = tied
    ? sql<SqlBool>`exists (select 1 from user_territory t left join district d on d.id = t.district_id where t.user_id = u.id
        and (t.region_id = any(${actor.regionIds}::int[]) or t.district_id = any(${actor.districtIds}::int[]) or d.region_id = any(${actor.regionIds}::int[])))`
    : sql<SqlBool>`true`;
  return sql<SqlBool>`(u.id = ${actor.id} or (${sameMinistry} and ${sameTerritory} and not ${sql.ref(role)}.built_in))`;
}

/**
 * Over `user_account as u` and its role `r`: who may be named to the actor beside a record that both may see. Those
 * of the list of users, and whoever took part, whose name stands in the record's history already.
 * @param partakers selects ids of accounts
 */
export const nameablePeople = (actor: Actor, partakers: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${visiblePeople(actor, "r")} or u.id in (${partakers}))`;

/**
 * Over `user_account as u` and its role `r`: whose names the actor reads beside what they did, of others their
 * organization alone. Their own, and those of the list of users where they may open it.
 */
export const namedPeople = (actor: Actor): RawBuilder<SqlBool> =>
  may(actor, "user", "view") ? visiblePeople(actor, "r") : sql<SqlBool>`u.id = ${actor.id}`;

/** Says whether the actor reads names that were kept without the account they are of. */
export const readsEveryName = (actor: Actor): boolean =>
  may(actor, "user", "view") && hasFullScope(actor);

/** Over `user_account as u`: whether every assignment of the person lies within the actor's scope. */
export function withinScope(actor: Actor) {
  if (hasFullScope(actor)) return sql<boolean>`true`;
  const ministry =
    actor.ministryId === null
      ? sql`true`
      : sql`u.ministry_id is not distinct from ${actor.ministryId}::int`;
  if (actor.regionIds.length + actor.districtIds.length === 0)
    return sql<boolean>`(u.id = ${actor.id} or ${ministry})`;
  return sql<boolean>`(u.id = ${actor.id} or (${ministry}
    and exists (select 1 from user_territory t where t.user_id = u.id)
    and not exists (select 1 from user_territory t left join district d on d.id = t.district_id
      where t.user_id = u.id and not coalesce(coalesce(t.region_id, d.region_id) = any(${actor.regionIds}::int[]), false)
        and not coalesce(t.district_id = any(${actor.districtIds}::int[]), false))))`;
}

/**
 * Whoever sets a person's password or e-mail can act as that person, so nobody manages people who hold
 * more rights or a wider scope than they do; SysAdmin does everything but manage MasterAdmins.
 */
export function mayManage(
  actor: Actor,
  target: {
    group_name: string;
    built_in: boolean;
    permissions: StoredPermissions;
    within_scope: boolean;
  },
): boolean {
  if (actor.isMasterAdmin) return true;
  if (target.group_name === "MasterAdmin") return false;
  if (target.built_in) return isBuiltInRole(actor.role);
  return target.within_scope && !exceeds(actor, target.permissions);
}

/** The refusal of a change to a person who holds more than the actor, or whose scope is wider. */
export const beyondOwn = () => new Problem(403, "person_beyond_own");

/**
 * Over `user_group as g`: whether everybody who holds the role lies within the actor's scope. What a role allows is
 * changed for all who hold it, wherever they work.
 */
export function holdersWithinScope(actor: Actor): RawBuilder<boolean> {
  if (hasFullScope(actor)) return sql<boolean>`true`;
  return sql<boolean>`not exists (select 1 from user_account u
    where u.group_id = g.id and not ${withinScope(actor)})`;
}

/** @throws {Problem} 403 for a role that people outside the actor's scope hold */
export function requireHoldersWithinScope(role: { holders_in_scope: boolean }) {
  if (!role.holders_in_scope) throw new Problem(403, "role_holders_out_of_scope");
}
