/** Entries of the servicing of a device, newest first, and what they say together about the next one. */
import type { Servicing, servicingAdd } from "@nihol/contract/sensors/servicing";
import { servicingLimits } from "@nihol/contract/values/sensors/servicing";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { takenBack } from "../../shared/devices/taken-back.ts";

/** The entry of its kind that counts: the newest day, of one day the one that was written last. */
const newestOfKinds = (db: Db, deviceId: number) =>
  db
    .selectFrom("device_servicing")
    .where("device_id", "=", deviceId)
    .where("taken_back_at", "is", null)
    .distinctOn("kind")
    .orderBy("kind")
    .orderBy("done_on", "desc")
    .orderBy("id", "desc");

const entries = (db: Db, deviceId: number) =>
  db
    .selectFrom("device_servicing as s")
    .where("s.device_id", "=", deviceId)
    .selectAll("s")
    .select((eb) =>
      eb(
        "s.id",
        "in",
        eb.selectFrom(newestOfKinds(db, deviceId).select("id").as("n")).select("n.id"),
      ).as("holds"),
    );
type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

const toServicing = (row: Row): Servicing => ({
  id: row.id,
  done_on: row.done_on,
  kind: row.kind,
  done_by: row.done_by,
  note: row.note,
  due_on: row.due_on,
  holds: Boolean(row.holds),
  added: { name: row.author, at: row.created_at.toISOString() },
  taken_back: row.taken_back_at && {
    name: row.taken_back_by ?? "",
    at: row.taken_back_at.toISOString(),
    note: row.taken_back_note ?? "",
  },
});

/** Lists entries of a device that the caller has found within the actor's scope. */
export async function listServicing(db: Db, deviceId: number): Promise<Servicing[]> {
  const rows = await entries(db, deviceId)
    .orderBy("s.done_on", "desc")
    .orderBy("s.id", "desc")
    .limit(servicingLimits.shown)
    .execute();
  return rows.map(toServicing);
}

/** An entry of a device; undefined where it has no such one. */
export async function findServicing(db: Db, deviceId: number, id: number) {
  const row = await entries(db, deviceId).where("s.id", "=", id).executeTakeFirst();
  return row && toServicing(row);
}

/** Inserts an entry of the actor. Returns its id. */
export async function insertServicing(
  trx: Db,
  actor: Actor,
  deviceId: number,
  { done_by, ...own }: z.output<typeof servicingAdd.body>,
): Promise<number> {
  const author = authorName(actor);
  const { id } = await trx
    .insertInto("device_servicing")
    .values({
      ...own,
      device_id: deviceId,
      done_by: done_by === "" ? author : done_by,
      created_by: actor.id,
      author,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes that the actor took an entry back. */
export async function updateTakenBack(trx: Db, actor: Actor, id: number, note: string) {
  await trx
    .updateTable("device_servicing")
    .set(takenBack(actor, note))
    .where("id", "=", id)
    .execute();
}

/** Writes at the device what its entries say together. The device is locked. */
export async function settleService(trx: Db, deviceId: number): Promise<void> {
  const newest = newestOfKinds(trx, deviceId).select(["kind", "done_on", "due_on"]);
  await sql`
    with newest as (${newest}),
      due as (select kind, due_on from newest where due_on is not null order by due_on, kind limit 1)
    update device set service_due = (select due_on from due), service_kind = (select kind from due),
      serviced_on = (select max(done_on) from newest)
    where id = ${deviceId}`.execute(trx);
}
