/** Two weeks of readings, looked at day by day, at once, late, and by a process that is killed again and again. */
import { setTimeout as wait } from "node:timers/promises";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { evaluateQuality, qualityPass } from "@nihol/store/quality/quality-pass";
import { returnValues } from "@nihol/store/readings/bad-intervals";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childKeeper } from "../killed-child.ts";
import {
  dayOf,
  dueOf,
  proposalsOf,
  qualityWorld,
  sendDay,
  valuesOf,
  worldDays,
  worldStart,
} from "./quality-world.ts";

const child = childKeeper(new URL("quality-child.ts", import.meta.url));
let steady: FreshDatabase;
const open: FreshDatabase[] = [];
async function world() {
  const db = await freshDatabase();
  open.push(db);
  await qualityWorld(db.sql);
  return db;
}

beforeAll(async () => {
  steady = await world();
  for (let day = 0; day < worldDays; day++) {
    await sendDay(steady.sql, day);
    await evaluateQuality(steady.sql);
  }
});
afterAll(async () => {
  for (const db of open) await db.close();
});

test("each drawn fault is proposed once, and what fails is in no average", async () => {
  const found = await proposalsOf(steady.sql);
  const all = (device: number) => found.filter(({ device_id }) => device_id === device);
  const of = (device: number) => all(device).filter(({ reason }) => reason !== "neighbours");
  expect(all(1)).toEqual([]);
  expect(all(6)).toEqual([]);
  expect(of(2)).toMatchObject([{ reason: "stuck", sets_aside: true, n: 120, worst: 59.5 }]);
  expect(of(3).filter(({ sets_aside }) => sets_aside)).toHaveLength(worldDays);
  expect(of(3).filter(({ sets_aside }) => !sets_aside)).toHaveLength(worldDays);
  expect(of(3).every(({ reason }) => reason === "spike")).toBe(true);
  expect(of(4)).toMatchObject([{ reason: "jump", sets_aside: false }]);
  expect(of(5).filter(({ reason }) => reason === "wrong_unit")).toMatchObject([
    {
      sets_aside: false,
      from: new Date(worldStart + 10 * 86_400_000),
      to: new Date(worldStart + 13 * 86_400_000),
    },
  ]);
  expect(await dueOf(steady.sql)).toBe(0);
});

test("what departs from its neighbours is set aside, and one that is wrong makes none of the others so", async () => {
  const found = (await proposalsOf(steady.sql)).filter(({ reason }) => reason === "neighbours");
  const of = (device: number) => found.filter(({ device_id }) => device_id === device);
  expect(found.every(({ sets_aside, n, worst }) => sets_aside && n > 0 && worst > 5)).toBe(true);
  // Both outliers of each day, as single values.
  expect(of(3).map(({ n }) => n)).toEqual(Array(2 * worldDays).fill(1));
  // Its level fell for good.
  expect(of(4)).toMatchObject([{ from: new Date(worldStart + 8 * 86_400_000 + 4000), n: 288 }]);
  // A stuck value passes its neighbours twice a day.
  expect(of(2).length).toBeGreaterThan(3);
  expect(of(5).every(({ from }) => from >= new Date(worldStart + 10 * 86_400_000))).toBe(true);
});

test("the same proposals and values come at once", async () => {
  const db = await world();
  for (let day = 0; day < worldDays; day++) await sendDay(db.sql, day);
  await evaluateQuality(db.sql);
  expect(await proposalsOf(db.sql)).toEqual(await proposalsOf(steady.sql));
  expect(await valuesOf(db.sql)).toEqual(await valuesOf(steady.sql));
});

