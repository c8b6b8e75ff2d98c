/** Packing months of readings, and what happens beside it. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { findMoments } from "@nihol/store/readings/known-moments";
import { measures } from "@nihol/store/readings/reading-measures";
import { packableMonths, packMonth } from "@nihol/store/readings/reading-pack";
import { ensurePartitions, listMonths } from "@nihol/store/readings/reading-partitions";
import { listRawPoints } from "@nihol/store/readings/reading-series";
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
    values: { ph: value + (i % 10) / 10, ...(i % 2 && { temperature: i / 8 }) },
    faulty: {},
  }));

test("this month and the two before it stay raw", async () => {
  const id = await device();
  for (const day of ["2025-12-31", "2026-01-01", "2026-02-10", "2026-03-05"])
    await writeReadings(db.sql, id, minutes(`${day}T10:00:00Z`, 1));
  const at = new Date("2026-03-20T00:00:00Z");
  expect(await packableMonths(db.sql, at)).toEqual(["2025-12"]);
  expect(await packableMonths(db.sql, new Date("2026-04-01T00:00:00Z"))).toEqual([
    "2025-12",
    "2026-01",
  ]);
});

test("a month is packed into device-days with every value, and its partition is gone", async () => {
  const [a, b] = [await device(), await device()];
  await writeReadings(db.sql, a, minutes("2024-05-30T23:00:00Z", 3000));
  await writeReadings(db.sql, b, minutes("2024-05-10T00:00:00Z", 100, 3));
  const packed = await packMonth(db.sql, "2024-05");
  expect(packed).toEqual({ readings: 60 + 1440 + 100, days: 3 });
  expect(await listMonths(db.sql)).not.toContain("2024-05");
  expect(await listMonths(db.sql)).toContain("2024-06");
  const days = await db.sql
    .selectFrom("reading_day")
    .selectAll()
    .where("device_id", "=", a)
    .orderBy("day")
    .execute();
  expect(days.map(({ day, n }) => [day, n])).toEqual([
    ["2024-05-30", 60],
    ["2024-05-31", 1440],
  ]);
  expect(days[0]?.offsets[1]).toBe(23 * 3_600_000 + 60_000);
  expect(days[0]?.co2).toBeNull();
  expect(await packMonth(db.sql, "2024-05")).toEqual({ readings: 0, days: 0 });
  const at = (time: string) => new Date(`2024-05-30T${time}Z`);
  const moments = await findMoments(db.sql, a, [at("23:01:00"), at("23:01:01")]);
  expect([...moments]).toEqual([
    [+at("23:01:00"), { values: { ph: expect.closeTo(7.1, 5), temperature: 0.125 }, faulty: {} }],
  ]);
});

describe("every measure of the list", () => {
  test("is a column of the tables that hold one each, and there is no other", async () => {
    for (const table of ["reading", "reading_day"]) {
      const { rows } = await sql<{ name: string; type: string }>`
        select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db.sql);
      const values = rows.filter(({ type }) => type.startsWith("real"));
      expect(values.map(({ name }) => name).sort(), table).toEqual([...measures].sort());
    }
  });

  test.each(measures)("%s is packed and read back, and its loss keeps the month", async (name) => {
    const id = await device();
    const month = `2021-${String(measures.indexOf(name) + 1).padStart(2, "0")}`;
    const readings = [0, 1, 2].map((i) => ({
      ts: new Date(`${month}-03T00:0${i}:00Z`),
      values: { [name]: 5 + i },
      faulty: {},
    }));
    expect(await writeReadings(db.sql, id, readings)).toMatchObject({ accepted: 3 });
    await sql`create function lose_some() returns trigger language plpgsql as ${sql.lit(`
      begin new.${name}[2] = 1; return new; end`)}`.execute(db.sql);
    await sql`create trigger lose before insert on reading_day
      for each row execute function lose_some()`.execute(db.sql);
    await expect(packMonth(db.sql, month)).rejects.toThrow(month);
    await sql`drop function lose_some cascade`.execute(db.sql);
    expect(await listMonths(db.sql)).toContain(month);
    expect(await packMonth(db.sql, month)).toEqual({ readings: 3, days: 1 });
    const range = { deviceId: id, measure: name, from: new Date(`${month}-01T00:00:00Z`) };
    const to = new Date(`${month}-20T00:00:00Z`);
    const points = await listRawPoints(db.sql, { ...range, to }, 10);
    expect(points.map(({ value }) => value)).toEqual([5, 6, 7]);
  });
});

test("a packed moment is completed, repeated and contradicted like any other", async () => {
  const id = await device();
  const ts = new Date("2023-08-02T03:00:00Z");
  const sent = (values: object, faulty = {}) => writeReadings(db.sql, id, [{ ts, values, faulty }]);
  await sent({ ph: 7.1 });
  await packMonth(db.sql, "2023-08");
  expect(await sent({ temperature: 11.5 })).toMatchObject({ accepted: 1, completed: 1 });
  expect(await sent({}, { conductivity: -1 })).toMatchObject({ accepted: 1, faulty: 1 });
  expect(await sent({ ph: 7.1, temperature: 11.5 })).toMatchObject({ duplicates: 1 });
  expect(await sent({ ph: 7.2 })).toMatchObject({ accepted: 0, duplicates: 0, conflicts: 1 });
  const all = {
    values: { ph: expect.closeTo(7.1, 5), temperature: 11.5 },
    faulty: { conductivity: -1 },
  };
  expect([...(await findMoments(db.sql, id, [ts])).values()]).toEqual([all]);
  expect(await packMonth(db.sql, "2023-08")).toEqual({ readings: 1, days: 1 });
  expect([...(await findMoments(db.sql, id, [ts])).values()]).toEqual([all]);
  expect(await sent({ temperature: 12 })).toMatchObject({ conflicts: 1 });
  const { rows } = await sql`select measure, value from reading_conflict
    where device_id = ${id} order by measure`.execute(db.sql);
  expect(rows).toEqual([
    { measure: 2, value: 12 },
    { measure: 4, value: 7.2 },
  ]);
});

test("a month in which a packed and a late value contradict each other is not dropped", async () => {
  const id = await device();
  const [reading] = minutes("2023-11-01T00:00:00Z", 1);
  await writeReadings(db.sql, id, reading ? [reading] : []);
  await packMonth(db.sql, "2023-11");
  await ensurePartitions(db.sql, ["2023-11"]);
  await sql`insert into reading (device_id, ts, ph) values (${id}, '2023-11-01T00:00:00Z', 9)`.execute(
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
    select (select sum(n)::int from reading_day where device_id = ${id}) as packed,
      (select sum(n)::int from reading_hour where device_id = ${id} and measure = 4) as hours`.execute(
    db.sql,
  );
  expect(rows[0]).toEqual({ packed: 4000, hours: 4000 });
});

test("a device that is gone takes no readings", async () => {
  const id = await device();
  await sql`delete from device where id = ${id}`.execute(db.sql);
  await expect(writeReadings(db.sql, id, minutes("2026-01-01T00:00:00Z", 1))).rejects.toThrow(
    DeviceGone,
  );
});
