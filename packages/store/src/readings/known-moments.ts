/** Values that a device has at given moments: raw, packed and faulty ones. Those of bad intervals are right ones that were set aside. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Moment } from "./reading-intake.ts";

interface ValueRow {
  ts: Date;
  /** Key of the parameter. */
  key: string;
  value: number;
  faulty: boolean;
}

/** Keys of the parameters that a device has ever sent. */
export async function findMeasured(db: Db, deviceId: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select p.key from reading_latest l join parameter p on p.id = l.parameter
    where l.device_id = ${deviceId}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

const BATCH = 5000;

/** Every value at the moments. Joined through the device's parameters: the index of `reading` begins with device and parameter. */
async function valueRows(db: Db, deviceId: number, moments: readonly Date[]): Promise<ValueRow[]> {
  const times = moments.map((ts) => ts.toISOString());
  const { rows } = await sql<ValueRow>`
    with wanted as (select distinct ts from unnest(${times}::timestamptz[]) as t (ts)),
    bounds as (select min(ts) as low, max(ts) as high from wanted),
    device_parameter as (select parameter from reading_latest where device_id = ${deviceId}),
    found as (
      select r.parameter, r.ts, r.value, false as faulty
      from device_parameter d join reading r on r.device_id = ${deviceId} and r.parameter = d.parameter
        and r.ts between (select low from bounds) and (select high from bounds)
      join wanted on wanted.ts = r.ts
      union all
      select p.parameter, p.ts, p.value, false
      from (select distinct (ts at time zone 'UTC')::date as day from wanted) as d
      join reading_packed p on p.device_id = ${deviceId} and p.day = d.day
      join wanted on wanted.ts = p.ts
      union all
      select parameter, ts, value, bad_interval is null from reading_fault
      where device_id = ${deviceId} and ts = any(${times}::timestamptz[])
    )
    select f.ts, p.key, f.value, f.faulty from found f join parameter p on p.id = f.parameter`.execute(
    db,
  );
  return rows;
}

/** Those of the moments that the device has, with their values, by milliseconds since 1970. */
export async function findMoments(
  db: Db,
  deviceId: number,
  moments: readonly Date[],
): Promise<Map<number, Moment>> {
  const known = new Map<number, Moment>();
  for (let from = 0; from < moments.length; from += BATCH) {
    const batch = moments.slice(from, from + BATCH);
    for (const { ts, key, value, faulty } of await valueRows(db, deviceId, batch)) {
      const moment = known.get(ts.getTime()) ?? { values: {}, faulty: {} };
      moment[faulty ? "faulty" : "values"][key] = value;
      known.set(ts.getTime(), moment);
    }
  }
  return known;
}
