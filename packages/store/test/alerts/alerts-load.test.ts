/** Alerts under load: long series in pieces, many devices, and a stop in between. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { readSeries } from "@nihol/store/alerts/alert-series";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { airDevice, at, foundAlerts, ruled, ruleOn, sendValues } from "./ruled-device.ts";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.close());

const dueCount = async () =>
  (await db.sql.selectFrom("alert_due").select("device_id").distinct().execute()).length;

test("series are read within one budget of points, short ones together and long ones in pieces", async () => {
  const device = await airDevice(db.sql);
  const other = await airDevice(db.sql, "Other");
  const minute = (n: number): [Date, number] => [new Date(at("00:00").getTime() + n * 60_000), n];
  await sendValues(
    db.sql,
    device,
    Array.from({ length: 250 }, (_, n) => minute(n)),
  );
  await sendValues(db.sql, other, [minute(3), minute(5)]);
  const asked = [device, device, other].map((device_id, n) => {
    return { device_id, parameter: "air_temperature", from: at("00:00").getTime() + n * 60_000 };
  });
  const sizes: number[][] = [];
  const values: number[][] = [];
  for await (const { asked: one, pieces } of readSeries(db.sql, asked, { max: 60 })) {
    const n = asked.indexOf(one);
    sizes[n] = [];
    values[n] = [];
    for await (const { points } of pieces) {
      sizes[n].push(points.length);
      values[n].push(...points.map(({ value }) => value));
    }
  }
  expect(sizes).toEqual([[60, 60, 60, 60, 10], [60, 60, 60, 60, 9], [2]]);
  const all = Array.from({ length: 250 }, (_, n) => n);
  expect(values).toEqual([all, all.slice(1), [3, 5]]);
});

test("a series of more points than are read at once is evaluated to its end, late readings too", async () => {
  const device = await airDevice(db.sql);
  const start = new Date("2026-03-01T00:00:00Z");
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  await ruleOn(db.sql, start, { kind: "rise", limit_value: 5, minutes: 7 * 1440 });
  await ruleOn(db.sql, start, { name: "Late" });
  await sendValues(db.sql, device, [[start, 20]]);
  // A value every two seconds for five days.
  const days = 5 * 86_400;
  await sql`insert into reading (device_id, parameter, ts, value)
    select ${device}::int, id, ts, 20 from parameter,
      generate_series(${after(2)}::timestamptz, ${after(days - 2)}::timestamptz, interval '2 seconds') ts
    where key = 'air_temperature'`.execute(db.sql);
  await sendValues(db.sql, device, [[after(days), 20]]);
  for (let n = 0; n < 5 && (await dueCount()) > 0; n++) await evaluateAlerts(db.sql, after(days));
  expect(await dueCount()).toBe(0);
  await sendValues(db.sql, device, [[after(days + 10), 26]]);
  await evaluateAlerts(db.sql, after(days + 10));
  expect(await foundAlerts(db.sql)).toMatchObject([{ began_at: after(days + 10) }]);
  await sendValues(db.sql, device, [
    [after(43_201), 35],
    [after(days + 20), 36],
  ]);
  await evaluateAlerts(db.sql, after(days + 20));
  const late = (await foundAlerts(db.sql)).map(({ began_at }) => began_at.getTime());
  expect(late.sort()).toEqual(
    [43_201, 43_201, days + 10, days + 20].map((seconds) => after(seconds).getTime()),
  );
});

test("each transaction tells of what it raised and of silence, and a pass ends though more is due", async () => {
  const { device, send } = await ruled(db.sql, "08:00", {});
  const quiet = await airDevice(db.sql, "Quiet");
  const silent = { kind: "silent", parameter: null, limit_value: null, minutes: 90 } as const;
  await ruleOn(db.sql, at("08:00"), { ...silent, device_id: quiet });
  await send({ "09:30": 35 });
  await sendValues(db.sql, quiet, [[at("07:50"), 20]]);
  await db.sql.deleteFrom("alert_due").where("device_id", "=", quiet).execute();
  for (let n = 0; n < 250; n++) {
    const device_id = await airDevice(db.sql, `Due ${n}`);
    await db.sql
      .insertInto("alert_due")
      .values({ device_id, since: at("09:00") })
      .execute();
  }
  await evaluateAlerts(db.sql, at("10:00"), { forMs: 0 });
  const told = async () =>
    (await foundAlerts(db.sql)).map((one) => [one.device_id, one.telling]).sort();
  expect([await told(), await dueCount()]).toEqual([
    [
      [device, "told"],
      [quiet, "told"],
    ],
    51,
  ]);
  await evaluateAlerts(db.sql, at("10:00"), { signal: AbortSignal.abort() });
  expect(await dueCount()).toBe(0);
});

test("among many alerts that are over, those whose rule is gone are found by an index", async () => {
  await db.close();
  // One connection: figures of an index are those of what it has read by itself.
  db = await freshDatabase({ max: 1 });
  const device = await airDevice(db.sql);
  await sql`insert into alert (device_id, rule_name, kind, severity, parameter, limit_value, minutes, began_at, raised_at,
      cleared_at, cleared_how, telling)
    select ${device}, 'Old', 'above', 'minor', 'air_temperature', 30, 0, ${at("00:00")}, ${at("00:00")},
      ${at("01:00")}, 'reading', 'told' from generate_series(1, 20000)`.execute(db.sql);
  await sql`insert into alert (device_id, rule_name, kind, severity, parameter, limit_value, minutes, began_at, raised_at, telling)
    values (${device}, 'Gone', 'above', 'minor', 'air_temperature', 30, 0, ${at("02:00")}, ${at("02:00")}, 'told')`.execute(
    db.sql,
  );
  await sql`analyze alert`.execute(db.sql);
  const rowsRead = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db.sql);
    const { rows } = await sql<{ n: number }>`select seq_tup_read::int as n
      from pg_stat_user_tables where relname = 'alert'`.execute(db.sql);
    return rows[0]?.n ?? 0;
  };
  const before = await rowsRead();
  await evaluateAlerts(db.sql, at("03:00"));
  expect((await rowsRead()) - before).toBeLessThan(1000);
  const left = db.sql.selectFrom("alert").where("cleared_at", "is", null).select("id");
  expect(await left.execute()).toEqual([]);
});
