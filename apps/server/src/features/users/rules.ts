/** Who may make whom what: nobody gives a permission or a reach that they do not have. */
import { actions, resources } from "@nihol/contract/permissions";
import type { User } from "@nihol/contract/users";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { type Actor, holds, reachesAll } from "../../http/actor.ts";
import { Problem, refuseField } from "../../http/problem.ts";
import { countOtherMasterAdmins, findGroup } from "./queries.ts";

type Db = Kysely<Database>;

type Grants = Partial<Record<string, Partial<Record<string, boolean>>>>;

/** @throws {FieldProblem} under `group` when the role is unknown or holds more than the actor does */
export async function checkGroupGiven(db: Db, actor: Actor, groupId: number) {
  const group = await findGroup(db, groupId);
  if (!group) return refuseField("group", "not_found");
  if (actor.isMasterAdmin) return;
  if (group.built_in && (group.name === "MasterAdmin" || actor.role !== "SysAdmin"))
    refuseField("group", "permission_not_held");
  const grants = group.permissions as Grants;
  const excess = resources.some((r) =>
    actions.some((a) => grants[r]?.[a] === true && !holds(actor, r, a)),
  );
  if (excess) refuseField("group", "permission_not_held");
}

export interface Reach {
  ministry?: number | null;
  regions?: number[];
  districts?: number[];
}

/** @throws {FieldProblem} when a person with a reach would give somebody more than it */
export function checkReachGiven(actor: Actor, reach: Reach, creating: boolean) {
  if (reachesAll(actor)) return;
  const ministry = reach.ministry ?? (creating ? null : undefined);
  if (actor.ministryId !== null && ministry !== undefined && ministry !== actor.ministryId)
    refuseField("ministry", "out_of_reach");
  const tied = actor.regionIds.length + actor.districtIds.length > 0;
  if (!tied) return;
  if (
    (creating || reach.regions || reach.districts) &&
    !(reach.regions?.length || reach.districts?.length)
  )
    refuseField("districts", "out_of_reach");
  if (reach.regions?.some((id) => !actor.regionIds.includes(id)))
    refuseField("regions", "out_of_reach");
  if (
    actor.regionIds.length === 0 &&
    reach.districts?.some((id) => !actor.districtIds.includes(id))
  )
    refuseField("districts", "out_of_reach");
}

/** @throws {Problem} when the change would leave the programme without an active MasterAdmin */
export async function keepOneMasterAdmin(db: Db, target: User, leaves: boolean) {
  if (target.group.name !== "MasterAdmin" || !target.is_active || !leaves) return;
  if ((await countOtherMasterAdmins(db, target.id)) === 0)
    throw new Problem(409, "last_master_admin");
}
