/** Places where a device stood before it was moved. */
import type { FormerPlace } from "@nihol/contract/sensors/devices";
import type { Database } from "@nihol/db/tables";
import { gardenPlace } from "@nihol/policies/sees";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

/** Lists places of a device that the caller has found; a garden beyond the actor's scope stays unnamed. */
export async function listFormerPlaces(
  db: Kysely<Database>,
  actor: Actor,
  deviceId: number,
): Promise<FormerPlace[]> {
  const rows = await db
    .selectFrom("device_place as p")
    .leftJoin("garden as g", (join) =>
      join.onRef("g.id", "=", "p.garden_id").on(visibleTo(actor, gardenPlace)),
    )
    .leftJoin("region as r", "r.id", "p.region_id")
    .leftJoin("district as d", "d.id", "p.district_id")
    .where("p.device_id", "=", deviceId)
    .selectAll("p")
    .select([
      "g.id as seen_garden",
      "g.name as garden_name",
      "r.name as region_name",
      "d.name as district_name",
    ])
    .orderBy("p.until", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    since: row.since,
    until: row.until,
    latitude: row.latitude,
    longitude: row.longitude,
    garden: referenceTo(row.seen_garden, row.garden_name),
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    author: row.author,
    created_at: row.created_at.toISOString(),
  }));
}
