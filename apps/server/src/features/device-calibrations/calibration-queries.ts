/** Calibrations of a device as the API answers them, newest first, with what the worker has computed. */
import type {
  DeviceCalibration,
  deviceCalibrationAdd,
} from "@nihol/contract/sensors/device-calibrations";
import { deviceCalibrationLimits } from "@nihol/contract/values/sensors/calibrations";
import type { Averaging } from "@nihol/contract/values/sensors/sensor-guidance";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { isWaiting } from "@nihol/store/readings/calibrations";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { takenBack } from "../../shared/devices/taken-back.ts";

type Effect = DeviceCalibration["effect"];
interface CalibrationRow {
  id: number;
  parameter: string;
  begins_at: Date;
  ends_at: Date | null;
  gain: number;
  shift: number;
  reference: number | null;
  sent: number | null;
  note: string;
  replaces_id: number | null;
  author: string;
  created_at: Date;
  taken_back_by: string | null;
  taken_back_at: Date | null;
  taken_back_note: string | null;
  waits: boolean;
  effect: Effect;
  effect_of_taking_back: Effect;
}

const effectOf = (isTakenBack: boolean) => sql`(select json_build_object('values', e.n,
    'mean_before', e.mean_before, 'mean_after', e.mean_after,
    'at', to_char(e.computed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from device_calibration_effect e where e.calibration_id = c.id and e.taken_back = ${isTakenBack}::boolean)`;

async function calibrationRows(db: Db, deviceId: number, more: RawBuilder<SqlBool>) {
  const { rows } = await sql<CalibrationRow>`
    select c.id, p.key as parameter, c.begins_at, c.ends_at, c.gain, c.shift, c.reference, c.sent, c.note,
      c.replaces_id, c.author, c.created_at, c.taken_back_by, c.taken_back_at, c.taken_back_note,
      ${isWaiting} as waits, ${effectOf(false)} as effect, ${effectOf(true)} as effect_of_taking_back
    from device_calibration c join parameter p on p.id = c.parameter
    where c.device_id = ${deviceId} and ${more}
    order by c.begins_at desc, c.id desc limit ${deviceCalibrationLimits.shown}`.execute(db);
  return rows;
}

const toCalibration = (row: CalibrationRow): DeviceCalibration => ({
  id: row.id,
  parameter: row.parameter,
  from: row.begins_at.toISOString(),
  to: row.ends_at?.toISOString() ?? null,
  gain: row.gain,
  offset: row.shift,
  reference: row.reference,
  sent: row.sent,
  note: row.note,
  replaces: row.replaces_id,
  added: { name: row.author, at: row.created_at.toISOString() },
  taken_back: row.taken_back_at && {
    name: row.taken_back_by ?? "",
    at: row.taken_back_at.toISOString(),
    note: row.taken_back_note ?? "",
  },
  is_computed: !row.waits,
  effect: row.effect,
  effect_of_taking_back: row.effect_of_taking_back,
});

/** Lists calibrations of a device that the caller has found within the actor's scope. */
export async function listCalibrations(db: Db, deviceId: number): Promise<DeviceCalibration[]> {
  return (await calibrationRows(db, deviceId, sql<SqlBool>`true`)).map(toCalibration);
}

/** A calibration of a device. @throws {Problem} 404 where it has no such one */
export async function getCalibration(
  db: Db,
  deviceId: number,
  id: number,
): Promise<DeviceCalibration> {
  const [row] = await calibrationRows(db, deviceId, sql<SqlBool>`c.id = ${id}`);
  if (!row) throw notFound();
  return toCalibration(row);
}

/** A parameter that a device has sent: its id, and the way it is averaged; undefined for another one. */
export async function findSent(
  db: Db,
  deviceId: number,
  key: string,
): Promise<{ id: number; averaging: Averaging } | undefined> {
  const { rows } = await sql<{ id: number; averaging: Averaging }>`select p.id, p.averaging
    from parameter p join reading_latest l on l.parameter = p.id and l.device_id = ${deviceId}
    where p.key = ${key}`.execute(db);
  return rows[0];
}

/** Number of calibrations of a parameter of a device that stand. */
export async function countStanding(db: Db, deviceId: number, parameter: number): Promise<number> {
  const { n } = await db
    .selectFrom("device_calibration")
    .where("device_id", "=", deviceId)
    .where("parameter", "=", parameter)
    .where("taken_back_at", "is", null)
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Inserts a calibration of the actor. Returns its id. */
export async function insertCalibration(
  trx: Db,
  actor: Actor,
  deviceId: number,
  own: Omit<z.output<typeof deviceCalibrationAdd.body>, "parameter" | "offset"> & {
    parameter: number;
    offset: number;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("device_calibration")
    .values({
      device_id: deviceId,
      parameter: own.parameter,
      begins_at: new Date(own.from),
      ends_at: own.to === null ? null : new Date(own.to),
      gain: own.gain,
      shift: own.offset,
      reference: own.reference,
      sent: own.sent,
      note: own.note,
      replaces_id: own.replaces,
      created_by: actor.id,
      author: authorName(actor),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes that the actor took a calibration back. */
export async function updateTakenBack(trx: Db, actor: Actor, id: number, note: string) {
  const gone = trx.updateTable("device_calibration").set(takenBack(actor, note));
  await gone.where("id", "=", id).execute();
}
