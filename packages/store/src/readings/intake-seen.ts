/** Writes what came of devices, apart from the readings: sums, newest calls in a ring, calls that were turned away. */

import { keysOf } from "@nihol/contract/values/record-of";
import {
  type BodyProblem,
  type EntryReason,
  type IntakeWay,
  intakeSeen,
  type TurnAwayReason,
} from "@nihol/contract/values/sensors/readings";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Outcome of readings that came together. */
export interface CallCounts {
  accepted: number;
  duplicates: number;
  conflicts: number;
  faulty: number;
  refused: number;
}

/** Refusal of a part: its index in a call or message, its line in a file. */
export interface CallReason {
  at: number;
  reason: EntryReason;
  /** Name that was refused, where one of several was. */
  key?: string;
}

/** Call of a device, messages that were written together, or a file. */
export interface DeviceCall extends CallCounts {
  received_at: string;
  way: IntakeWay;
  /** Messages in it; 1 but for MQTT. */
  messages: number;
  bytes: number;
  /** Reason for which the whole was refused. */
  problem: BodyProblem | null;
  reasons: CallReason[];
  /** Beginning of what was sent. */
  payload: string | null;
}

/** Calls of one device since they were last written. */
export interface DeviceTally {
  device_id: number;
  /** All calls, and their sums. */
  calls: number;
  sums: CallCounts;
  /** Newest calls, `intakeSeen.calls` at most, the oldest first. */
  newest: DeviceCall[];
  turnedAway: Map<TurnAwayReason, { n: number; last_at: string }>;
}

export const noCounts: Readonly<CallCounts> = {
  accepted: 0,
  duplicates: 0,
  conflicts: 0,
  faulty: 0,
  refused: 0,
};

/** Text that a column of JSON takes: without zero bytes and halves of characters, cut to what is kept. */
const keptText = (text: string) =>
  text.slice(0, intakeSeen.payload).replaceAll("\0", "\u2400").toWellFormed();

export function emptyTally(deviceId: number): DeviceTally {
  return {
    device_id: deviceId,
    calls: 0,
    sums: { ...noCounts },
    newest: [],
    turnedAway: new Map(),
  };
}

/** Largest number of a device, and of what is counted in a call: more fits no column. */
const maxInteger = 2 ** 31 - 1;

/** Tells whether a device may have this number; callers name any. */
export const isDeviceNumber = (id: number) => Number.isInteger(id) && id > 0 && id <= maxInteger;

/** A call as columns take it: what a device says of itself may be any number and any text. */
export const keptCall = (call: DeviceCall): DeviceCall => ({
  ...call,
  bytes: Math.min(call.bytes, maxInteger),
  reasons: call.reasons.map(({ key, ...one }) => ({
    ...one,
    ...(key !== undefined && { key: keptText(key) }),
  })),
  payload: call.payload === null ? null : keptText(call.payload),
});

/** Adds counts to sums. */
export function addSums(sums: CallCounts, more: Readonly<CallCounts>): void {
  for (const name of keysOf(noCounts)) sums[name] += more[name];
}

/** Adds a call to what waits. */
export function addCall(tally: DeviceTally, call: DeviceCall): void {
  tally.calls += 1;
  addSums(tally.sums, call);
  tally.newest.push(call);
  if (tally.newest.length > intakeSeen.calls) tally.newest.shift();
}

async function writeCalls(db: Db, tallies: readonly DeviceTally[]): Promise<void> {
  const sums = tallies.map(({ device_id, calls, sums }) => ({ device_id, calls, ...sums }));
  const newest = tallies.flatMap(({ device_id, newest }) =>
    newest.map((call, n) => ({ device_id, back: newest.length - 1 - n, ...call })),
  );
  await sql`
    with came as (
      insert into device_intake as i
        (device_id, calls, accepted, duplicates, conflicts, faulty, refused)
      select c.device_id, c.calls, c.accepted, c.duplicates, c.conflicts, c.faulty, c.refused
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as c (device_id int, calls bigint,
        accepted bigint, duplicates bigint, conflicts bigint, faulty bigint, refused bigint)
      join device v on v.id = c.device_id order by c.device_id
      on conflict (device_id) do update set calls = i.calls + excluded.calls,
        accepted = i.accepted + excluded.accepted, duplicates = i.duplicates + excluded.duplicates,
        conflicts = i.conflicts + excluded.conflicts, faulty = i.faulty + excluded.faulty,
        refused = i.refused + excluded.refused
      returning i.device_id, i.calls
    )
    insert into device_call (device_id, slot, received_at, way, messages, bytes,
      accepted, duplicates, conflicts, faulty, refused, problem, reasons, payload)
    select c.device_id, (came.calls - 1 - c.back) % ${intakeSeen.calls}, c.received_at, c.way,
      c.messages, c.bytes, c.accepted, c.duplicates, c.conflicts, c.faulty, c.refused, c.problem,
      c.reasons, c.payload
    from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) as c (device_id int, back int,
      received_at timestamptz, way text, messages int, bytes int, accepted int, duplicates int,
      conflicts int, faulty int, refused int, problem text, reasons jsonb, payload text)
    join came using (device_id)
    on conflict (device_id, slot) do update set received_at = excluded.received_at,
      way = excluded.way, messages = excluded.messages, bytes = excluded.bytes,
      accepted = excluded.accepted, duplicates = excluded.duplicates,
      conflicts = excluded.conflicts, faulty = excluded.faulty, refused = excluded.refused,
      problem = excluded.problem, reasons = excluded.reasons, payload = excluded.payload`.execute(
    db,
  );
}

async function writeTurnedAway(db: Db, tallies: readonly DeviceTally[]): Promise<void> {
  const rows = tallies.flatMap(({ device_id, turnedAway }) =>
    [...turnedAway].map(([reason, one]) => ({ device_id, reason, ...one })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into device_turned_away as a (device_id, reason, n, last_at)
    select t.device_id, t.reason, t.n, t.last_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (device_id int, reason text, n bigint, last_at timestamptz)
    join device v on v.id = t.device_id order by t.device_id, t.reason
    on conflict (device_id, reason) do update set n = a.n + excluded.n,
      last_at = greatest(a.last_at, excluded.last_at)`.execute(db);
}

/** Writes what came of devices, each named once, in one transaction; of devices that are not there nothing is written. */
export async function writeTallies(db: Db, tallies: readonly DeviceTally[]): Promise<void> {
  const called = tallies.filter(({ calls }) => calls > 0);
  await db.transaction().execute(async (trx) => {
    // Lost with the last second when the machine dies: nobody waits for the disk because of it.
    await sql`set local synchronous_commit to off`.execute(trx);
    if (called.length > 0) await writeCalls(trx, called);
    await writeTurnedAway(trx, tallies);
  });
}
