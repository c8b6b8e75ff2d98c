/** Tells whether a device is online and what its newest values ask for: for its list, its map, the menu and reports. */
import {
  type DeviceCondition,
  type DeviceState,
  deviceConditions,
  silentAfterIntervals,
} from "@nihol/contract/values/devices";
import type { ReadingState } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Parameters } from "@nihol/store/readings/parameters";
import { type SqlBool, sql } from "kysely";
import { limitRows } from "./guidance-limits.ts";

/** The newest value of one parameter, as the query gives it. */
export interface LatestRow {
  /** Key. */
  parameter: string;
  ts: string;
  value: number;
  state: ReadingState;
  /** A right value that lies in a bad interval; its state is faulty. */
  set_aside: boolean;
  /** A proposal of a rule of quality covers it that nobody has decided. */
  suspect: boolean;
}

/** The state of `device as v` joined with `newestSql` as `s`. Nothing for three intervals weighs more than a fault: what it last said is old. */
export const stateSql = sql<DeviceState>`case
  when v.retired then 'retired'
  when s.last_reading_at is null
    or s.last_reading_at < now() - ${silentAfterIntervals}::int * v.interval_minutes * interval '1 minute'
    then 'silent'
  when s.has_fault then 'faulty'
  else 'online' end`;

/** Judges the newest values of `device as v`, the worst of them; joined as `stateSql` is. */
export const conditionSql = sql<DeviceCondition>`case
  when not v.retired and s.last_reading_at is null then 'unsent'
  else case ${stateSql} when 'online' then s.worst else ${stateSql} end end`;

/** Its place among `deviceConditions`: the worst is 1. */
export const conditionRank = sql<number>`array_position(${[...deviceConditions]}::text[], ${conditionSql})`;

interface Newest {
  device_id: number;
  last_reading_at: Date | null;
  has_fault: boolean | null;
  /** Of the values that are right; `good` where there is none. */
  worst: "act" | "watch" | "good";
  latest: LatestRow[] | null;
}

/**
 * `readingStateOf` for `l`, as `reading_latest` has it, joined with `limitRows` as `r`. Whether a value is faulty was decided when
 * it arrived; later changes of ranges do not alter it.
 */
export const readingState = sql<ReadingState>`case
  when l.faulty then 'faulty'
  when l.value < r.faulty_min or l.value > r.faulty_max then 'act'
  when coalesce(r.good_min, r.good_max, r.watch_min, r.watch_max) is null then 'no_limits'
  when (r.good_max is null or l.value < r.good_max or (l.value = r.good_max and r.good_min is not null))
    and (r.good_min is null or l.value >= r.good_min) then 'good'
  when (r.watch_min is null or l.value >= r.watch_min) and (r.watch_max is null or l.value <= r.watch_max) then 'watch'
  else 'act' end`;

const isSetAside = sql<boolean>`(l.faulty and exists (select from reading_fault f
  where f.device_id = l.device_id and f.parameter = l.parameter and f.ts = l.ts and f.bad_interval is not null))`;

/** Over `bad_interval as i`: a rule of quality proposed it, and nobody has decided. */
export const isProposed = sql<SqlBool>`(i.by_rule and i.confirmed_at is null and i.taken_back_at is null)`;

const isSuspect = sql<boolean>`exists (select from bad_interval i where i.device_id = l.device_id
  and ${isProposed} and i.parameter = l.parameter and i.begins_at <= l.ts and i.ends_at > l.ts)`;

/** Lists what each device measured last and what it says, one row a device that has sent; joined as `s` by its `device_id`. */
export const newestSql = (parameters: Parameters) => sql<Newest>`(
  select n.device_id, max(n.ts) as last_reading_at, bool_or(n.faulty) as has_fault,
    case when bool_or(n.state = 'act') then 'act' when bool_or(n.state = 'watch') then 'watch' else 'good' end as worst,
    json_agg(json_build_object('parameter', n.key, 'ts', n.ts, 'value', n.value, 'state', n.state,
      'set_aside', n.set_aside, 'suspect', n.suspect)) as latest
  from (select l.device_id, k.key, l.ts, l.value, l.faulty, ${readingState} as state, ${isSetAside} as set_aside,
      ${isSuspect} as suspect
    from reading_latest l join device o on o.id = l.device_id join parameter k on k.id = l.parameter
    left join ${limitRows(parameters)} r on r.parameter = l.parameter
      and r.texture is not distinct from o.soil_texture) n
  group by n.device_id)`;
