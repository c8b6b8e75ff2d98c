/** Values that a device has at given moments, raw, packed and faulty. */
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import { eachMeasure, measureColumns } from "./measure-columns.ts";
import type { Moment } from "./reading-intake.ts";
import { type Measure, measures } from "./reading-measures.ts";

type Db = Kysely<Database>;
type MomentRow = { ts: Date } & Record<Measure, number | null>;

const BATCH = 5000;

/** Rows of the moments: a packed one that was completed since has two. */
async function momentRows(db: Db, deviceId: number, moments: readonly Date[]) {
  const { rows } = await sql<MomentRow>`
    with s as (select * from unnest(${moments.map((ts) => ts.toISOString())}::timestamptz[]) as s (ts))
    select r.ts, ${measureColumns("r")} from s join reading r on r.ts = s.ts
    where r.device_id = ${deviceId}
      and r.ts between (select min(ts) from s) and (select max(ts) from s)
    union all
    select s.ts, ${eachMeasure((measure) => sql`${sql.ref(`d.${measure}`)}[p.place]`)}
    from s join reading_day d on d.device_id = ${deviceId} and d.day = (s.ts at time zone 'UTC')::date
    cross join lateral (select array_position(d.offsets,
      (extract(epoch from s.ts - date_trunc('day', s.ts, 'UTC')) * 1000)::int) as place) as p
    where p.place is not null`.execute(db);
  return rows;
}

async function faultRows(db: Db, deviceId: number, moments: readonly Date[]) {
  const { rows } = await sql<{ ts: Date; measure: number; value: number }>`
    select ts, measure, value from reading_fault
    where device_id = ${deviceId}
      and ts = any(${moments.map((ts) => ts.toISOString())}::timestamptz[])`.execute(db);
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
    for (const row of await momentRows(db, deviceId, batch)) {
      const moment = known.get(row.ts.getTime()) ?? { values: {}, faulty: {} };
      for (const measure of measures) {
        const value = row[measure];
        if (value !== null) moment.values[measure] = value;
      }
      known.set(row.ts.getTime(), moment);
    }
    for (const { ts, measure, value } of await faultRows(db, deviceId, batch)) {
      const [moment, name] = [known.get(ts.getTime()), measures[measure]];
      if (moment && name) moment.faulty[name] = value;
    }
  }
  return known;
}
