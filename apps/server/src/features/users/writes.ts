import type { User, userCreateSchema, userPatchSchema } from "@nihol/contract/people/users";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Transaction } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { beyondOwn } from "../../policies/people.ts";
import { checkPassword, hashPassword } from "../../shared/accounts/passwords.ts";
import { endSessions } from "../../shared/accounts/sessions.ts";
import { checkGroupGiven, checkScopeGiven, keepOneMasterAdmin } from "./rules.ts";
import {
  deleteUser,
  emailTaken,
  findPhotoKey,
  findUser,
  hasActed,
  insertUser,
  updateTerritory,
  updateUser,
} from "./user-queries.ts";

type Create = z.output<typeof userCreateSchema>;
type Patch = z.output<typeof userPatchSchema>;

async function written(db: Db, actor: Actor, id: number): Promise<User> {
  const user = await findUser(db, actor, id);
  if (!user) throw notFound();
  return user;
}

/** @throws {FieldProblem} for a taken e-mail, a weak password, a role or scope beyond the actor's own */
export async function createUser(db: Db, actor: Actor, body: Create): Promise<number> {
  const { group, ministry, regions, districts, password, ...columns } = body;
  checkPassword(password, body.email);
  await checkScopeGiven(db, actor, { ministry, regions, districts });
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await checkGroupGiven(trx, actor, group);
    if (await emailTaken(trx, body.email)) refuseField("email", "email_taken");
    const id = await insertUser(trx, {
      ...columns,
      group_id: group,
      ministry_id: ministry,
      password_hash,
    });
    await updateTerritory(trx, id, regions, districts);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "user",
      id,
      change: { ...columns, group, ministry, regions, districts },
    });
    return id;
  });
}

async function checkScope(trx: Db, actor: Actor, user: User, body: Patch) {
  if (body.ministry === undefined && !body.regions && !body.districts) return;
  await checkScopeGiven(trx, actor, {
    ministry: body.ministry === undefined ? (user.ministry?.id ?? null) : body.ministry,
    regions: body.regions ?? user.regions.map(({ id }) => id),
    districts: body.districts ?? user.districts.map(({ id }) => id),
  });
}

async function checkPatch(trx: Transaction<Database>, actor: Actor, user: User, body: Patch) {
  if (!user.can.change) throw beyondOwn();
  if (body.group !== undefined && body.group !== user.group.id)
    await checkGroupGiven(trx, actor, body.group);
  await checkScope(trx, actor, user, body);
  // Their own password takes the current one: the profile asks for it.
  if (user.id === actor.id && body.password) refuseField("password", "own_account");
  if (user.id === actor.id && body.is_active === false) throw new Problem(409, "own_account");
  const demoted = body.group !== undefined && body.group !== user.group.id;
  await keepOneMasterAdmin(trx, user, demoted || body.is_active === false);
  if (body.email && (await emailTaken(trx, body.email, user.id)))
    refuseField("email", "email_taken");
  if (body.password) checkPassword(body.password, body.email ?? user.email);
}

/** A changed password or a deactivation ends the person's sessions. */
export async function patchUser(db: Db, actor: Actor, id: number, body: Patch): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await written(trx, actor, id);
    await checkPatch(trx, actor, user, body);
    const { group, ministry, regions, districts, password, ...columns } = body;
    const password_hash = password ? await hashPassword(password) : undefined;
    await updateUser(trx, id, {
      ...columns,
      group_id: group,
      ministry_id: ministry,
      password_hash,
    });
    await updateTerritory(trx, id, regions, districts);
    if (password || body.is_active === false) await endSessions(trx, id);
    const change = {
      ...columns,
      group,
      ministry,
      regions,
      districts,
      password: password ? "changed" : undefined,
    };
    await insertAudit(trx, actor, { action: "change", resource: "user", id, change });
  });
}

/** Sets a person's photo, or with null removes it, and returns the key of the one before. */
export async function changePhoto(db: Db, actor: Actor, id: number, photo_key: string | null) {
  return db.transaction().execute(async (trx) => {
    const user = await written(trx, actor, id);
    if (!user.can.change) throw beyondOwn();
    const before = await findPhotoKey(trx, actor, id);
    await updateUser(trx, id, { photo_key });
    const change = photo_key === null ? { photo: null } : undefined;
    await insertAudit(trx, actor, { action: "photo", resource: "user", id, change });
    return before;
  });
}

/**
 * Deletes a person and returns the key of their photo.
 * @throws {Problem} 409 for one's own account, for the last MasterAdmin and for who has acted: whose deeds the records
 * name is deactivated, never erased
 */
export async function removeUser(db: Db, actor: Actor, id: number) {
  return db.transaction().execute(async (trx) => {
    const user = await written(trx, actor, id);
    if (id === actor.id) throw new Problem(409, "own_account");
    if (!user.can.delete) throw beyondOwn();
    await keepOneMasterAdmin(trx, user, true);
    if (await hasActed(trx, id)) throw new Problem(409, "user_acted");
    const photo = await findPhotoKey(trx, actor, id);
    await deleteUser(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "user",
      id,
      change: { email: user.email },
    });
    return photo;
  });
}
