/** Reads what came of a device and what became of it. */
import type { DeviceIntake } from "@nihol/contract/sensors/intake";
import type { TurnAwayReason } from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import { type CallCounts, type DeviceCall, noCounts } from "@nihol/store/readings/intake-seen";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { intakeCan } from "../../policies/devices.ts";

interface CallRow extends Omit<DeviceCall, "received_at"> {
  received_at: Date;
}

async function listCalls(db: Db, deviceId: number): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select received_at, way, messages, bytes, accepted, duplicates, conflicts, faulty, refused, problem,
      reasons, payload
    from device_call where device_id = ${deviceId} order by received_at desc, slot desc`.execute(
    db,
  );
  return rows;
}

/** Reads what came of a device within the actor's scope; what was sent is shown to those who may change it. */
export async function readIntake(db: Db, actor: Actor, deviceId: number): Promise<DeviceIntake> {
  const can = intakeCan(actor);
  const sees = can.see_sent;
  const ofDevice = sql`where device_id = ${deviceId}`;
  const { rows: sums } = await sql<CallCounts & { since: Date; calls: number }>`
    select since, calls, accepted, duplicates, conflicts, faulty, refused
    from device_intake ${ofDevice}`.execute(db);
  const { rows: turnedAway } = await sql<{ reason: TurnAwayReason; n: number; last_at: Date }>`
    select reason, n, last_at from device_turned_away ${ofDevice} order by last_at desc`.execute(
    db,
  );
  const { since, ...counts } = sums[0] ?? { since: null, calls: 0, ...noCounts };
  return {
    since: since?.toISOString() ?? null,
    ...counts,
    turned_away: turnedAway.map(({ reason, n, last_at }) => ({
      reason,
      count: n,
      last_at: last_at.toISOString(),
    })),
    newest: (await listCalls(db, deviceId)).map(({ received_at, reasons, payload, ...call }) => ({
      ...call,
      received_at: received_at.toISOString(),
      // A name is of the device's making, as what it sent is.
      reasons: reasons.map(({ at, reason, key }) => ({ at, reason, key: (sees && key) || null })),
      payload: sees ? payload : null,
    })),
    can,
  };
}
