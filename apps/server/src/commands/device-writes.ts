/** Writing devices: the row, the territory that it stands in, and who did it, in one transaction. */
import type { deviceCreateSchema, devicePatchSchema } from "@nihol/contract/sensors/devices";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import { devicePlace, gardenPlace } from "@nihol/policies/sees";
import { forgetDevice } from "@nihol/store/alerts/alert-rows";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { Problem, refuseField } from "../http/problem.ts";
import { visibleTo } from "../policies/scope.ts";
import { settleGroups } from "../shared/devices/settle-groups.ts";
import { areOneName } from "../shared/rows/names-sql.ts";
import { hasReadings, keepFormerPlace } from "./device-moves.ts";
import { lockDevice } from "./lock-device.ts";
import { type Position, refuseZeroPosition, territoryOfPoint } from "./point-territory.ts";
import { deleteRulesOf } from "./rule-removal.ts";

type Db = Kysely<Database>;
type DeviceCreate = z.output<typeof deviceCreateSchema>;
type DevicePatch = z.output<typeof devicePatchSchema>;

async function requireInScope(trx: Db, actor: Actor, id: number) {
  const row = await trx
    .selectFrom("device as v")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .select("v.id")
    .executeTakeFirst();
  if (!row) throw new Problem(403, "out_of_reach");
}

/** A garden's territory, for places without a known border. @throws {FieldProblem} for a garden outside the actor's scope */
async function territoryOfGarden(trx: Db, actor: Actor, gardenId: number | null) {
  if (gardenId === null) return { region_id: null, district_id: null };
  const garden = await trx
    .selectFrom("garden as g")
    .where("g.id", "=", gardenId)
    .where(visibleTo(actor, gardenPlace))
    .select(["g.region_id", "g.district_id"])
    .executeTakeFirst();
  return garden ?? refuseField("garden", "not_found");
}

async function placed(trx: Db, actor: Actor, position: Position, gardenId: number | null) {
  const sent = await territoryOfGarden(trx, actor, gardenId);
  return { garden_id: gardenId, ...(await territoryOfPoint(trx, position, sent)) };
}

/** Two devices of one name, whatever its capitals, cannot be distinguished in a list or a file. */
async function refuseTakenName(trx: Db, name: string | undefined, id?: number) {
  if (name === undefined) return;
  const isTaken = areOneName(sql.ref("name"), sql`${name}::text`);
  let taken = trx.selectFrom("device").where(isTaken).select("id");
  if (id !== undefined) taken = taken.where("id", "!=", id);
  if (await taken.executeTakeFirst()) refuseField("name", "name_taken");
}

/** A probe in the soil stands below its surface, and what measures air above it. */
function refuseOddHeight({ type, height_m }: Pick<DeviceCreate, "type" | "height_m">) {
  if (height_m === null) return;
  if (type === "soil" && height_m > 0) refuseField("height_m", "height_of_soil");
  if (type === "air" && height_m < 0) refuseField("height_m", "height_of_air");
}

type Labelled = Pick<DeviceCreate, "serial" | "maker" | "retired">;
/**
 * Refuses a serial number that another device in service bears, of the same maker or where one of the two names none, among
 * those that the actor sees: a refusal for a device beyond their scope would tell that it is there.
 */
async function refuseTakenSerial(trx: Db, actor: Actor, own: Labelled, id?: number) {
  if (own.serial === "" || own.retired) return;
  // Two that are written at once see one another.
  await sql`select pg_advisory_xact_lock(hashtext('device serial'), hashtext(upper(${own.serial})))`.execute(
    trx,
  );
  let taken = trx
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .where(sql<SqlBool>`upper(v.serial) = upper(${own.serial}) and v.serial <> ''`)
    .where("v.retired", "=", false);
  if (own.maker !== "") {
    const isSame = areOneName(sql`v.maker`, sql`${own.maker}::text`);
    taken = taken.where((eb) => eb.or([eb("v.maker", "=", ""), isSame]));
  }
  if (id !== undefined) taken = taken.where("v.id", "!=", id);
  const other = await taken.select("v.name").executeTakeFirst();
  if (other) refuseField("serial", "serial_taken", { name: other.name });
}

/**
 * Inserts a device in the district and region of its position, within the caller's transaction. Returns its id.
 * @throws {FieldProblem} for a taken name or serial number, an unknown garden, no position, a height on the wrong side of the ground
 * @throws {Problem} 403 out_of_reach
 */
