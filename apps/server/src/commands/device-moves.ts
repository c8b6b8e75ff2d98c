/** Another position or garden of a device: a move, of which the history keeps the former place, or a correction. */
import type { devicePatchSchema } from "@nihol/contract/sensors/devices";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import type { Kysely, Selectable } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { notFound, refuseField } from "../http/problem.ts";
import { authorName } from "../shared/attachments/attached-file-sql.ts";
import { lockDevice } from "./lock-device.ts";

type Db = Kysely<Database>;
type Row = Selectable<Database["device"]>;
type Placed = Pick<Row, "latitude" | "longitude" | "garden_id">;
type Said = Pick<z.output<typeof devicePatchSchema>, "place_change" | "moved_on">;

/** Tells whether a device has sent a reading. */
export async function hasReadings(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("reading_latest")
    .where("device_id", "=", id)
    .select("device_id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Keeps the place of `row` when the device is moved from it, and gives the columns that the move sets. Before its first
 * reading there is nothing that belongs to the former place: every change is a correction.
 * @throws {FieldProblem} where nobody said which of the two it is, and for a day after today or before the device came there
 */
export async function keepFormerPlace(
  trx: Db,
  actor: Actor,
  row: Row,
  next: Placed,
  { place_change, moved_on }: Said,
): Promise<{ placed_on?: string }> {
  const isElsewhere =
    next.latitude !== row.latitude ||
    next.longitude !== row.longitude ||
    next.garden_id !== row.garden_id;
  if (!isElsewhere || place_change === "corrected" || !(await hasReadings(trx, row.id))) return {};
  if (place_change === undefined) refuseField("place_change", "place_change_unsaid");
  const until = moved_on ?? today();
  if (until > today()) refuseField("moved_on", "date_in_future");
  if (row.placed_on !== null && until <= row.placed_on)
    refuseField("moved_on", "moved_before", { day: row.placed_on });
  const { latitude, longitude, garden_id, region_id, district_id } = row;
  await trx
    .insertInto("device_place")
    .values({
      ...{ latitude, longitude, garden_id, region_id, district_id },
      ...{ device_id: row.id, since: row.placed_on, until },
      ...{ created_by: actor.id, author: authorName(actor) },
    })
    .execute();
  return { placed_on: until };
}

/**
 * Takes a move back: the place after it holds from the beginning of the one that goes.
 * @throws {Problem} 404 for a device beyond the actor's scope, and for a place that it has not
 */
export async function takeBackMove(db: Db, actor: Actor, deviceId: number, id: number) {
  await db.transaction().execute(async (trx) => {
    await lockDevice(trx, actor, deviceId);
    const gone = await trx
      .deleteFrom("device_place")
      .where("device_id", "=", deviceId)
      .where("id", "=", id)
      .returning(["since", "until", "latitude", "longitude", "garden_id"])
      .executeTakeFirst();
    if (!gone) throw notFound();
    const { since, until, garden_id: garden, latitude, longitude } = gone;
    await trx
      .updateTable("device_place")
      .set({ since })
      .where("device_id", "=", deviceId)
      .where("since", "=", until)
      .execute();
    await trx
      .updateTable("device")
      .set({ placed_on: since })
      .where("id", "=", deviceId)
      .where("placed_on", "=", until)
      .execute();
    const change = { move_taken_back: true, moved_on: until, since, latitude, longitude, garden };
    await insertAudit(trx, actor, { action: "change", resource: "device", id: deviceId, change });
  });
}
