/** Packing months of readings, and what happens beside it. */

import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { packableMonths, packMonth } from "@nihol/store/readings/reading-pack";
import { listMonths } from "@nihol/store/readings/reading-partitions";
import { countKnown, DeviceGone, writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

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
  expect(await countKnown(db.sql, a, [new Date("2024-05-30T23:01:00Z")])).toBe(1);
  expect(await countKnown(db.sql, a, [new Date("2024-05-30T23:01:01Z")])).toBe(0);
});

test("nothing is dropped when what is packed is not what was there", async () => {
  const id = await device();
  await writeReadings(db.sql, id, minutes("2023-03-01T00:00:00Z", 50));
  await sql`create function lose_some() returns trigger language plpgsql as $$
    begin new.ph[1] = 1; return new; end $$`.execute(db.sql);
  await sql`create trigger lose before insert on reading_day
    for each row execute function lose_some()`.execute(db.sql);
  await expect(packMonth(db.sql, "2023-03")).rejects.toThrow("2023-03");
  await sql`drop trigger lose on reading_day`.execute(db.sql);
  expect(await listMonths(db.sql)).toContain("2023-03");
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reading where device_id = ${id}`.execute(db.sql);
  expect(rows[0]?.n).toBe(50);
});

test("who writes while a month is packed loses nothing and doubles nothing", async () => {
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
