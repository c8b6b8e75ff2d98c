/** Places where devices stood, in local days: where they stand now, and where they stood before they were moved. */
import { type SqlBool, sql } from "kysely";

/** One row a place as `v`, with the columns of `devicePlace`, `retired`, and the days from `since` until before `until`. */
export const placesOfDevices = sql`(
  select id as device_id, placed_on as since, null::date as until, garden_id, region_id, district_id, retired from device
  union all
  select p.device_id, p.since, p.until, p.garden_id, p.region_id, p.district_id, o.retired
  from device_place p join device o on o.id = p.device_id) v`;

/** Condition that a day of a device (`d.device_id`, `d.day`) is one on which it stood at the place `v`. */
export const stoodThere = sql<SqlBool>`(v.device_id = d.device_id
  and (v.since is null or d.day >= v.since) and (v.until is null or d.day < v.until))`;
