/** Devices that somebody watches: which of them the person may see, and when each was heard of last. */
import type { ReadingEvent } from "@nihol/contract/sensors/readings";
import type { Database } from "@nihol/db/tables";
import { devicePlace } from "@nihol/policies/sees";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { seesDevices } from "../../../policies/devices.ts";
import { visibleTo } from "../../../policies/scope.ts";

type Db = Kysely<Database>;

/** Events of these devices by id; a deleted one is left out. */
export async function listReadingEvents(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ReadingEvent>> {
  const { rows } = await sql<{ id: number; last: Date | null }>`select d.id,
      (select max(l.ts) from reading_latest l where l.device_id = d.id) as last
    from device d where d.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(
    rows.map(({ id, last }) => [id, { device: id, last_reading_at: last?.toISOString() ?? null }]),
  );
}

/** Narrows devices to those within the actor's scope; none without the right to see devices. */
export async function listVisibleDevices(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<Set<number>> {
  if (!seesDevices(actor) || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("device as v")
    .where("v.id", "in", [...ids])
    .where(visibleTo(actor, devicePlace))
    .select("v.id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}
