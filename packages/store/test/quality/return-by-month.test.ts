/** Values of an interval return a month at a time, and whoever writes for many devices waits for none of them for long. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { returnRest, returnValues, setAside } from "@nihol/store/readings/bad-intervals";
import { findParameterId } from "@nihol/store/readings/parameters";
import { writeReadings, writeTogether } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { airDevice } from "../alerts/ruled-device.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const HOUR = 3_600_000;
const start = Date.parse("2025-10-01T00:00:00Z");
const at = (hours: number) => new Date(start + hours * HOUR);

const statesOf = async (device: number) => {
  const { rows } =
    await sql`select 'fault' as kind, count(*)::int as n, min(ts) as first from reading_fault
      where device_id = ${device}
    union all select 'fresh', count(*)::int, min(ts) from reading where device_id = ${device}
    union all select 'hours', sum(n)::int, min(hour) from reading_hour where device_id = ${device}`.execute(
      db.sql,
    );
  return rows;
};

test("a return that is broken off between two months is gone on with, to the last row", async () => {
  const device = await airDevice(db.sql);
  const values = Array.from({ length: 92 * 24 }, (_, n) => ({
    ts: at(n),
    values: { air_temperature: n % 30 },
    faulty: {},
  }));
  await writeReadings(db.sql, device, values);
  const before = await statesOf(device);
  const parameter = (await findParameterId(db.sql, "air_temperature")) ?? 0;
  const { id } = await db.sql
    .insertInto("bad_interval")
    .values({
      device_id: device,
      parameter,
      begins_at: at(100),
      ends_at: at(92 * 24),
      reason: "damaged",
      note: "",
      author: "Test",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const range = { deviceId: device, parameters: [parameter], from: at(100), to: at(92 * 24) };
  expect(await db.sql.transaction().execute((trx) => setAside(trx, range, id))).toBe(92 * 24 - 100);
  await sql`update bad_interval set taken_back_at = now(), returns_from = begins_at where id = ${id}`.execute(
    db.sql,
  );
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'broken off'; end $$`.execute(db.sql);
  await sql`create trigger refuse before insert on reading for each row
    when (new.ts >= '2025-11-20') execute function refuse()`.execute(db.sql);
  await expect(returnValues(db.sql, device, id)).rejects.toThrow("broken off");
  const { rows } = await sql<{ first: Date }>`select min(ts) as first from reading_fault
    where device_id = ${device}`.execute(db.sql);
  expect(rows[0]?.first).toEqual(new Date("2025-11-01T00:00:00Z"));
  // Values that the device sends again meanwhile are known.
  const again = await writeReadings(db.sql, device, values.slice(-5));
  expect(again).toMatchObject({ duplicates: 5, accepted: 0 });
  await sql`drop trigger refuse on reading`.execute(db.sql);
  expect(await returnRest(db.sql)).toBe(1);
  expect(await statesOf(device)).toEqual(before);
  expect(await returnRest(db.sql)).toBe(0);
});

test("a batch of many devices does not wait for one that is locked", async () => {
  const [busy, free] = [await airDevice(db.sql, "Busy"), await airDevice(db.sql, "Free")];
  const of = (deviceId: number) => ({
    deviceId,
    readings: [{ ts: at(1), values: { air_temperature: 20 }, faulty: {} }],
  });
  const client = await db.pool.connect();
  try {
    await client.query(`begin; select from device where id = ${busy} for update`);
    const together = writeTogether(db.sql, [of(busy), of(free)], { waitMs: 200 });
    await expect(together).rejects.toMatchObject({ code: "55P03" });
    const alone = await writeTogether(db.sql, [of(free)], { waitMs: 200 });
    expect(alone.get(free)).toMatchObject({ accepted: 1 });
  } finally {
    await client.query("rollback");
    client.release();
  }
  const later = await writeTogether(db.sql, [of(busy), of(free)], { waitMs: 200 });
  expect([later.get(busy)?.accepted, later.get(free)?.duplicates]).toEqual([1, 1]);
});
