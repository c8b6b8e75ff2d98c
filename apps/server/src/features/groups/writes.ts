import type { Group } from "@nihol/contract/groups";
import type { Permissions } from "@nihol/contract/permissions";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { type Actor, exceeds } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import {
  deleteGroup,
  findGroup,
  insertGroup,
  lockGroup,
  nameTaken,
  updateGroup,
} from "./queries.ts";

type Db = Kysely<Database>;

/** Nobody can give a permission that they do not hold; what a role had before may stay. */
function checkGiven(actor: Actor, given: Permissions, before?: Permissions) {
  if (exceeds(actor, given, before)) refuseField("permissions", "permission_not_held");
}

async function editable(db: Db, actor: Actor, id: number): Promise<Group> {
  await lockGroup(db, id);
  const group = await findGroup(db, actor, id);
  if (!group) throw notFound();
  if (group.built_in) throw new Problem(403, "built_in_role");
  return group;
}

export async function createGroup(
  db: Db,
  actor: Actor,
  name: string,
  permissions: Permissions,
): Promise<Group> {
  checkGiven(actor, permissions);
  return db.transaction().execute(async (trx) => {
    if (await nameTaken(trx, name)) refuseField("name", "name_taken");
    const id = await insertGroup(trx, name, permissions);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "group",
      id,
      change: { name, permissions },
    });
    return (await findGroup(trx, actor, id)) as Group;
  });
}

export async function patchGroup(
  db: Db,
  actor: Actor,
  id: number,
  change: { name?: string; permissions?: Permissions },
): Promise<Group> {
  return db.transaction().execute(async (trx) => {
    const before = await editable(trx, actor, id);
    if (change.permissions) checkGiven(actor, change.permissions, before.permissions);
    if (change.name && (await nameTaken(trx, change.name, id))) refuseField("name", "name_taken");
    await updateGroup(trx, id, change);
    await insertAudit(trx, actor, { action: "change", resource: "group", id, change });
    return (await findGroup(trx, actor, id)) as Group;
  });
}

/** @throws {Problem} 409 while people hold the role */
export async function removeGroup(db: Db, actor: Actor, id: number) {
  await db.transaction().execute(async (trx) => {
    const group = await editable(trx, actor, id);
    if (group.user_count > 0) throw new Problem(409, "in_use");
    await deleteGroup(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "group",
      id,
      change: { name: group.name },
    });
  });
}
