/** Alerts after a rule was changed, a device was away, and readings came late: what still holds is told of, nothing else. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { insertRuleDue } from "@nihol/store/alerts/alert-rows";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { at, foundAlerts, type Rule, ruled, sendValues } from "./ruled-device.ts";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.close());
const alerts = () => foundAlerts(db.sql);

const silent: Partial<Rule> = { kind: "silent", parameter: null, limit_value: null, minutes: 90 };
const rise: Partial<Rule> = { kind: "rise", limit_value: 5, minutes: 180 };

describe("what still holds is told of again", () => {
  const kinds: [string, Partial<Rule>][] = [
    ["above", {}],
    ["above for a time", { minutes: 60 }],
    ["silent", silent],
    ["rise", rise],
  ];
  const cool = Object.fromEntries(["05", "06", "07", "08", "09", "10"].map((h) => [`${h}:15`, 20]));
  const day = { ...cool, "10:30": 35, "11:30": 36 };
  const told = { cleared_at: null, telling: "told" };

  test.each(kinds)("%s: once its rule was off and is on", async (kind, more) => {
    const { rule, send, look } = await ruled(db.sql, "09:00", more);
    await send(day);
    await look(kind === "silent" ? "13:01" : "11:31");
    expect(await alerts()).toMatchObject([told]);
    const change = (enabled_at: Date | null) =>
      db.sql.updateTable("alert_rule").set({ enabled_at }).where("id", "=", rule).execute();
    await change(null);
    await look("13:02");
    await change(at("13:03"));
    await insertRuleDue(db.sql, rule);
    await look("13:03");
    const [first, again, ...rest] = await alerts();
    expect([first, again, rest]).toMatchObject([
      { cleared_how: "rule" },
      { ...told, began_at: first?.began_at, raised_at: at("13:03") },
      [],
    ]);
  });

  test.each(kinds)("%s: once its device was away and is back", async (kind, more) => {
    const { device, send, look } = await ruled(db.sql, "09:00", more);
    await send(day);
    await look(kind === "silent" ? "13:01" : "11:31");
    const retire = (retired: boolean) =>
      db.sql.updateTable("device").set({ retired }).where("id", "=", device).execute();
    await retire(true);
    await look("13:02");
    await retire(false);
    if (kind !== "silent") await send({ "13:05": 37 });
    await look("13:06");
    const [first, again, ...rest] = await alerts();
    expect([first, again, rest]).toMatchObject([{ cleared_how: "device" }, told, []]);
  });

  test("and what was over when the device came back is not", async () => {
    const { device, send, look } = await ruled(db.sql, "09:00", {});
    await send({ "09:30": 20, "10:30": 35 });
    await look("10:31");
    await db.sql.updateTable("device").set({ retired: true }).where("id", "=", device).execute();
    await look("10:40");
    await db.sql.updateTable("device").set({ retired: false }).where("id", "=", device).execute();
    await send({ "11:30": 20, "12:30": 20 });
    await look("12:31");
    expect(await alerts()).toMatchObject([{ cleared_how: "device" }]);
  });
});

test("what is over in the quiet hours takes none of the day's number", async () => {
  const { send, look } = await ruled(db.sql, "00:00", {
    quiet_from: 6,
    quiet_to: 12,
    daily_max: 1,
  });
  // Quiet from 01:00 to 07:00 of UTC.
  await send({ "02:00": 35, "03:00": 20, "04:00": 35, "05:00": 20, "06:00": 35 });
  await look("06:01");
  await look("07:01");
  expect((await alerts()).map(({ telling }) => telling)).toEqual(["over", "over", "told"]);
});

test("readings that come late say nothing of the time before the rule was on", async () => {
  const { send, look } = await ruled(db.sql, "12:00", {});
  await send({ "09:30": 35, "10:30": 20, "11:30": 20 });
  await look("12:01");
  await send({ "12:30": 20 });
  await look("12:31");
  await send({ "12:10": 20 });
  await look("12:32");
  expect(await alerts()).toEqual([]);
});

test("what a person has cleared stays quiet, whatever comes late, until readings were back", async () => {
  const { send, look } = await ruled(db.sql, "09:00", {});
  await send({ "10:00": 35 });
  await look("10:01");
  const end = { cleared_at: at("10:10"), cleared_how: "person", cleared_by: "Test" } as const;
  await db.sql.updateTable("alert").set(end).execute();
  const hours = ["11", "12", "13", "14", "15", "16"];
  await send(Object.fromEntries(hours.map((hour) => [`${hour}:00`, 36])));
  await look("16:01");
  await send({ "15:30": 36 });
  await look("16:02");
  expect(await alerts()).toMatchObject([{ cleared_how: "person" }]);
  await send({ "14:30": 20 });
  await look("16:03");
  expect(await alerts()).toMatchObject([{ cleared_how: "person" }, { began_at: at("15:00") }]);
});

test("what follows an alert that has ended is told of, though late readings would join both", async () => {
  const { send, look } = await ruled(db.sql, "09:00", { minutes: 30 });
  const each = (times: string[], value: number) =>
    Object.fromEntries(times.map((time) => [time, value]));
  await send(each(["10:00", "10:10", "10:20", "10:30", "10:40"], 35));
  await send(each(["10:50", "11:10", "11:20"], 20));
  await look("11:21");
  const [first] = await alerts();
  expect(first).toMatchObject({ began_at: at("10:00"), cleared_at: at("10:50") });
  await send({ "11:00": 36 });
  await look("11:22");
  expect(await alerts()).toEqual([first]);
  await send(each(["11:30", "11:40", "11:50", "12:00"], 36));
  await look("12:01");
  expect(await alerts()).toMatchObject([
    { cleared_at: at("10:50") },
    { began_at: at("11:30"), raised_at: at("12:00"), cleared_at: null, telling: "told" },
  ]);
});

test("what was over for more than a day when it was found is told to nobody", async () => {
  const { device, send } = await ruled(db.sql, "00:00", {});
  const next = (time: string) => new Date(`2026-03-03T${time}:00Z`);
  await send({ "02:00": 35, "03:00": 20, "10:00": 35 });
  await sendValues(db.sql, device, [[next("06:00"), 20]]);
  await evaluateAlerts(db.sql, next("06:01"));
  expect((await alerts()).map(({ telling }) => telling)).toEqual(["over", "told"]);
});

test("of a device that came to its garden at a known moment, what began and ended after that is told of", async () => {
  const { device, send, look } = await ruled(db.sql, "09:00", {});
  await db.sql
    .updateTable("device")
    .set({ ruled_since: at("10:00") })
    .where("id", "=", device)
    .execute();
  await send({ "09:10": 35, "09:30": 20, "12:00": 45, "13:00": 46, "14:00": 20 });
  await look("14:01");
  expect(await alerts()).toMatchObject([{ began_at: at("12:00"), cleared_at: at("14:00") }]);
});
