import type { Group } from "@nihol/contract/people/groups";
import type { Permissions } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { rightsGiven } from "../../policies/giving.ts";
import { requireHoldersWithinScope } from "../../policies/people.ts";
import {
  deleteGroup,
  findGroup,
  insertGroup,
  lockGroup,
  lockRoleNames,
  nameTaken,
  updateGroup,
} from "./group-queries.ts";

/** @throws {Problem} 404, 403 for a built-in role and for one that people outside the actor's scope hold */
async function editable(db: Db, actor: Actor, id: number): Promise<Group> {
  const locked = await lockGroup(db, actor, id);
  const group = locked && (await findGroup(db, actor, id));
  if (!group) throw notFound();
  if (locked.built_in) throw new Problem(403, "built_in_role");
  requireHoldersWithinScope(locked);
  return group;
}

/** @throws {FieldProblem} under `name` when another role has it, or one that reads the same */
async function refuseTaken(trx: Db, name: string, exceptId?: number) {
  await lockRoleNames(trx);
  if (await nameTaken(trx, name, exceptId)) refuseField("name", "name_taken");
}

export async function createGroup(
  db: Db,
  actor: Actor,
  name: string,
  asked: Permissions,
): Promise<number> {
  const permissions = rightsGiven(actor, asked);
  return db.transaction().execute(async (trx) => {
    await refuseTaken(trx, name);
    const id = await insertGroup(trx, name, permissions);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "group",
      id,
      change: { name, permissions },
    });
    return id;
  });
}

export async function patchGroup(
  db: Db,
  actor: Actor,
  id: number,
  asked: { name?: string; permissions?: Permissions },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await editable(trx, actor, id);
    const change = asked.permissions
      ? { ...asked, permissions: rightsGiven(actor, asked.permissions, before.permissions) }
      : asked;
    if (change.name) await refuseTaken(trx, change.name, id);
    await updateGroup(trx, id, change);
    await insertAudit(trx, actor, { action: "change", resource: "group", id, change });
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
