/** Calibrations: what is shown is that of a device that had sent corrected values, and what was sent stays as it came. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { readSeries } from "@nihol/store/alerts/alert-series";
import { restore, setAside } from "@nihol/store/readings/bad-intervals";
import {
  applyCalibration,
  spansOfCalibrations,
  waitingCalibrations,
} from "@nihol/store/readings/calibrations";
import { findParameterId } from "@nihol/store/readings/parameters";
import { packMonth } from "@nihol/store/readings/reading-pack";
import { listConflicts, listRawPoints } from "@nihol/store/readings/reading-series";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { airDevice } from "./alerts/ruled-device.ts";

let db: FreshDatabase;
let parameters: Record<"air_temperature" | "wind_direction", number>;
beforeAll(async () => {
  db = await freshDatabase();
  const idOf = async (key: string) => (await findParameterId(db.sql, key)) ?? 0;
  parameters = {
    air_temperature: await idOf("air_temperature"),
    wind_direction: await idOf("wind_direction"),
  };
});
afterAll(() => db.close());

const start = Date.parse("2025-12-30T20:00:00Z");
const at = (n: number) => new Date(start + n * 600_000);
type Shown = (value: number, at: Date) => number;

/** Four days over the end of a year, even and uneven moments; values go through `shown` before they are sent. */
const readingsOf = (from: number, to: number, shown: Shown = (value) => value) =>
  Array.from({ length: to - from }, (_, more): NewReading => {
    const n = from + more;
    const ts = new Date(at(n).getTime() + (n % 5 === 0 ? 1000 : 0));
    // Single precision, as values are kept: corrected ones begin from there.
    const value = Math.fround((n % 97) / 4);
    return { ts, values: { air_temperature: shown(value, ts), co2: 400 + n }, faulty: {} };
  });

async function deviceOf(readings: NewReading[]) {
  const id = await airDevice(db.sql);
  await writeReadings(db.sql, id, readings);
  return id;
}

/** Rows of a device that readers show, without its id. */
async function shownOf(id: number) {
  const { rows } = await sql<object>`
    select 'hour' as kind, parameter, hour::text as at, n, round(total::numeric, 3)::text as v, low, high
      from reading_hour where device_id = ${id}
    union all select 'span', parameter, day::text, 0, '', low, high from reading_span where device_id = ${id}
    union all select 'latest', parameter, ts::text, faulty::int, value::text, 0, 0
      from reading_latest where device_id = ${id}
    order by 1, 2, 3`.execute(db.sql);
  const range = { deviceId: id, parameter: "air_temperature", from: at(-1), to: at(9999) };
  const single = await listRawPoints(db.sql, range, 9999);
  const series = [{ device_id: id, parameter: "air_temperature", from: 0 }];
  const alerts = [];
  for await (const { pieces } of readSeries(db.sql, series, { asSent: true }))
    for await (const { points } of pieces) alerts.push(...points);
  return { rows, single, alerts };
}

/** All that was sent of a device, as it lies in the store. */
const sentOf = async (id: number) => {
  const { rows } = await sql<object>`
    select parameter, ts, value::text from reading where device_id = ${id}
    union all select parameter, ts, value::text from reading_packed where device_id = ${id}
    union all select parameter, ts, value::text from reading_fault where device_id = ${id}
    order by 1, 2`.execute(db.sql);
  return rows;
};

