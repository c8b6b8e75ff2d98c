/** A data folder from before readings were kept by list: a column a measure, fresh and packed. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceType } from "@nihol/contract/values/devices";
import { migrate, migrationsDir } from "@nihol/db/migrate";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findMoments } from "../src/readings/known-moments.ts";
import { packMonth } from "../src/readings/reading-pack.ts";
import { listRawPoints } from "../src/readings/reading-series.ts";

let db: FreshDatabase;
let dir: string;
beforeEach(async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  dir = await mkdtemp(join(tmpdir(), "nihol-migrations-"));
  for (const name of await readdir(migrationsDir))
    if (name < "0200") await cp(join(migrationsDir, name), join(dir, name));
  await migrate(db.pool, dir);
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

async function device(type: DeviceType): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    "insert into device (name, type, latitude, longitude) values ('d', $1, 38, 68) returning id",
    [type],
  );
  return rows[0]?.id ?? 0;
}

const rowsOf = async (text: string) => (await db.pool.query(text)).rows;

/** Fresh values of May, a packed day of April, a packed moment of it that was completed, and the other tables. */
async function fillOld(air: number, water: number) {
  await db.pool.query(`
    create table reading_2024_04 partition of reading for values from ('2024-04-01T00:00:00Z') to ('2024-05-01T00:00:00Z');
    create table reading_2024_05 partition of reading for values from ('2024-05-01T00:00:00Z') to ('2024-06-01T00:00:00Z');
    insert into reading (device_id, ts, co2, temperature) values (${air}, '2024-05-03T10:00:00Z', 420, 20.5),
      (${air}, '2024-05-03T11:00:00Z', null, 21.5), (${air}, '2024-05-03T12:00:00Z', null, null);
    insert into reading (device_id, ts, temperature, ph) values (${water}, '2024-05-03T10:00:00Z', 11.1, 7.25),
      (${water}, '2024-04-10T01:00:00Z', null, 7.5);
    insert into reading_day (device_id, day, n, offsets, temperature, ph)
      values (${water}, '2024-04-10', 3, '{1000,3600000,7300000}', '{9.5,10.25,11.75}', '{7.1,null,7.3}');
    insert into reading_hour values (${water}, 2, '2024-05-03T10:00:00Z', 1, 11.1, 11.1, 11.1),
      (${water}, 4, '2024-05-03T10:00:00Z', 1, 7.25, 7.25, 7.25), (${air}, 0, '2024-05-03T10:00:00Z', 1, 420, 420, 420);
    insert into reading_span values (${air}, 2, '2024-05-03', 20.5, 21.5);
    insert into reading_latest values (${air}, 2, '2024-05-03T12:00:00Z', 99, true),
      (${water}, 2, '2024-05-03T10:00:00Z', 11.1, false), (${water}, 4, '2024-05-03T10:00:00Z', 7.25, false);
    insert into reading_fault values (${air}, 2, '2024-05-03T12:00:00Z', 99);
    insert into reading_conflict (device_id, measure, ts, value) values (${water}, 4, '2024-05-03T10:00:00Z', 8)`);
}

it("keeps every value of every table under the parameter of its device", async () => {
  const [air, water] = [await device("air"), await device("water")];
  await fillOld(air, water);
  expect((await migrate(db.pool))[0]).toBe("0200_readings_by_list.sql");
  const whole = { from: new Date("2024-01-01"), to: new Date("2025-01-01") };
  const read = async (deviceId: number, parameter: string) =>
    (await listRawPoints(db.sql, { deviceId, parameter, ...whole }, 100)).map(({ ts, value }) => [
      ts.toISOString().slice(5, 19),
      value,
    ]);
  const [ph, temperature] = [await read(water, "water_ph"), await read(water, "water_temperature")];
  expect(ph.map(([ts]) => ts)).toEqual([
    "04-10T00:00:01",
    "04-10T01:00:00",
    "04-10T02:01:40",
    "05-03T10:00:00",
  ]);
  expect(ph.map(([, value]) => value)).toEqual(
    [7.1, 7.5, 7.3, 7.25].map((v) => expect.closeTo(v, 5)),
  );
  expect(temperature.map(([, value]) => value)).toEqual(
    [9.5, 10.25, 11.75, 11.1].map((v) => expect.closeTo(v, 5)),
  );
  expect(await read(air, "co2")).toEqual([["05-03T10:00:00", 420]]);
  expect((await read(air, "air_temperature")).map(([, value]) => value)).toEqual([20.5, 21.5]);
  const faulty = new Date("2024-05-03T12:00:00Z");
  expect([...(await findMoments(db.sql, air, [faulty])).values()]).toEqual([
    { values: {}, faulty: { air_temperature: 99 } },
  ]);
  const named = (table: string) =>
    rowsOf(
      `select p.key, count(*)::int as n from ${table} r join parameter p on p.id = r.parameter group by 1 order by 1`,
    );
  expect(await named("reading_hour")).toEqual([
    { key: "co2", n: 1 },
    { key: "water_ph", n: 1 },
    { key: "water_temperature", n: 1 },
  ]);
  expect(await named("reading_span")).toEqual([{ key: "air_temperature", n: 1 }]);
  expect(await named("reading_conflict")).toEqual([{ key: "water_ph", n: 1 }]);
  // The moment that was completed stands fresh beside its packed day, and is packed with it.
  expect(await packMonth(db.sql, "2024-04")).toEqual({ values: 6, days: 1 });
  expect(await read(water, "water_ph")).toEqual(ph);
});

it("takes a value of a measure that its kind of device has not any more", async () => {
  const air = await device("air");
  await db.pool.query(`
    create table reading_2024_05 partition of reading for values from ('2024-05-01T00:00:00Z') to ('2024-06-01T00:00:00Z');
    insert into reading (device_id, ts, ph) values (${air}, '2024-05-03T10:00:00Z', 7)`);
  await migrate(db.pool);
  expect(await rowsOf("select value from reading")).toEqual([{ value: 7 }]);
});

it("changes nothing when a month would not hold the same", async () => {
  const air = await device("air");
  // A packed value without its moment: it has no place in time.
  await db.pool.query(`insert into reading_day (device_id, day, n, offsets, co2)
    values (${air}, '2024-05-03', 2, '{1000,null}', '{400,410}')`);
  await expect(migrate(db.pool)).rejects.toThrow("readings would change: parameter 11 in ");
  expect(await rowsOf("select co2 from reading_day")).toEqual([{ co2: [400, 410] }]);
});