export async function insertDevice(trx: Db, actor: Actor, body: DeviceCreate): Promise<number> {
  const { garden, groups, ...own } = body;
  await refuseTakenName(trx, own.name);
  refuseOddHeight(own);
  await refuseTakenSerial(trx, actor, own);
  refuseZeroPosition("latitude", own);
  const place = await placed(trx, actor, own, garden);
  const soil_texture = own.type === "soil" ? own.soil_texture : null;
  const { id } = await trx
    .insertInto("device")
    .values({ ...own, soil_texture, ...place })
    .returning("id")
    .executeTakeFirstOrThrow();
  await requireInScope(trx, actor, id);
  await settleGroups(trx, actor, id, groups);
  await insertAudit(trx, actor, { action: "add", resource: "device", id, change: { ...body } });
  return id;
}

/** Makes a device as `insertDevice` does, and throws what it throws. */
export const createDevice = (db: Db, actor: Actor, body: DeviceCreate): Promise<number> =>
  db.transaction().execute((trx) => insertDevice(trx, actor, body));

/**
 * Changes what was sent; another position gives another district and region.
 * @throws {FieldProblem} for what `insertDevice` refuses, another type of a device that has readings, and what `keepFormerPlace` asks
 * @throws {Problem} 404 for a device outside the actor's scope, 403 when the change would move it outside
 */
export async function patchDevice(db: Db, actor: Actor, id: number, body: DevicePatch) {
  await db.transaction().execute(async (trx) => {
    const row = await lockDevice(trx, actor, id);
    const { garden, groups, place_change, moved_on, ...own } = body;
    await refuseTakenName(trx, own.name, id);
    if (own.type && own.type !== row.type && (await hasReadings(trx, id)))
      refuseField("type", "device_has_readings");
    const next = { ...row, ...own };
    // A device that stands there from before may still be renamed, or taken out of service.
    if (own.latitude !== undefined || own.longitude !== undefined)
      refuseZeroPosition("latitude", next);
    if (own.height_m !== undefined || own.type) refuseOddHeight(next);
    // One that bears another's number from before may still be changed.
    const isRelabelled = next.serial !== row.serial || next.maker !== row.maker;
    if (isRelabelled || next.retired !== row.retired) await refuseTakenSerial(trx, actor, next, id);
    const place = await placed(trx, actor, next, garden === undefined ? row.garden_id : garden);
    const moved = await keepFormerPlace(
      trx,
      actor,
      row,
      { ...next, ...place },
      { place_change, moved_on },
    );
    const soil_texture = next.type === "soil" ? next.soil_texture : null;
    const isOther =
      next.type !== row.type || next.retired !== row.retired || place.garden_id !== row.garden_id;
    const now = new Date();
    const ruled = isOther && { ruled_since: now };
    await trx
      .updateTable("device")
      .set({ ...own, soil_texture, ...place, ...moved, ...ruled, updated_at: now })
      .where("id", "=", id)
      .execute();
    if (isOther) await forgetDevice(trx, id, row);
    await requireInScope(trx, actor, id);
    if (groups) await settleGroups(trx, actor, id, groups);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "device",
      id,
      change: { ...body },
    });
  });
}

/** Alerts of a device and what people wrote about them: both go with it, and the log says how many. */
async function countAlerts(trx: Db, id: number) {
  const { alerts, comments } = await trx
    .selectFrom("alert as a")
    .leftJoin("alert_comment as c", "c.alert_id", "a.id")
    .where("a.device_id", "=", id)
    .select([sql<number>`count(distinct a.id)::int`.as("alerts")])
    .select([sql<number>`count(c.id)::int`.as("comments")])
    .executeTakeFirstOrThrow();
  return alerts === 0 ? {} : { alerts, comments };
}

/**
 * Deletes a device with its token, all its readings and alerts, and the rules about it alone. Returns the key of its photo.
 * @throws {Problem} 404
 */
export async function removeDevice(db: Db, actor: Actor, id: number): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const { name, type, photo_key } = await lockDevice(trx, actor, id);
    await deleteRulesOf(trx, actor, "device_id", id);
    const alerts = await countAlerts(trx, id);
    await trx.deleteFrom("device").where("id", "=", id).execute();
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "device",
      id,
      change: { name, type, ...alerts },
    });
    return photo_key;
  });
}

/** Sets the photo of a device, or with null removes it, and returns the key of the one before. @throws {Problem} 404 */
export async function updateDevicePhoto(db: Db, actor: Actor, id: number, key: string | null) {
  return db.transaction().execute(async (trx) => {
    const { photo_key } = await lockDevice(trx, actor, id);
    await trx.updateTable("device").set({ photo_key: key }).where("id", "=", id).execute();
    const change = key === null ? { photo: null } : undefined;
    await insertAudit(trx, actor, { action: "photo", resource: "device", id, change });
    return photo_key;
  });
}
