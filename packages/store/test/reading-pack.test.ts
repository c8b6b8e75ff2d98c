/** Packing months of readings, and what happens beside it. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { findMoments } from "@nihol/store/readings/known-moments";
import { packableMonths, packMonth } from "@nihol/store/readings/reading-pack";
import { ensurePartitions, listMonths, monthOf } from "@nihol/store/readings/reading-partitions";
import { listRawPoints } from "@nihol/store/readings/reading-series";
import type { Values } from "@nihol/store/readings/reading-values";
import { DeviceGone, writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

async function device(): Promise<number> {
  const row = await db.sql
    .insertInto("device")
    .values({ name: "d", type: "water", latitude: 38, longitude: 68 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const minutes = (start: string, n: number, value = 7) =>
  Array.from({ length: n }, (_, i) => ({
    ts: new Date(Date.parse(start) + i * 60_000),
    values: { water_ph: value + (i % 10) / 10, ...(i % 2 && { water_temperature: i / 8 }) },
    faulty: {},
  }));

test("a month stays as it came until a week after its end", async () => {
  const id = await device();
  for (const day of ["2025-12-31", "2026-01-01", "2026-02-10", "2026-03-05"])
    await writeReadings(db.sql, id, minutes(`${day}T10:00:00Z`, 1));
  const at = new Date("2026-02-07T00:00:00Z");
  expect(await packableMonths(db.sql, at)).toEqual(["2025-12"]);
  expect(await packableMonths(db.sql, new Date("2026-02-08T00:00:00Z"))).toEqual([
    "2025-12",
    "2026-01",
  ]);
});

const daysOf = (id: number, parameter: string) =>
  db.sql
    .selectFrom("reading_day as d")
    .innerJoin("parameter as p", "p.id", "d.parameter")
    .where("d.device_id", "=", id)
    .where("p.key", "=", parameter)
    .selectAll("d")
    .orderBy("d.day")
    .execute();

test("a month is packed into device-days with every value, and its partition is gone", async () => {
  const [a, b] = [await device(), await device()];
  await writeReadings(db.sql, a, minutes("2024-05-30T23:00:00Z", 3000));
  await writeReadings(db.sql, b, minutes("2024-05-10T00:00:00Z", 100, 3));
  const packed = await packMonth(db.sql, "2024-05");
  expect(packed).toEqual({ values: 1.5 * (60 + 1440 + 100), days: 3 });
  expect(await listMonths(db.sql)).not.toContain("2024-05");
  expect(await listMonths(db.sql)).toContain("2024-06");
  const days = await daysOf(a, "water_ph");
  expect(days.map(({ day, values }) => [day, values.length])).toEqual([
    ["2024-05-30", 60],
    ["2024-05-31", 1440],
  ]);
  const at23 = 23 * 3_600_000;
  expect(days[0]).toMatchObject({ first_ms: at23, step_ms: 60_000, offsets: null, same_as: null });
  expect((await daysOf(a, "water_temperature"))[0]).toMatchObject({
    first_ms: at23 + 60_000,
    step_ms: 120_000,
  });
  expect(await packMonth(db.sql, "2024-05")).toEqual({ values: 0, days: 0 });
  const at = (time: string) => new Date(`2024-05-30T${time}Z`);
  const moments = await findMoments(db.sql, a, [at("23:01:00"), at("23:01:01")]);
  const values = { water_ph: expect.closeTo(7.1, 5), water_temperature: 0.125 };
  expect([...moments]).toEqual([[+at("23:01:00"), { values, faulty: {} }]]);
});

test("uneven moments are kept once for the parameters that came with them", async () => {
  const id = await device();
  const ts = (seconds: number) => new Date(Date.UTC(2022, 2, 4, 10, 0, seconds));
  const sent = [0, 61, 119, 181, 245].map((seconds, i) => ({
    ts: ts(seconds),
    values: {
      water_ph: 7 + i,
      water_temperature: i,
      ...(i > 2 && { water_conductivity: i * 100 }),
    },
    faulty: {},
  }));
  await writeReadings(db.sql, id, sent);
  expect(await packMonth(db.sql, "2022-03")).toEqual({ values: 12, days: 1 });
  const [ph] = await daysOf(id, "water_ph");
  const [temperature] = await daysOf(id, "water_temperature");
  const [conductivity] = await daysOf(id, "water_conductivity");
  expect(ph?.offsets).toEqual([0, 61, 119, 181, 245].map((s) => 36_000_000 + s * 1000));
  expect(temperature).toMatchObject({ offsets: null, same_as: ph?.parameter });
  expect(conductivity).toMatchObject({ offsets: null, same_as: null, step_ms: 64_000 });
  const read = await findMoments(
    db.sql,
    id,
    sent.map((one) => one.ts),
  );
  expect([...read].sort(([x], [y]) => x - y).map(([at, { values }]) => [at, values])).toEqual(
    sent.map((one) => [+one.ts, one.values]),
  );
});

/** Packs a month of a parameter, first while one value of it goes missing. */
async function packAndLose(key: string, at: number) {
  const id = await device();
  const month = monthOf(new Date(Date.UTC(2018, at, 1)));
  const readings = [0, 1, 2].map((i) => ({
    ts: new Date(`${month}-03T00:0${i}:00Z`),
    values: { [key]: 5 + i },
    faulty: {},
  }));
  expect(await writeReadings(db.sql, id, readings)).toMatchObject({ accepted: 3 });
  await sql`create function lose_some() returns trigger language plpgsql as ${sql.lit(`
    begin new.values[2] = 1; return new; end`)}`.execute(db.sql);
  await sql`create trigger lose before insert on reading_day
    for each row execute function lose_some()`.execute(db.sql);
  await expect(packMonth(db.sql, month)).rejects.toThrow(month);
  await sql`drop function lose_some cascade`.execute(db.sql);
  expect(await listMonths(db.sql)).toContain(month);
  expect(await packMonth(db.sql, month)).toEqual({ values: 3, days: 1 });
  const range = { deviceId: id, parameter: key, from: new Date(`${month}-01T00:00:00Z`) };
  const to = new Date(`${month}-20T00:00:00Z`);
  const points = await listRawPoints(db.sql, { ...range, to }, 10);
  expect(points.map(({ value }) => value)).toEqual([5, 6, 7]);
}

