/** Bad intervals: values are set aside with all that follows from them, and return as they were. */
import type { Db } from "@nihol/db/connection";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { rangeOfInterval, restore, setAside } from "@nihol/store/readings/bad-intervals";
import { packMonth } from "@nihol/store/readings/reading-pack";
import { countValues } from "@nihol/store/readings/reading-rollup";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { airDevice, ruleOn } from "./alerts/ruled-device.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const minute = 60_000;
const start = Date.parse("2025-12-30T20:00:00Z");
const at = (n: number) => new Date(start + n * 10 * minute);

/** Four days over the end of a year, the first two packed: even and uneven moments, a faulty value, a direction. */
async function filledDevice() {
  const id = await airDevice(db.sql);
  const readings = Array.from(
    { length: 576 },
    (_, n): NewReading => ({
      ts: new Date(at(n).getTime() + (n % 5 === 0 ? 1000 : 0)),
      values: {
        air_temperature: n / 10,
        ...(n % 2 && { wind_direction: n % 360 }),
        ...(n % 3 === 0 && { co2: 400 + n }),
      },
      faulty: n === 7 ? { air_humidity: 900 } : {},
    }),
  );
  await writeReadings(db.sql, id, readings);
  await packMonth(db.sql, "2025-12");
  return id;
}

const tables = ["reading", "reading_day", "reading_hour", "reading_span", "reading_latest"];
interface Row {
  north?: number | null;
  east?: number | null;
}

/** Every row of a device; sums of sines without their last digits. */
async function stateOf(id: number) {
  const state: Record<string, object[]> = {};
  for (const name of [...tables, "reading_fault"]) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} r
      where device_id = ${id} order by r::text collate "C"`.execute(db.sql);
    state[name] = rows.map((row) => ({
      ...row,
      ...(typeof row.north === "number" && { north: row.north.toFixed(9) }),
      ...(typeof row.east === "number" && { east: row.east.toFixed(9) }),
    }));
  }
  return state;
}

const idOf = async (key: string) => {
  const query = db.sql.selectFrom("parameter").where("key", "=", key).select("id");
  return (await query.executeTakeFirstOrThrow()).id;
};

/** As whoever writes readings does: a packer may name the device meanwhile. */
const lock = (trx: Db, device: number) =>
  trx.selectFrom("device").where("id", "=", device).select("id").forNoKeyUpdate().execute();

async function addInterval(device: number, key: string | null, from: Date, to: Date | null) {
  const parameter = key === null ? null : await idOf(key);
  return db.sql.transaction().execute(async (trx) => {
    await lock(trx, device);
    const { id } = await trx
      .insertInto("bad_interval")
      .values({
        device_id: device,
        parameter,
        begins_at: from,
        ends_at: to,
        reason: "damaged",
        note: "",
        author: "Test",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const range = await rangeOfInterval(trx, { deviceId: device, parameter, from, to });
    return { id, n: range ? ((await setAside(trx, range, id)) ?? 0) : 0 };
  });
}

const takeBack = (device: number, id: number) =>
  db.sql.transaction().execute(async (trx) => {
    await lock(trx, device);
    await trx
      .updateTable("bad_interval")
      .set({ taken_back_at: new Date() })
      .where("id", "=", id)
      .execute();
    return restore(trx, device, id, new Date(0));
  });

const setAsideOf = async (device: number) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reading_fault
    where device_id = ${device} and bad_interval is not null`.execute(db.sql);
  return rows[0]?.n;
};

