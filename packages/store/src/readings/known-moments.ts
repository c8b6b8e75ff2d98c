/** Values that a device has at given moments, fresh, packed and faulty. */
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { Moment } from "./reading-intake.ts";

type Db = Kysely<Database>;
interface ValueRow {
  ts: Date;
  /** Key of the parameter. */
  key: string;
  value: number;
  faulty: boolean;
}

const BATCH = 5000;

/** Every value of the moments. Parameters of the device are named first: the index of values begins with them. */
async function valueRows(db: Db, deviceId: number, moments: readonly Date[]): Promise<ValueRow[]> {
  const times = moments.map((ts) => ts.toISOString());
  const { rows } = await sql<ValueRow>`
    with s as (select distinct ts from unnest(${times}::timestamptz[]) as s (ts)),
    bounds as (select min(ts) as low, max(ts) as high from s),
    own as (select parameter from reading_latest where device_id = ${deviceId}),
    one as (
      select r.parameter, r.ts, r.value, false as faulty
      from own join reading r on r.device_id = ${deviceId} and r.parameter = own.parameter
        and r.ts between (select low from bounds) and (select high from bounds)
      join s on s.ts = r.ts
      union all
      select p.parameter, p.ts, p.value, false
      from (select distinct (ts at time zone 'UTC')::date as day from s) as d
      join reading_packed p on p.device_id = ${deviceId} and p.day = d.day
      join s on s.ts = p.ts
      union all
      select parameter, ts, value, true from reading_fault
      where device_id = ${deviceId} and ts = any(${times}::timestamptz[])
    )
    select one.ts, p.key, one.value, one.faulty from one join parameter p on p.id = one.parameter`.execute(
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
