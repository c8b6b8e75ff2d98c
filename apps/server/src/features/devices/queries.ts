/** Devices within reach, for the map. */
import type { Device, deviceOrderings, deviceTypes } from "@nihol/contract/devices";
import type { PageQuery, Reference } from "@nihol/contract/paging";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { type Actor, holds } from "../../http/actor.ts";
import { likePattern } from "../../http/names-sql.ts";
import { type Order, slice } from "../../http/paging.ts";
import { visibleTo } from "../../http/visible-to.ts";

export type DeviceListQuery = PageQuery & {
  type?: (typeof deviceTypes)[number];
  region?: number;
  district?: number;
};

const place = { region: "v.region_id", district: "v.district_id", garden: "v.garden_id" };

const reference = (id: number | null, name: unknown): Reference | null =>
  id === null ? null : { id, name: (name ?? {}) as Record<string, string> };

function visibleDevices(db: Kysely<Database>, actor: Actor, query: DeviceListQuery) {
  let rows = db
    .selectFrom("device as v")
    .leftJoin("garden as g", "g.id", "v.garden_id")
    .leftJoin("region as r", "r.id", "v.region_id")
    .leftJoin("district as d", "d.id", "v.district_id")
    .where("v.retired", "=", false)
    .where(visibleTo(actor, place));
  if (query.search) rows = rows.where("v.name", "ilike", likePattern(query.search));
  if (query.type) rows = rows.where("v.type", "=", query.type);
  if (query.region) rows = rows.where("v.region_id", "=", query.region);
  if (query.district) rows = rows.where("v.district_id", "=", query.district);
  return rows;
}

/** One page of devices in service and how many there are. */
export async function listDevices(
  db: Kysely<Database>,
  actor: Actor,
  query: DeviceListQuery,
  order: Order<(typeof deviceOrderings)[number]>,
): Promise<{ count: number; rows: Device[] }> {
  const { count } = await visibleDevices(db, actor, query)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = slice(query);
  const rows = await visibleDevices(db, actor, query)
    .select(["v.id", "v.name", "v.type", "v.latitude", "v.longitude"])
    .select(["v.garden_id", "v.region_id", "v.district_id"])
    .select(["g.name as garden_name", "r.name as region_name", "d.name as district_name"])
    .orderBy(order.column === "name" ? sql`v.name collate "und-x-icu"` : "v.type", order.direction)
    .orderBy("v.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const can = {
    change: holds(actor, "device", "change"),
    delete: holds(actor, "device", "delete"),
  };
  const devices = rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type as Device["type"],
    latitude: row.latitude,
    longitude: row.longitude,
    garden: reference(row.garden_id, row.garden_name),
    region: reference(row.region_id, row.region_name),
    district: reference(row.district_id, row.district_name),
    can,
  }));
  return { count: Number(count), rows: devices };
}
