/** Devices whose readings hold drawn faults, for the tests of quality. */
import type { Db } from "@nihol/db/connection";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";

export const worldStart = Date.parse("2026-03-01T00:00:00Z");
const HALF_HOUR = 1_800_000;
const devices = 6;
export const worldDays = 14;

/** Air devices side by side with a value each half hour. */
export async function qualityWorld(db: Db) {
  for (let n = 1; n <= devices; n++)
    await db
      .insertInto("device")
      .values({
        name: `Air ${n}`,
        type: "air",
        longitude: 69,
        latitude: 38,
        interval_minutes: 30,
        altitude_m: 800,
      })
      .execute();
}

/**
 * A day of a device: device 2 stays at one value for two days and a half, device 3 has a spike of 9 and one of 20 a day,
 * device 4 falls by 25 for good on the eighth day, device 5 sends its tenth to twelfth day in °F.
 */
export function dayOf(device: number, day: number): NewReading[] {
  return Array.from({ length: 48 }, (_, half): NewReading => {
    const at = day * 48 + half;
    const wave = 20 + 8 * Math.sin((at / 48) * 2 * Math.PI) + ((at * 7 + device) % 5) / 10;
    const isStuck = device === 2 && at >= 100 && at < 220;
    const spike = device === 3 && half === 9 ? 9 : device === 3 && half === 30 ? -20 : 0;
    const jump = device === 4 && day >= 8 ? -25 : 0;
    const isHot = device === 5 && day >= 10 && day < 13;
    const value = isStuck ? 21.5 : wave + spike + jump;
    const sent = isHot ? (value * 9) / 5 + 32 : value;
    const isFaulty = sent > 60;
    const ts = new Date(worldStart + at * HALF_HOUR + device * 1000);
    const co2 = 400 + (at % 50);
    if (isFaulty) return { ts, values: { co2 }, faulty: { air_temperature: sent } };
    return { ts, values: { co2, air_temperature: sent }, faulty: {} };
  });
}

export async function sendDay(db: Db, day: number) {
  for (let device = 1; device <= devices; device++)
    await writeReadings(db, device, dayOf(device, day));
}

/** Proposals in an order that does not depend on when they were found, with how much of their time is set aside. */
export async function proposalsOf(db: Db) {
  const { rows } = await sql<{
    device_id: number;
    reason: string;
    from: Date;
    to: Date;
    sets_aside: boolean;
    worst: number;
    n: number;
  }>`select i.device_id, i.reason, i.begins_at as "from", i.ends_at as "to", i.sets_aside,
      round(i.worst::numeric, 3)::float8 as worst,
      (select count(*)::int from reading_fault f where f.device_id = i.device_id
        and f.parameter = i.parameter and f.bad_interval is not null
        and f.ts >= i.begins_at and f.ts < i.ends_at) as n
    from bad_interval i where i.by_rule order by 1, 2, 3`.execute(db);
  return rows;
}

/** All single values and hours of the devices, as every reader sees them. */
export async function valuesOf(db: Db) {
  const { rows } =
    await sql`select 'hour' as kind, device_id, parameter, hour as ts, n, round(total::numeric, 3)::text as value
      from reading_hour
    union all select 'value', device_id, parameter, ts, 1, value::text from reading
    union all select 'latest', device_id, parameter, ts, faulty::int, value::text from reading_latest
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

export const dueOf = async (db: Db) =>
  (await db.selectFrom("quality_due").select("id").execute()).length;
