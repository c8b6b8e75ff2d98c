/** Who may make whom what: nobody gives a permission or a reach that they do not have. */
import type { User } from "@nihol/contract/people/users";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { type Actor, exceeds, hasFullScope } from "../../http/actor.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import { countOtherMasterAdmins, findGroup, findUnknown, listDistrictsOutside } from "./queries.ts";

type Db = Kysely<Database>;

/** @throws {FieldProblem} under `group` when the role is unknown or holds more than the actor does */
export async function checkGroupGiven(db: Db, actor: Actor, groupId: number) {
  const group = await findGroup(db, groupId);
  if (!group) return refuseField("group", "not_found");
  if (actor.isMasterAdmin) return;
  if (group.built_in && (group.name === "MasterAdmin" || actor.role !== "SysAdmin"))
    refuseField("group", "role_beyond_own");
  if (exceeds(actor, group.permissions)) refuseField("group", "role_beyond_own");
}

/** The ties of a person as they will be; no tie of a kind does not limit. */
export interface GivenScope {
  ministry: number | null;
  regions: number[];
  districts: number[];
}

/**
 * Judges the whole reach that a person will have, not only what was sent: an emptied tie gives more, not less.
 * @throws {FieldProblem} when a tie is to nothing, or a person with a reach would give somebody more than it
 */
export async function checkScopeGiven(db: Db, actor: Actor, scope: GivenScope) {
  const unknown = await findUnknown(db, scope);
  if (unknown) refuseField(unknown, "not_found");
  if (hasFullScope(actor)) return;
  if (actor.ministryId !== null && scope.ministry !== actor.ministryId)
    refuseField("ministry", "out_of_reach");
  if (actor.regionIds.length + actor.districtIds.length === 0) return;
  if (scope.regions.length + scope.districts.length === 0) refuseField("districts", "out_of_reach");
  if (scope.regions.some((id) => !actor.regionIds.includes(id)))
    refuseField("regions", "out_of_reach");
  const elsewhere = await listDistrictsOutside(db, scope.districts, actor.regionIds);
  if (elsewhere.some((id) => !actor.districtIds.includes(id)))
    refuseField("districts", "out_of_reach");
}

/** @throws {Problem} when the change would leave the programme without an active MasterAdmin */
export async function keepOneMasterAdmin(db: Db, target: User, leaves: boolean) {
  if (target.group.name !== "MasterAdmin" || !target.is_active || !leaves) return;
  if ((await countOtherMasterAdmins(db, target.id)) === 0)
    throw new Problem(409, "last_master_admin");
}
