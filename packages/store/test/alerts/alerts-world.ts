/** Devices, rules and a month of readings for the tests of alerts. */
import type { Db } from "@nihol/db/connection";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";

const DAY = 86_400_000;
export const monthStart = Date.parse("2026-03-01T00:00:00Z");
const devices = 8;
export const days = 30;

/** A clock that no device is behind: the oldest of the newest readings of all. */
export async function newestReading(db: Db): Promise<Date> {
  const { rows } = await sql<{ ts: Date }>`
    select min(coalesce(l.ts, '2026-03-01T00:00:00Z')) as ts from device v
    left join (select device_id, max(ts) as ts from reading_latest group by 1) l on l.device_id = v.id`.execute(
    db,
  );
  return rows[0]?.ts ?? new Date(monthStart);
}

const rules = [
  {
    name: "warm",
    kind: "above",
    severity: "major",
    parameter: "air_temperature",
    limit_value: 24,
    minutes: 120,
  },
  {
    name: "frost",
    kind: "below",
    severity: "critical",
    parameter: "air_temperature",
    limit_value: 2,
    minutes: 0,
  },
  {
    name: "jump",
    kind: "rise",
    severity: "minor",
    parameter: "air_temperature",
    limit_value: 6,
    minutes: 180,
  },
  {
    name: "silent",
    kind: "silent",
    severity: "major",
    parameter: null,
    limit_value: null,
    minutes: 200,
  },
  {
    name: "faulty",
    kind: "faulty",
    severity: "minor",
    parameter: null,
    limit_value: null,
    minutes: 60,
  },
] as const;

/** Air devices with rules that are on since the month began, and somebody who is told of their alerts. */
export async function alertsWorld(db: Db) {
  await seedBuiltInRoles(db);
  await insertPerson(db, {
    email: "keeper@test.example",
    firstName: "Test",
    lastName: "Keeper",
    role: "SysAdmin",
    passwordHash: "none",
  });
  for (let n = 1; n <= devices; n++)
    await db
      .insertInto("device")
      .values({ name: `Air ${n}`, type: "air", longitude: 69, latitude: 38, interval_minutes: 30 })
      .execute();
  for (const rule of rules)
    await db
      .insertInto("alert_rule")
      .values({ ...rule, device_type: "air", author: "Test", enabled_at: new Date(monthStart) })
      .execute();
}

/** Half-hourly values of a device on a day: warm and cold days, faults, and hours without any. */
export function dayOfReadings(device: number, day: number) {
  const readings: Parameters<typeof writeReadings>[2][number][] = [];
  for (let half = 0; half < 48; half++) {
    const isAway = (day * 7 + device) % 5 === 0 && half > 20 && half < 32;
    if (isAway) continue;
    const wave = Math.sin(((half - 12) / 48) * 2 * Math.PI) * 9;
    const value = 13 + wave + 6 * Math.sin((day + device) / 3) + ((half * 7 + device) % 5) / 4;
    const isFaulty = (day + device) % 6 === 0 && half > 36 && half < 42;
    const ts = new Date(monthStart + day * DAY + half * 1_800_000 + device * 1000);
    readings.push({
      ts,
      values: { air_humidity: 40 + (half % 9), ...(isFaulty ? {} : { air_temperature: value }) },
      faulty: isFaulty ? { air_temperature: 999 } : {},
    });
  }
  return readings;
}

/** Sends a day of every device. */
export async function sendDay(db: Db, day: number) {
  for (let device = 1; device <= devices; device++)
    await writeReadings(db, device, dayOfReadings(device, day));
}

/** All alerts in an order that does not depend on when they were found. */
export async function alertsOf(db: Db) {
  const { rows } = await sql<Record<string, unknown>>`
    select rule_name, device_id, parameter, began_at, raised_at, cleared_at, cleared_how, worst, severity
    from alert order by rule_name, device_id, parameter, began_at`.execute(db);
  return rows;
}

export async function noticesOf(db: Db) {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int as n from notice group by kind order by kind`.execute(db);
  return rows;
}
