/** Finds the territory of a position and the gardens that a device there may belong to. */

import type { Reference } from "@nihol/contract/paging";
import type { DevicePlace } from "@nihol/contract/sensors/devices";
import type { Database } from "@nihol/db/tables";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import { type Areal, partsOf } from "@nihol/geo/geometry";
import { pointInMultiPolygon } from "@nihol/geo/polygon";
import { gardenPlace } from "@nihol/policies/sees";
import { type Kysely, sql } from "kysely";
import { type Position, territoryOfPoint } from "../../commands/point-territory.ts";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";
import { regionVisible } from "../../shared/territory/territory-sql.ts";

type Db = Kysely<Database>;

const max = 50;

const reference = (row: Reference | undefined): Reference | null =>
  row ? { id: row.id, name: row.name } : null;

async function findDistrict(db: Db, actor: Actor, id: number) {
  return db
    .selectFrom("district as d")
    .where("d.id", "=", id)
    .where(visibleTo(actor, { region: "d.region_id", district: "d.id" }))
    .select(["d.id", "d.name"])
    .executeTakeFirst();
}

async function findRegion(db: Db, actor: Actor, id: number) {
  const { rows } = await sql<Reference>`
    select r.id, r.name from (select *, null::int as none from region) r
    where r.id = ${id} and ${regionVisible(actor)}`.execute(db);
  return rows[0];
}

/** The nearest gardens of the district (anywhere, where borders are not known), as the crow flies to their centre. */
async function nearGardens(
  db: Db,
  actor: Actor,
  { latitude, longitude }: Position,
  districtId: number | null,
) {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const distance = sql<number | null>`sqrt(
    power((g.center[1] - ${longitude}::float8) * ${shrink}::float8, 2)
    + power(g.center[2] - ${latitude}::float8, 2)) * ${METERS_PER_DEGREE}::float8`;
  let gardens = db.selectFrom("garden as g").where(visibleTo(actor, gardenPlace));
  if (districtId !== null) gardens = gardens.where("g.district_id", "=", districtId);
  return gardens
    .select(["g.id", "g.name", "g.boundary", distance.as("distance_m")])
    .orderBy(distance, (by) => by.asc().nullsLast())
    .orderBy("g.id")
    .limit(max)
    .execute();
}

const holdsPoint = (boundary: Areal, { latitude, longitude }: Position) =>
  pointInMultiPolygon(longitude, latitude, {
    type: "MultiPolygon",
    coordinates: partsOf(boundary),
  });

/** Region, district and gardens at a position, those within the actor's scope. */
export async function findDevicePlace(
  db: Db,
  actor: Actor,
  position: Position,
): Promise<DevicePlace> {
  const { region_id, district_id } = await territoryOfPoint(db, position);
  const rows = await nearGardens(db, actor, position, district_id);
  const gardens = rows.map(({ id, name, boundary, distance_m }) => ({
    id,
    name,
    contains: boundary !== null && holdsPoint(boundary, position),
    distance_m: distance_m === null ? null : Math.round(distance_m),
  }));
  return {
    region: reference(region_id === null ? undefined : await findRegion(db, actor, region_id)),
    district: reference(
      district_id === null ? undefined : await findDistrict(db, actor, district_id),
    ),
    gardens: gardens.sort((a, b) => Number(b.contains) - Number(a.contains)),
  };
}
