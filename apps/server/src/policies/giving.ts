/** Nobody grants a right or a scope beyond their own. Decision record 11. */
import {
  hasRight,
  type Permissions,
  partsOf,
  type StoredPermissions,
} from "@nihol/contract/values/permissions";
import { missingNeeds } from "@nihol/contract/values/right-needs";
import { hasFullScope } from "@nihol/policies/viewer";
import { type Actor, exceeds, holds, rightBeyond } from "../http/actor.ts";
import { refuseField } from "../http/problem.ts";

/**
 * Only rights that the actor holds can be granted; those that a role had before may stay.
 * @returns the rights with those that they need, so that no form of the role's people is dead
 * @throws {FieldProblem} under `permissions` naming a right that is not the actor's to give
 */
export function rightsGiven(actor: Actor, asked: Permissions, before?: Permissions): Permissions {
  const beyond = rightBeyond(actor, asked, before);
  if (beyond) refuseField("permissions", "permission_not_held", { right: beyond });
  const given = structuredClone(asked);
  for (const { right, needs } of missingNeeds(asked)) {
    const { resource, action } = partsOf(needs);
    if (holds(actor, resource, action)) given[resource][action] = true;
    else if (!before || !hasRight(before, right))
      refuseField("permissions", "permission_needs", { right, needs });
  }
  return given;
}

/** @throws {FieldProblem} under `group` when the role holds more than the actor does */
export function requireRoleWithinOwn(
  actor: Actor,
  role: { name: string; built_in: boolean; permissions: StoredPermissions },
) {
  if (actor.isMasterAdmin) return;
  if (role.built_in && (role.name === "MasterAdmin" || actor.role !== "SysAdmin"))
    refuseField("group", "role_beyond_own");
  if (exceeds(actor, role.permissions)) refuseField("group", "role_beyond_own");
}

/** The assignments of a person as they will be; without one of a kind that kind does not limit. */
export interface GivenScope {
  ministry: number | null;
  regions: number[];
  districts: number[];
}

/**
 * Checks the whole scope that a person will have, not only what was sent: removing an assignment widens the scope.
 * @param elsewhere reads those of the given districts that lie outside the actor's regions
 * @throws {FieldProblem} when a person with a scope would give somebody more than it
 */
export async function requireScopeWithinOwn(
  actor: Actor,
  scope: GivenScope,
  elsewhere: () => Promise<readonly number[]>,
) {
  if (hasFullScope(actor)) return;
  if (actor.ministryId !== null && scope.ministry !== actor.ministryId)
    refuseField("ministry", "out_of_reach");
  if (actor.regionIds.length + actor.districtIds.length === 0) return;
  if (scope.regions.length + scope.districts.length === 0) refuseField("districts", "out_of_reach");
  if (scope.regions.some((id) => !actor.regionIds.includes(id)))
    refuseField("regions", "out_of_reach");
  if ((await elsewhere()).some((id) => !actor.districtIds.includes(id)))
    refuseField("districts", "out_of_reach");
}
