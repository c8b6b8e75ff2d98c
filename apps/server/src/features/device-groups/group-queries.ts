/** Groups of devices that an actor sees, with the number of their devices within the scope. */
import type { DeviceGroup, deviceGroupMembers } from "@nihol/contract/sensors/device-groups";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { deviceGroupCan, deviceGroupVisibleTo, isWhollyVisibleTo } from "../../policies/devices.ts";
import { visibleTo } from "../../policies/scope.ts";

const groups = (db: Db, actor: Actor) =>
  db
    .selectFrom("device_group as q")
    .where(deviceGroupVisibleTo(actor))
    .select(["q.id", "q.name", isWhollyVisibleTo(actor).as("is_whole")])
    .select(
      sql<number>`(select count(*)::int from device_group_member m join device v on v.id = m.device_id
        where m.group_id = q.id and ${visibleTo(actor, devicePlace)})`.as("devices"),
    );
type Row = Awaited<ReturnType<ReturnType<typeof groups>["executeTakeFirstOrThrow"]>>;

const toGroup = ({ id, name, devices, ...row }: Row, actor: Actor): DeviceGroup => ({
  id,
  name,
  devices,
  can: deviceGroupCan(actor, row),
});

/** Lists groups by name. */
export async function listGroups(db: Db, actor: Actor): Promise<DeviceGroup[]> {
  const rows = await groups(db, actor)
    .orderBy(sql`q.name collate natural_ru`)
    .orderBy("q.id")
    .execute();
  return rows.map((row) => toGroup(row, actor));
}

/** A group as the actor sees it. @throws {Problem} 404 */
export async function findGroup(db: Db, actor: Actor, id: number): Promise<DeviceGroup> {
  const row = await groups(db, actor).where("q.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toGroup(row, actor);
}

/** Locks a group for a change. @throws {Problem} 404 */
export async function lockGroup(trx: Db, actor: Actor, id: number) {
  const row = await trx
    .selectFrom("device_group as q")
    .where(deviceGroupVisibleTo(actor))
    .where("q.id", "=", id)
    .select(["q.id", "q.name", isWhollyVisibleTo(actor).as("is_whole")])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function updateName(trx: Db, id: number, name: string) {
  await trx.updateTable("device_group").set({ name }).where("id", "=", id).execute();
}

export async function deleteGroupRow(trx: Db, id: number) {
  await trx.deleteFrom("device_group").where("id", "=", id).execute();
}

/** Puts those of the devices that the actor sees into a group, or takes them out. Returns those that were not so before. */
export async function writeMembers(
  trx: Db,
  actor: Actor,
  id: number,
  { ids, is_in }: z.output<typeof deviceGroupMembers.body>,
): Promise<number[]> {
  const seen = trx
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .where("v.id", "in", ids)
    .select("v.id as device_id");
  const rows = is_in
    ? await trx
        .insertInto("device_group_member")
        .columns(["device_id", "group_id"])
        .expression(seen.select(sql<number>`${id}::int`.as("group_id")).orderBy("v.id"))
        .onConflict((conflict) => conflict.doNothing())
        .returning("device_id")
        .execute()
    : await trx
        .deleteFrom("device_group_member")
        .where("group_id", "=", id)
        .where("device_id", "in", seen)
        .returning("device_id")
        .execute();
  return rows.map(({ device_id }) => device_id);
}
