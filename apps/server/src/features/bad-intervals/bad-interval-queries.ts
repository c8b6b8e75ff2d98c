/** Rows of bad intervals of a device, newest first, with who added, ended and took them back. */
import type { BadInterval } from "@nihol/contract/sensors/bad-intervals";
import {
  type BadIntervalReason,
  badIntervalLimits,
  type PersonReason,
} from "@nihol/contract/values/sensors/bad-intervals";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import type { IntervalTime } from "@nihol/store/readings/bad-intervals";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { visibleTo } from "../../policies/scope.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { isProposed } from "../../shared/devices/device-state-sql.ts";
import { takenBack } from "../../shared/devices/taken-back.ts";

interface IntervalRow {
  id: number;
  parameter: string | null;
  begins_at: Date;
  ends_at: Date | null;
  reason: BadIntervalReason;
  note: string;
  author: string;
  created_at: Date;
  ended_by: string | null;
  ended_at: Date | null;
  taken_back_by: string | null;
  taken_back_at: Date | null;
  taken_back_note: string | null;
  by_rule: boolean;
  sets_aside: boolean;
  worst: number | null;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  n: number;
}

async function intervalRows(db: Db, deviceId: number, more: RawBuilder<SqlBool>) {
  const { rows } = await sql<IntervalRow>`
    select i.id, p.key as parameter, i.begins_at, i.ends_at, i.reason, i.note, i.author, i.created_at,
      i.ended_by, i.ended_at, i.taken_back_by, i.taken_back_at, i.taken_back_note,
      i.by_rule, i.sets_aside, i.worst, i.confirmed_by, i.confirmed_at, coalesce(f.n, 0)::int as n
    from bad_interval i left join parameter p on p.id = i.parameter
    left join (select bad_interval, count(*) as n from reading_fault
      where device_id = ${deviceId} and bad_interval is not null group by 1) f on f.bad_interval = i.id
    where i.device_id = ${deviceId} and ${more}
    order by ${isProposed} desc, i.begins_at desc, i.id desc limit ${badIntervalLimits.shown}`.execute(
    db,
  );
  return rows;
}

const actOf = (name: string | null, at: Date | null) =>
  at && { name: name ?? "", at: at.toISOString() };

function stateOf({ taken_back_at, confirmed_at }: IntervalRow) {
  if (taken_back_at) return "dismissed";
  return confirmed_at ? "confirmed" : "proposed";
}

function toInterval(row: IntervalRow): BadInterval {
  const takenBack = actOf(row.taken_back_by, row.taken_back_at);
  return {
    id: row.id,
    parameter: row.parameter,
    from: row.begins_at.toISOString(),
    to: row.ends_at?.toISOString() ?? null,
    reason: row.reason,
    note: row.note,
    rule: row.by_rule ? { state: stateOf(row), worst: row.worst ?? 0 } : null,
    sets_aside: row.sets_aside,
    confirmed: actOf(row.confirmed_by, row.confirmed_at),
    added: { name: row.author, at: row.created_at.toISOString() },
    ended: actOf(row.ended_by, row.ended_at),
    taken_back: takenBack && { ...takenBack, note: row.taken_back_note ?? "" },
    values: row.n,
  };
}

/** Lists intervals of a device that the caller has found within the actor's scope. */
export async function listIntervals(db: Db, deviceId: number): Promise<BadInterval[]> {
  return (await intervalRows(db, deviceId, sql<SqlBool>`true`)).map(toInterval);
}

export async function getInterval(db: Db, deviceId: number, id: number): Promise<BadInterval> {
  const [row] = await intervalRows(db, deviceId, sql<SqlBool>`i.id = ${id}`);
  if (!row) throw new Error(`bad interval ${id} is gone`);
  return toInterval(row);
}

/**
 * Locks a device against what it sends, as whoever writes its readings does: a packer of readings, for which the change
 * waits, may name the device meanwhile. @throws {Problem} 404 beyond the actor's scope
 */
export async function lockReadings(trx: Db, actor: Actor, deviceId: number): Promise<void> {
  const row = await trx
    .selectFrom("device as v")
    .where("v.id", "=", deviceId)
    .where(visibleTo(actor, devicePlace))
    .select("v.id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
}

/** An interval of a device, for a change; the device is locked. */
export const findInterval = (db: Db, deviceId: number, id: number) =>
  db
    .selectFrom("bad_interval")
    .where("device_id", "=", deviceId)
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();

/** Inserts an interval of the actor. Returns its id. */
export async function insertInterval(
  trx: Db,
  actor: Actor,
  { deviceId, parameter, from, to }: IntervalTime,
  { reason, note }: { reason: PersonReason; note: string },
): Promise<number> {
  const { id } = await trx
    .insertInto("bad_interval")
    .values({
      device_id: deviceId,
      parameter,
      begins_at: from,
      ends_at: to,
      reason,
      note,
      created_by: actor.id,
      author: authorName(actor),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the end of an open interval, by the actor; what came later returns from then on. */
export async function updateEnd(trx: Db, actor: Actor, id: number, ends_at: Date): Promise<void> {
  await trx
    .updateTable("bad_interval")
    .set({
      ends_at,
      returns_from: ends_at,
      ended_id: actor.id,
      ended_by: authorName(actor),
      ended_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

/** Writes that the proposal of a rule is right, by the actor. */
export async function updateConfirmed(trx: Db, actor: Actor, id: number): Promise<void> {
  await trx
    .updateTable("bad_interval")
    .set({
      sets_aside: true,
      confirmed_id: actor.id,
      confirmed_by: authorName(actor),
      confirmed_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

/** Writes that the actor took an interval back; its values return from then on. */
export async function updateTakenBack(trx: Db, actor: Actor, id: number, note: string) {
  await trx
    .updateTable("bad_interval")
    .set({ ...takenBack(actor, note), returns_from: sql`begins_at` })
    .where("id", "=", id)
    .execute();
}
