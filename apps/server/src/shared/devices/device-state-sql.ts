/** Whether a device is online, from its readings; for its list and for reports. */
import { type DeviceState, silentAfterIntervals } from "@nihol/contract/values/devices";
import { sql } from "kysely";

/** The newest value of one measure, as the query gives it. */
export interface LatestRow {
  measure: number;
  ts: string;
  value: number;
  faulty: boolean;
}

/** The state of `device as v` joined with `newestSql` as `s`. Nothing for three intervals weighs more than a fault: what it last said is old. */
export const stateSql = sql<DeviceState>`case
  when v.retired then 'retired'
  when s.last_reading_at is null
    or s.last_reading_at < now() - ${silentAfterIntervals}::int * v.interval_minutes * interval '1 minute'
    then 'silent'
  when s.has_fault then 'faulty'
  else 'online' end`;

interface Newest {
  last_reading_at: Date | null;
  has_fault: boolean | null;
  latest: LatestRow[] | null;
}
/** What each device of `device as v` measured last, joined laterally as `s`. */
export const newestSql = sql<Newest>`(
  select max(l.ts) as last_reading_at, bool_or(l.faulty) as has_fault, json_agg(json_build_object(
    'measure', l.measure, 'ts', l.ts, 'value', l.value, 'faulty', l.faulty)) as latest
  from reading_latest l where l.device_id = v.id)`;
