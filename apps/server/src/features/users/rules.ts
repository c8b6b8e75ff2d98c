/** Rules of granting: no permission and no scope beyond the actor's own. */

import type { User } from "@nihol/contract/people/users";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import {
  type GivenScope,
  requireRoleWithinOwn,
  requireScopeWithinOwn,
} from "../../policies/giving.ts";
import {
  countOtherMasterAdmins,
  findGroup,
  findUnknown,
  listDistrictsOutside,
} from "./user-queries.ts";

/** @throws {FieldProblem} under `group` when the role is unknown or holds more than the actor does */
export async function checkGroupGiven(db: Db, actor: Actor, groupId: number) {
  const group = await findGroup(db, groupId);
  if (!group) return refuseField("group", "not_found");
  requireRoleWithinOwn(actor, group);
}

/** @throws {FieldProblem} when a tie is to nothing, or a person with a scope would give somebody more than it */
export async function checkScopeGiven(db: Db, actor: Actor, scope: GivenScope) {
  const unknown = await findUnknown(db, scope);
  if (unknown) refuseField(unknown, "not_found");
  await requireScopeWithinOwn(actor, scope, () =>
    listDistrictsOutside(db, scope.districts, actor.regionIds),
  );
}

/** @throws {Problem} when the change would leave the programme without an active MasterAdmin */
export async function keepOneMasterAdmin(db: Db, target: User, leaves: boolean) {
  if (target.group.name !== "MasterAdmin" || !target.is_active || !leaves) return;
  if ((await countOtherMasterAdmins(db, target.id)) === 0)
    throw new Problem(409, "last_master_admin");
}
