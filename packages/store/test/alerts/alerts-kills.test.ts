/** A month of readings, evaluated at once, day by day, and by a process that is killed again and again. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { alertPasses, evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childKeeper } from "../killed-child.ts";
import {
  alertsOf,
  alertsWorld,
  dayOfReadings,
  days,
  monthStart,
  newestReading,
  noticesOf,
  sendDay,
} from "./alerts-world.ts";

const child = childKeeper(new URL("alerts-child.ts", import.meta.url));
let steady: FreshDatabase;
const open: FreshDatabase[] = [];
async function world() {
  const db = await freshDatabase();
  open.push(db);
  await alertsWorld(db.sql);
  return db;
}
const evaluate = async ({ sql: db }: FreshDatabase) => evaluateAlerts(db, await newestReading(db));
const dueOf = async (db: FreshDatabase) =>
  (await db.sql.selectFrom("alert_due").selectAll().execute()).length;

beforeAll(async () => {
  steady = await world();
  for (let day = 0; day < days; day++) {
    await sendDay(steady.sql, day);
    await evaluate(steady);
  }
});
afterAll(async () => {
  for (const db of open) await db.close();
});

test("a month has alerts of every rule, each told of once", async () => {
  const found = await alertsOf(steady.sql);
  expect([...new Set(found.map(({ rule_name }) => rule_name))]).toEqual([
    "faulty",
    "frost",
    "jump",
    "silent",
    "warm",
  ]);
  const notices = await noticesOf(steady.sql);
  const critical = found.filter(({ severity }) => severity === "critical").length;
  expect(notices).toEqual([
    { kind: "alert_critical", n: critical },
    { kind: "alert_raised", n: found.length - critical },
  ]);
  expect(await dueOf(steady)).toBe(0);
});

test("the same alerts come when the month is evaluated at once", async () => {
  const db = await world();
  for (let day = 0; day < days; day++) await sendDay(db.sql, day);
  await evaluate(db);
  expect(await alertsOf(db.sql)).toEqual(await alertsOf(steady.sql));
});

test("nothing is lost and nothing doubled, whenever the evaluator is killed", async () => {
  const db = await world();
  for (let day = 0; day < days; day++) {
    const running = day % 3 === 0 ? await child.start(db) : undefined;
    await sendDay(db.sql, day);
    if (!running) continue;
    await new Promise((resolve) => setTimeout(resolve, (day * 37) % 90));
    await child.kill(running);
  }
  await evaluate(db);
  expect(await alertsOf(db.sql)).toEqual(await alertsOf(steady.sql));
  // Alerts that were over for more than a day when a pass came are told to nobody; all others once.
  const told = await db.sql.selectFrom("alert").select(["severity", "telling"]).execute();
  const critical = told.filter((one) => one.telling === "told" && one.severity === "critical");
  const others = told.filter((one) => one.telling === "told" && one.severity !== "critical");
  expect(await noticesOf(db.sql)).toEqual([
    { kind: "alert_critical", n: critical.length },
    { kind: "alert_raised", n: others.length },
  ]);
  expect(told.every(({ telling }) => telling === "told" || telling === "over")).toBe(true);
  expect(await dueOf(db)).toBe(0);
});

test("a transaction that is undone leaves what was due, and nothing else", async () => {
  const db = await world();
  for (let day = 0; day < 4; day++) await sendDay(db.sql, day);
  const due = await dueOf(db);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db.sql);
  await sql`create trigger refuse before insert on alert_state for each row execute function refuse()`.execute(
    db.sql,
  );
  await expect(evaluate(db)).rejects.toThrow("refused");
  expect([await dueOf(db), await alertsOf(db.sql), await noticesOf(db.sql)]).toEqual([due, [], []]);
});

test("a device that fails is told of and waits for the next pass, and the others go on", async () => {
  const db = await world();
  for (let day = 0; day < days; day++) await sendDay(db.sql, day);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db.sql);
  await sql`create trigger refuse before insert on alert_state for each row when (new.device_id = 2)
    execute function refuse()`.execute(db.sql);
  const failures: string[] = [];
  const onFailure = (device: number, error: unknown) => failures.push(`${device} ${error}`);
  const now = await newestReading(db.sql);
  for (let times = 0; times < 2; times++) await evaluateAlerts(db.sql, now, { onFailure });
  expect(failures).toEqual(Array(2).fill("2 error: refused"));
  const others = async (one: FreshDatabase) =>
    (await alertsOf(one.sql)).filter(({ device_id }) => device_id !== 2);
  expect(await others(db)).toEqual(await others(steady));
  const waiting = db.sql.selectFrom("alert_due").select("device_id").distinct();
  expect(await waiting.execute()).toEqual([{ device_id: 2 }]);
  await sql`drop trigger refuse on alert_state`.execute(db.sql);
  await evaluateAlerts(db.sql, now, { onFailure });
  expect(failures).toHaveLength(2);
  expect(await alertsOf(db.sql)).toEqual(await alertsOf(steady.sql));
  expect(await dueOf(db)).toBe(0);
});

test("readings that come late, out of their order, raise what they would have raised in time", async () => {
  const db = await world();
  for (let day = 0; day < 10; day++) {
    // Device 3 keeps its fifth day to itself, and sends it after the ninth.
    for (let device = 1; device <= 8; device++)
      if (device !== 3 || day !== 5)
        await writeReadings(db.sql, device, dayOfReadings(device, day));
    await evaluate(db);
  }
  const kept = dayOfReadings(3, 5).reverse();
  for (const from of [0, 20]) {
    await writeReadings(db.sql, 3, kept.slice(from, from + 20));
    await evaluate(db);
  }
  await writeReadings(db.sql, 3, kept.slice(40));
  await evaluate(db);
  const until = new Date(monthStart + 10 * 86_400_000);
  const ofThree = (rows: Record<string, unknown>[]) =>
    rows
      .filter(({ device_id, rule_name, raised_at }) => {
        return device_id === 3 && rule_name !== "silent" && Number(raised_at) < Number(until);
      })
      .map(({ rule_name, began_at }) => `${rule_name} ${Number(began_at)}`);
  const expected = ofThree(await alertsOf(steady.sql));
  const found = ofThree(await alertsOf(db.sql));
  expect(found.sort()).toEqual(expected.sort());
  expect(found.some((one) => Number(one.split(" ")[1]) > monthStart + 5 * 86_400_000)).toBe(true);
});

test("a value that no row names is found by the look for missed ones", async () => {
  const db = await world();
  await sendDay(db.sql, 0);
  await db.sql.deleteFrom("alert_due").execute();
  const now = await newestReading(db.sql);
  await alertPasses(db.sql)(now);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert_state where parameter = 'air_temperature'`.execute(db.sql);
  expect(rows[0]?.n).toBe(8 * 4);
});