describe("every parameter", () => {
  test("is a row: a key that is none is refused with all that came with it", async () => {
    const id = await device();
    const values = { water_ph: 7, water_colour: 3 };
    const reading = { ts: new Date("2021-12-01T00:00:00Z"), values, faulty: {} };
    await expect(writeReadings(db.sql, id, [reading])).rejects.toThrow("null value");
    expect(await findMoments(db.sql, id, [reading.ts])).toEqual(new Map());
  });

  test("is packed and read back, and its loss keeps the month", async () => {
    const rows = await db.sql.selectFrom("parameter").select("key").orderBy("id").execute();
    for (const [at, { key }] of rows.entries()) await packAndLose(key, at);
  });
});

test("a packed moment is completed, repeated and contradicted like any other", async () => {
  const id = await device();
  const ts = new Date("2023-08-02T03:00:00Z");
  const sent = (values: Values, faulty: Values = {}) =>
    writeReadings(db.sql, id, [{ ts, values, faulty }]);
  await sent({ water_ph: 7.1 });
  await packMonth(db.sql, "2023-08");
  expect(await sent({ water_temperature: 11.5 })).toMatchObject({ accepted: 1, completed: 1 });
  expect(await sent({}, { water_conductivity: -1 })).toMatchObject({ accepted: 1, faulty: 1 });
  expect(await sent({ water_ph: 7.1, water_temperature: 11.5 })).toMatchObject({ duplicates: 1 });
  expect(await sent({ water_ph: 7.2 })).toMatchObject({ accepted: 0, duplicates: 0, conflicts: 1 });
  const all = {
    values: { water_ph: expect.closeTo(7.1, 5), water_temperature: 11.5 },
    faulty: { water_conductivity: -1 },
  };
  expect([...(await findMoments(db.sql, id, [ts])).values()]).toEqual([all]);
  expect(await packMonth(db.sql, "2023-08")).toEqual({ values: 2, days: 1 });
  expect([...(await findMoments(db.sql, id, [ts])).values()]).toEqual([all]);
  expect(await sent({ water_temperature: 12 })).toMatchObject({ conflicts: 1 });
  const { rows } = await sql`select p.key, c.value
    from reading_conflict c join parameter p on p.id = c.parameter
    where c.device_id = ${id} order by p.key`.execute(db.sql);
  expect(rows).toEqual([
    { key: "water_ph", value: 7.2 },
    { key: "water_temperature", value: 12 },
  ]);
});

test("a month in which a packed and a late value contradict each other is not dropped", async () => {
  const id = await device();
  const [reading] = minutes("2023-11-01T00:00:00Z", 1);
  await writeReadings(db.sql, id, reading ? [reading] : []);
  await packMonth(db.sql, "2023-11");
  await ensurePartitions(db.sql, ["2023-11"]);
  await sql`insert into reading (device_id, parameter, ts, value)
    select ${id}, id, '2023-11-01T00:00:00Z', 9 from parameter where key = 'water_ph'`.execute(
    db.sql,
  );
  await expect(packMonth(db.sql, "2023-11")).rejects.toThrow("2023-11");
  expect(await listMonths(db.sql)).toContain("2023-11");
});

test("writers lose nothing and double nothing while a month is packed", async () => {
  const id = await device();
  const all = minutes("2022-07-01T00:00:00Z", 4000);
  await writeReadings(db.sql, id, all.slice(0, 2000));
  const results = await Promise.all([
    packMonth(db.sql, "2022-07"),
    ...[0, 1, 2, 3].map((i) => writeReadings(db.sql, id, all.slice(i * 1000, i * 1000 + 1500))),
    packMonth(db.sql, "2022-07").catch(() => undefined),
  ]);
  expect(results).toHaveLength(6);
  await packMonth(db.sql, "2022-07");
  const { rows } = await sql<{ packed: number; hours: number }>`
    select (select count(*)::int from reading_packed where device_id = ${id}) as packed,
      (select sum(n)::int from reading_hour where device_id = ${id}) as hours`.execute(db.sql);
  expect(rows[0]).toEqual({ packed: 6000, hours: 6000 });
});

test("a device that is gone takes no readings", async () => {
  const id = await device();
  await sql`delete from device where id = ${id}`.execute(db.sql);
  await expect(writeReadings(db.sql, id, minutes("2026-01-01T00:00:00Z", 1))).rejects.toThrow(
    DeviceGone,
  );
});