interface Written {
  key?: keyof typeof parameters;
  from: Date;
  to?: Date;
  gain?: number;
  shift?: number;
}
async function calibrate(device: number, { key, from, to, gain = 1, shift = 0 }: Written) {
  const { id } = await db.sql
    .insertInto("device_calibration")
    .values({
      device_id: device,
      parameter: parameters[key ?? "air_temperature"],
      begins_at: from,
      ends_at: to ?? null,
      ...{ gain, shift, note: "Compared", author: "Test" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const takeBack = (id: number) =>
  db.sql
    .updateTable("device_calibration")
    .set({ taken_back_at: new Date() })
    .where("id", "=", id)
    .execute();
const effectsOf = (id: number) =>
  db.sql
    .selectFrom("device_calibration_effect")
    .where("calibration_id", "=", id)
    .orderBy("taken_back")
    .selectAll()
    .execute();

test("the one that began last holds, and one that ends lets the one before hold again", () => {
  const one = (id: number, from: number, to: number | null, shift: number) => ({
    ...{ id, begins_at: new Date(from), ends_at: to === null ? null : new Date(to) },
    ...{ gain: 1, shift },
  });
  const spans = (...all: ReturnType<typeof one>[]) =>
    spansOfCalibrations(all).map(({ from, to, shift }) => [from, to, shift]);
  const open = Number.POSITIVE_INFINITY;
  expect(spans()).toEqual([]);
  expect(spans(one(2, 20, null, 2), one(1, 10, null, 1))).toEqual([
    [10, 20, 1],
    [20, open, 2],
  ]);
  expect(spans(one(1, 10, null, 1), one(2, 20, 30, 2))).toEqual([
    [10, 20, 1],
    [20, 30, 2],
    [30, open, 1],
  ]);
  expect(spans(one(1, 10, null, 1), one(2, 10, null, 2))).toEqual([[10, open, 2]]);
  expect(spans(one(1, 10, null, 1), one(2, 20, 30, 0))).toEqual([
    [10, 20, 1],
    [30, open, 1],
  ]);
});

test("packed, fresh and later values are shown corrected, and as they were sent once it is taken back", async () => {
  const from = at(100);
  const shown: Shown = (value, ts) => (ts >= from ? Math.fround(1.5 * value - 2.2) : value);
  const device = await deviceOf(readingsOf(0, 500));
  const like = await deviceOf(readingsOf(0, 500, shown));
  await packMonth(db.sql, "2025-12");
  const [before, sent] = [await shownOf(device), await sentOf(device)];
  const id = await calibrate(device, { from, gain: 1.5, shift: -2.2 });
  // Until the worker has computed, all of it is as before.
  expect(await shownOf(device)).toEqual(before);
  expect(await waitingCalibrations(db.sql)).toMatchObject([
    { data: { calibration: id, taken_back: false } },
  ]);
  expect(await applyCalibration(db.sql, id)).toBe(400);
  expect(await waitingCalibrations(db.sql)).toEqual([]);
  expect(await shownOf(device)).toEqual(await shownOf(like));
  expect(await sentOf(device)).toEqual(sent);
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const changed = readingsOf(100, 500).map(({ values }) => values.air_temperature ?? 0);
  const [effect] = await effectsOf(id);
  expect(effect?.n).toBe(400);
  expect(effect?.mean_before).toBeCloseTo(mean(changed), 6);
  expect(effect?.mean_after).toBeCloseTo(1.5 * mean(changed) - 2.2, 5);

  // Values come then, in order and late, and some come again.
  for (const [first, last] of [
    [520, 576],
    [500, 520],
    [510, 576],
  ] as const) {
    const again = await writeReadings(db.sql, device, readingsOf(first, last));
    const other = await writeReadings(db.sql, like, readingsOf(first, last, shown));
    expect(again).toEqual(other);
  }
  expect(await shownOf(device)).toEqual(await shownOf(like));
  expect(await applyCalibration(db.sql, id)).toBe(0);

  // Values that are set aside meanwhile return corrected.
  const range = { deviceId: device, parameters: [parameters.air_temperature], to: at(600) };
  const interval = await db.sql
    .insertInto("bad_interval")
    .values({
      ...{ device_id: device, parameter: parameters.air_temperature, begins_at: at(50) },
      ...{ ends_at: at(600), reason: "damaged", note: "", author: "Test" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.sql
    .transaction()
    .execute((trx) => setAside(trx, { ...range, from: at(50) }, interval.id));
  const { rows } = await sql<{ value: number }>`select value from reading_fault_corrected
    where device_id = ${device} and ts = ${at(104)}`.execute(db.sql);
  expect(rows[0]?.value).toBeCloseTo(1.5 * 1.75 - 2.2, 6);
  await sql`delete from bad_interval where id = ${interval.id}`.execute(db.sql);
  await db.sql.transaction().execute((trx) => restore(trx, device, interval.id, new Date(0)));
  expect(await shownOf(device)).toEqual(await shownOf(like));

  await takeBack(id);
  expect(await applyCalibration(db.sql, id)).toBe(476);
  const plain = await deviceOf(readingsOf(0, 576));
  expect(await shownOf(device)).toEqual(await shownOf(plain));
  expect((await effectsOf(id)).map(({ taken_back, n }) => [taken_back, n])).toEqual([
    [false, 400],
    [true, 476],
  ]);
});

test("a job that is broken off leaves all as it was, and the next one does it", async () => {
  const device = await deviceOf(readingsOf(0, 200));
  const before = await shownOf(device);
  const id = await calibrate(device, { from: at(0), to: at(100), shift: 3 });
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'broken off'; end $$`.execute(db.sql);
  await sql`create trigger refuse before insert on device_calibration_effect
    for each row execute function refuse()`.execute(db.sql);
  await expect(applyCalibration(db.sql, id)).rejects.toThrow("broken off");
  expect(await shownOf(device)).toEqual(before);
  await sql`drop trigger refuse on device_calibration_effect`.execute(db.sql);
  expect(await applyCalibration(db.sql, id)).toBe(100);
  expect((await shownOf(device)).single[0]?.value).toBe(3);
});

test("an angle is turned within its circle, and its means are those of a direction", async () => {
  const device = await airDevice(db.sql);
  const turned = [350, 355, 5].map((value, n) => ({
    ts: at(n),
    values: { wind_direction: value },
    faulty: {},
  }));
  await writeReadings(db.sql, device, turned);
  const id = await calibrate(device, { key: "wind_direction", from: at(0), shift: 20 });
  await applyCalibration(db.sql, id);
  const range = { deviceId: device, parameter: "wind_direction", from: at(-1), to: at(9) };
  const points = await listRawPoints(db.sql, range, 9);
  expect(points.map(({ value }) => value)).toEqual([10, 15, 25]);
  const [effect] = await effectsOf(id);
  expect(effect?.mean_before).toBeCloseTo(356.67, 1);
  expect(effect?.mean_after).toBeCloseTo(16.67, 1);
});

test("rules look again at what one has set aside, and a contradicting value is shown corrected too", async () => {
  const device = await deviceOf(readingsOf(0, 60, (value) => value));
  const range = { deviceId: device, parameters: [parameters.air_temperature] };
  const interval = await db.sql
    .insertInto("bad_interval")
    .values({
      ...{ device_id: device, parameter: parameters.air_temperature, by_rule: true },
      ...{ begins_at: at(20), ends_at: at(60), reason: "jump", note: "", author: "" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.sql.transaction().execute(async (trx) => {
    await setAside(trx, { ...range, from: at(20), to: at(61) }, interval.id);
  });
  const conflict = { device_id: device, parameter: parameters.air_temperature, ts: at(1) };
  await db.sql
    .insertInto("reading_conflict")
    .values({ ...conflict, value: 20 })
    .execute();
  await db.sql.deleteFrom("quality_due").where("device_id", "=", device).execute();

  const aside = await calibrate(device, { from: at(20), shift: -5 });
  expect(await applyCalibration(db.sql, aside)).toBe(0);
  const due = db.sql.selectFrom("quality_due").where("device_id", "=", device).select("since");
  const [first] = await due.execute();
  expect(first?.since.getTime()).toBe(at(20).getTime() + 1000);

  await applyCalibration(db.sql, await calibrate(device, { from: at(0), to: at(20), shift: -2 }));
  const shown = { deviceId: device, parameter: "air_temperature", from: at(0), to: at(99) };
  expect((await listConflicts(db.sql, shown, 9)).rows).toMatchObject([{ value: 18 }]);
});

test("single values are read as they were sent by those alone who write, move and compare what was sent", async () => {
  const { glob, readFile } = await import("node:fs/promises");
  const root = new URL("../../../", import.meta.url).pathname;
  const readers: string[] = [];
  for await (const file of glob("{apps,packages}/*/src/**/*.ts", { cwd: root }))
    if (/\b(from|join) reading(_packed|_day)?\b(?!\.)/.test(await readFile(root + file, "utf8")))
      readers.push(file);
  expect(readers.sort()).toEqual([
    "apps/server/src/features/sensor-things/statements/sources-sql.ts",
    ...["bad-intervals", "calibrations", "known-moments", "reading-pack"].map(
      (name) => `packages/store/src/readings/${name}.ts`,
    ),
  ]);
});