test("nothing is lost and nothing doubled, whenever the evaluator is killed", async () => {
  const db = await world();
  for (let day = 0; day < worldDays; day++) {
    const running = await child.start(db);
    await sendDay(db.sql, day);
    await wait((day * 137) % 900);
    await child.kill(running);
  }
  // The server of the killed process may hold its lock for a moment.
  for (let tries = 0; tries < 100 && (await dueOf(db.sql)) > 0; tries++) {
    await evaluateQuality(db.sql);
    await wait(50);
  }
  expect(await proposalsOf(db.sql)).toEqual(await proposalsOf(steady.sql));
  expect(await valuesOf(db.sql)).toEqual(await valuesOf(steady.sql));
  expect(await dueOf(db.sql)).toBe(0);
});

test("a device that fails is told of and waits for the next pass, and the others go on", async () => {
  const db = await world();
  for (let day = 0; day < worldDays; day++) await sendDay(db.sql, day);
  // No client can read such a moment.
  const broken = await sql<{ id: number }>`insert into bad_interval
      (device_id, parameter, begins_at, ends_at, reason, note, author, by_rule, sets_aside, worst)
    select 2, id, '-infinity', 'infinity', 'stuck', '', '', true, false, 1 from parameter
    where key = 'air_temperature' returning id`.execute(db.sql);
  const failures: unknown[] = [];
  const pass = () =>
    qualityPass(db.sql, { onFailure: (device, error) => failures.push([device, String(error)]) });
  await expect(evaluateQuality(db.sql)).rejects.toThrow();
  for (let times = 0; times < 2; times++) await pass();
  expect(failures).toEqual(Array(2).fill([2, expect.stringMatching(/./)]));
  const others = async (one: FreshDatabase) =>
    (await proposalsOf(one.sql)).filter(({ device_id }) => device_id !== 2);
  expect(await others(db)).toEqual(await others(steady));
  const waiting = db.sql.selectFrom("quality_due").select("device_id").distinct();
  expect(await waiting.execute()).toEqual([{ device_id: 2 }]);
  for (const { id } of broken.rows)
    await db.sql.deleteFrom("bad_interval").where("id", "=", id).execute();
  await pass();
  expect(failures).toHaveLength(2);
  expect(await proposalsOf(db.sql)).toEqual(await proposalsOf(steady.sql));
  expect(await dueOf(db.sql)).toBe(0);
});

test("days that come late, out of their order, give the same in the end", async () => {
  const db = await world();
  for (const day of [3, 0, 4, 2, 6, 5, 1, 13, 8, 12, 7, 9, 11, 10]) {
    for (let device = 1; device <= 6; device++)
      await writeReadings(db.sql, device, dayOf(device, day).reverse());
    await evaluateQuality(db.sql);
  }
  expect(await proposalsOf(db.sql)).toEqual(await proposalsOf(steady.sql));
  expect(await valuesOf(db.sql)).toEqual(await valuesOf(steady.sql));
});

test("what a person has called right does not come back for the same values, and the same run goes on quietly", async () => {
  const db = await world();
  for (let day = 0; day < 4; day++) await sendDay(db.sql, day);
  await evaluateQuality(db.sql);
  const proposals = db.sql.selectFrom("bad_interval").where("device_id", "in", [2, 3]);
  for (const { id, device_id, begins_at } of await proposals.selectAll().execute()) {
    await db.sql
      .updateTable("bad_interval")
      .set({ taken_back_at: new Date(), taken_back_by: "Test", returns_from: begins_at })
      .where("id", "=", id)
      .execute();
    await returnValues(db.sql, device_id, id);
  }
  const count = async () =>
    Number((await proposals.select((e) => e.fn.countAll().as("n")).executeTakeFirstOrThrow()).n);
  const before = await count();
  // The days are sent again, and the stuck value goes on for another half day.
  for (let day = 0; day < 4; day++) await sendDay(db.sql, day);
  await writeReadings(db.sql, 2, dayOf(2, 4));
  await evaluateQuality(db.sql);
  expect(await count()).toBe(before);
  const held = db.sql.selectFrom("reading_fault").where("bad_interval", "is not", null);
  expect(await held.where("device_id", "in", [2, 3]).selectAll().execute()).toEqual([]);
});
