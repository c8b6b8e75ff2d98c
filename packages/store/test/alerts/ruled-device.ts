/** A device under one rule, for the tests of alerts. */
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { writeReadings } from "@nihol/store/readings/reading-write";
import type { Insertable } from "kysely";

export const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);
export type Rule = Insertable<Database["alert_rule"]>;

/** Inserts an air device of one value an hour. */
export async function airDevice(db: Db, name = "Air"): Promise<number> {
  const { id } = await db
    .insertInto("device")
    .values({ name, type: "air", longitude: 69, latitude: 38, interval_minutes: 60 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a rule that is on since a moment: above 30 at once, unless more is said. */
export async function ruleOn(db: Db, enabled_at: Date, more: Partial<Rule>): Promise<number> {
  const { id } = await db
    .insertInto("alert_rule")
    .values({
      name: "Heat",
      kind: "above",
      severity: "critical",
      device_type: "air",
      parameter: "air_temperature",
      limit_value: 30,
      minutes: 0,
      author: "Test",
      enabled_at,
      ...more,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends values of the air's temperature by their moments. */
export const sendValues = (db: Db, device: number, values: readonly [Date, number][]) =>
  writeReadings(
    db,
    device,
    values.map(([ts, value]) => ({ ts, values: { air_temperature: value }, faulty: {} })),
  );

/** An air device, and a rule on it that is on since a time of the day. */
export async function ruled(db: Db, enabled: string, more: Partial<Rule>) {
  const device = await airDevice(db);
  const rule = await ruleOn(db, at(enabled), more);
  const send = (values: Record<string, number>) =>
    sendValues(
      db,
      device,
      Object.entries(values).map(([time, value]) => [at(time), value]),
    );
  const look = (time: string) => evaluateAlerts(db, at(time));
  return { device, rule, send, look };
}

/** All alerts in the order in which they were found. */
export const foundAlerts = (db: Db) =>
  db
    .selectFrom("alert")
    .select(["device_id", "began_at", "raised_at", "cleared_at", "cleared_how", "telling"])
    .orderBy("id")
    .execute();