test.each([
  ["one parameter within an hour", "air_temperature", at(3), at(5)],
  ["one parameter over packed and fresh days", "air_temperature", at(40), at(500)],
  ["all over packed and fresh days", null, at(41), at(477)],
  ["all from a moment on", null, at(100), null],
  ["everything", null, at(-10), null],
])("%s: set aside, and back to the last row", async (_, key, from, to) => {
  const device = await filledDevice();
  const before = await stateOf(device);
  const parameter = key === null ? null : await idOf(key);
  const asked = await rangeOfInterval(db.sql, { deviceId: device, parameter, from, to });
  const counted = asked ? await countValues(db.sql, asked) : 0;
  const { id, n } = await addInterval(device, key, from, to);
  expect(n).toBeGreaterThan(0);
  expect(n).toBe(counted);
  expect(await setAsideOf(device)).toBe(n);
  const range = { device_id: device, from, to: to ?? at(10_000) };
  const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from (
      select device_id, parameter, ts from reading
      union all select device_id, parameter, ts from reading_packed) r
    where device_id = ${range.device_id} and ts >= ${range.from} and ts < ${range.to}
      and (${key}::text is null or parameter = (select id from parameter where key = ${key}))`.execute(
    db.sql,
  );
  expect(left).toEqual([{ n: 0 }]);
  // Hours hold as many values as are left.
  const { rows: sums } = await sql<{ hours: number; single: number }>`select
    (select coalesce(sum(n), 0) from reading_hour where device_id = ${device})::int as hours,
    ((select count(*) from reading where device_id = ${device})
      + (select count(*) from reading_packed where device_id = ${device}))::int as single`.execute(
    db.sql,
  );
  expect(sums[0]?.hours).toBe(sums[0]?.single);
  expect(await takeBack(device, id)).toBe(n);
  expect(await stateOf(device)).toEqual(before);
});

test("a value that was set aside is a repeat, another one a conflict, and what comes is set aside too", async () => {
  const device = await filledDevice();
  const { id, n } = await addInterval(device, null, at(100), null);
  const send = (ts: Date, value: number) =>
    writeReadings(db.sql, device, [{ ts, values: { air_temperature: value }, faulty: {} }]);
  expect(await send(at(101), 10.1)).toMatchObject({ duplicates: 1, accepted: 0 });
  expect(await send(at(101), 11)).toMatchObject({ conflicts: 1, accepted: 0 });
  expect(await send(at(600), 60)).toMatchObject({ accepted: 1, faulty: 0 });
  expect(await send(at(600), 60)).toMatchObject({ duplicates: 1 });
  expect(await send(at(-6), 1)).toMatchObject({ accepted: 1 });
  expect(await setAsideOf(device)).toBe(n + 1);
  const newest = db.sql.selectFrom("reading_latest").where("device_id", "=", device);
  const latest = newest.where("parameter", "=", await idOf("air_temperature")).selectAll();
  expect(await latest.executeTakeFirst()).toMatchObject({ ts: at(600), value: 60, faulty: true });
  await takeBack(device, id);
  expect(await latest.executeTakeFirst()).toMatchObject({ ts: at(600), value: 60, faulty: false });
  expect(await setAsideOf(device)).toBe(0);
  expect(await send(at(601), 61)).toMatchObject({ accepted: 1 });
  expect(await setAsideOf(device)).toBe(0);
});

test("a value in two intervals returns with the last of them", async () => {
  const device = await filledDevice();
  const before = await stateOf(device);
  const one = await addInterval(device, null, at(50), at(300));
  const two = await addInterval(device, "air_temperature", at(200), at(400));
  expect(two.n).toBe(100);
  await takeBack(device, one.id);
  expect(await setAsideOf(device)).toBe(200);
  await takeBack(device, two.id);
  expect(await stateOf(device)).toEqual(before);
});

test("months are packed around what is set aside, and it returns into packed days", async () => {
  const device = await airDevice(db.sql);
  const readings = (n: number) => ({
    ts: new Date(Date.UTC(2025, 9, 3, 0, n)),
    values: { air_temperature: n, co2: 400 + n },
    faulty: {},
  });
  const all = Array.from({ length: 3000 }, (_, n) => readings(n));
  await writeReadings(db.sql, device, all);
  const twin = await airDevice(db.sql);
  await writeReadings(db.sql, twin, all);
  const { id } = await addInterval(device, "co2", new Date(Date.UTC(2025, 9, 3, 7)), null);
  await packMonth(db.sql, "2025-10");
  await takeBack(device, id);
  const without = (rows: readonly object[] | undefined) =>
    rows?.map((row) => ({ ...row, device_id: 0 }));
  const [own, other] = [await stateOf(device), await stateOf(twin)];
  for (const name of tables) expect(without(own[name]), name).toEqual(without(other[name]));
});

test("writers, a packer and an interval at once lose nothing and double nothing", async () => {
  const device = await airDevice(db.sql);
  const all = Array.from({ length: 4000 }, (_, n) => ({
    ts: new Date(Date.UTC(2025, 6, 1, 0, n)),
    values: { air_temperature: n % 40 },
    faulty: {},
  }));
  await writeReadings(db.sql, device, all.slice(0, 2000));
  const [first] = await Promise.all([
    addInterval(device, null, new Date(Date.UTC(2025, 6, 1, 10)), new Date(Date.UTC(2025, 6, 3))),
    packMonth(db.sql, "2025-07"),
    ...[0, 1, 2, 3].map((i) => writeReadings(db.sql, device, all.slice(i * 1000, i * 1000 + 1200))),
  ]);
  expect(await setAsideOf(device)).toBe(2280);
  await Promise.all([takeBack(device, first.id), packMonth(db.sql, "2025-07")]);
  const { rows } = await sql`select count(*)::int as n, count(distinct ts)::int as moments from (
    select ts from reading where device_id = ${device}
    union all select ts from reading_packed where device_id = ${device}) r`.execute(db.sql);
  expect(rows).toEqual([{ n: 4000, moments: 4000 }]);
  expect(await setAsideOf(device)).toBe(0);
});

test("no rule fires for what was set aside; it does once that is taken back", async () => {
  const device = await airDevice(db.sql);
  const from = new Date("2026-03-02T00:00:00Z");
  const more = { device_id: device, minutes: 0 };
  await ruleOn(db.sql, from, more);
  await ruleOn(db.sql, from, {
    ...more,
    kind: "faulty",
    parameter: null,
    limit_value: null,
    name: "F",
  });
  await ruleOn(db.sql, from, {
    ...more,
    kind: "silent",
    parameter: null,
    limit_value: null,
    minutes: 180,
    name: "S",
  });
  const { id } = await addInterval(device, null, from, null);
  const send = (hour: number, value: number) =>
    writeReadings(db.sql, device, [
      { ts: new Date(+from + hour * 60 * minute), values: { air_temperature: value }, faulty: {} },
    ]);
  await send(-1, 20);
  for (const hour of [1, 2, 3, 4, 5]) await send(hour, 55);
  const now = new Date(+from + 5.5 * 60 * minute);
  const raised = async () => {
    await evaluateAlerts(db.sql, now);
    const query = db.sql.selectFrom("alert").where("device_id", "=", device);
    return (await query.select("kind").execute()).map(({ kind }) => kind);
  };
  expect(await raised()).toEqual([]);
  await takeBack(device, id);
  expect(await raised()).toEqual(["above"]);
});

test("a run of values that are set aside is forgotten: one right value more neither fires nor ends an alert", async () => {
  const device = await airDevice(db.sql);
  const from = new Date("2026-04-02T00:00:00Z");
  await ruleOn(db.sql, from, { device_id: device, minutes: 60 });
  const at = (minutes: number) => new Date(+from + minutes * minute);
  const send = (minutes: number, value: number) =>
    writeReadings(db.sql, device, [
      { ts: at(minutes), values: { air_temperature: value }, faulty: {} },
    ]);
  const alerts = () =>
    db.sql.selectFrom("alert").where("device_id", "=", device).selectAll().execute();
  for (const minutes of [60, 75, 90]) await send(minutes, 55);
  await evaluateAlerts(db.sql, at(91));
  await addInterval(device, null, at(60), at(91));
  await send(121, 41);
  await evaluateAlerts(db.sql, at(122));
  expect(await alerts()).toEqual([]);
  for (const minutes of [150, 185]) await send(minutes, 41);
  await evaluateAlerts(db.sql, at(186));
  expect(await alerts()).toMatchObject([{ began_at: at(121), worst: 41 }]);
});
