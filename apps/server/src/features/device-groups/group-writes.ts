/** Groups of devices: made, named anew, filled, emptied and deleted, a transaction each. */
import type { DeviceGroup, deviceGroupMembers } from "@nihol/contract/sensors/device-groups";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { requireWhole } from "../../policies/devices.ts";
import { insertNamedGroup, refuseTakenName } from "../../shared/devices/add-group.ts";
import { deleteGroupRow, findGroup, lockGroup, updateName, writeMembers } from "./group-queries.ts";

const resource = "devicegroup";

/** Makes an empty group. @throws {FieldProblem} for the name of another one that the actor sees */
export const addGroup = (db: Db, actor: Actor, name: string): Promise<DeviceGroup> =>
  db
    .transaction()
    .execute(async (trx) => findGroup(trx, actor, await insertNamedGroup(trx, actor, name)));

/** Names a group anew. @throws what `addGroup` throws @throws {Problem} 404, and 403 where it holds devices beyond the scope */
export const renameGroup = (db: Db, actor: Actor, id: number, name: string) =>
  db.transaction().execute(async (trx) => {
    requireWhole(await lockGroup(trx, actor, id));
    await refuseTakenName(trx, actor, name, id);
    await updateName(trx, id, name);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { name } });
    return findGroup(trx, actor, id);
  });

/** Deletes a group; its devices stay. @throws {Problem} 404, and 403 where it holds devices beyond the scope */
export const deleteGroup = (db: Db, actor: Actor, id: number) =>
  db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, actor, id);
    requireWhole(group);
    await deleteGroupRow(trx, id);
    const change = { name: group.name };
    await insertAudit(trx, actor, { action: "delete", resource, id, change });
  });

/** Puts devices of the actor's scope into a group, or takes them out. @throws {Problem} 404 for a group that the actor does not see */
export const changeMembers = (
  db: Db,
  actor: Actor,
  id: number,
  body: z.output<typeof deviceGroupMembers.body>,
) =>
  db.transaction().execute(async (trx) => {
    const { name } = await lockGroup(trx, actor, id);
    const changed = await writeMembers(trx, actor, id, body);
    if (changed.length > 0)
      await insertAudit(trx, actor, {
        action: "change",
        resource,
        id,
        change: { name, is_in: body.is_in, devices: changed },
      });
    return { changed: changed.length };
  });
