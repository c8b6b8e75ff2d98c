/** Alerts beside people who change rules and alerts at the same time, and a clock that was set back. */
import { setTimeout as wait } from "node:timers/promises";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { alertPasses, evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { airDevice, at, foundAlerts, ruled, ruleOn, sendValues } from "./ruled-device.ts";

let db: FreshDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.close());

/** Another connection with a transaction of its own; what it holds is let go at the end. */
async function beside<T>(work: (query: (text: string) => Promise<unknown>) => Promise<T>) {
  const client = await db.pool.connect();
  try {
    await client.query("begin; set local lock_timeout = '3s'");
    const found = await work((text) => client.query(text));
    await client.query("commit");
    return found;
  } finally {
    client.release(true);
  }
}

/** Comes back once somebody waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = "select from pg_locks where not granted";
  while ((await db.pool.query(waiting)).rowCount === 0) await wait(20);
}

test("a rule can be changed while a long series is read for it, and what was found by the old one is dropped", async () => {
  const { rule, send, look } = await ruled(db.sql, "09:00", {});
  await send({ "10:00": 35, "11:00": 20, "12:00": 36 });
  await beside(async (hold) => {
    await hold("lock table reading_fault in access exclusive mode");
    const looking = look("12:01");
    await untilWaiting();
    await beside((query) =>
      query(`update alert_rule set limit_value = 99, enabled_at = '2026-03-02T12:00:30Z'
        where id = ${rule}`),
    );
    await hold("commit");
    await looking;
  });
  expect(await foundAlerts(db.sql)).toEqual([]);
  expect(await db.sql.selectFrom("alert_state").selectAll().execute()).toEqual([]);
});

describe("alerts that somebody is changing wait for the next pass", () => {
  const changes = [
    ["told", "update alert set telling = 'waiting', notified_at = null"],
    ["ended", "update alert_rule set enabled_at = null"],
  ] as const;

  test.each(changes)("they are %s then, and nobody's change is undone", async (kind, change) => {
    for (const name of ["A", "B", "C"]) {
      const device = await airDevice(db.sql, name);
      await ruleOn(db.sql, at("09:00"), { name, device_id: device });
      await sendValues(db.sql, device, [[at("10:00"), 35]]);
    }
    await evaluateAlerts(db.sql, at("10:01"));
    await db.pool.query(change);
    const ids = (await db.sql.selectFrom("alert").select("id").orderBy("id").execute()).map(
      ({ id }) => id,
    );
    expect(ids).toHaveLength(3);
    const [first, middle, last] = ids;
    await beside(async (query) => {
      const see = (id: number | undefined) =>
        query(`update alert set worst = worst + 1 where id = ${id}`);
      await see(middle);
      const looking = evaluateAlerts(db.sql, at("10:02"));
      await Promise.race([looking, untilWaiting()]);
      await see(first);
      await see(last);
      await looking;
    });
    await evaluateAlerts(db.sql, at("10:03"));
    const found = await db.sql.selectFrom("alert").select(["worst", "telling"]).execute();
    expect(found).toEqual(Array.from({ length: 3 }, () => ({ worst: 36, telling: "told" })));
    const open = await db.sql.selectFrom("alert").where("cleared_at", "is", null).execute();
    expect(open).toHaveLength(kind === "told" ? 3 : 0);
  });
});

describe("once the clock was set back", () => {
  test("a rule that was switched on before is not blind until then", async () => {
    const { send, look } = await ruled(db.sql, "14:00", {});
    await send({ "09:30": 35, "09:45": 20, "10:30": 36 });
    await look("10:31");
    await send({ "11:30": 20, "12:30": 37 });
    await look("12:31");
    expect(await foundAlerts(db.sql)).toMatchObject([
      { began_at: at("10:30"), cleared_at: at("11:30") },
      { began_at: at("12:30"), cleared_at: null },
    ]);
  });

  test("what was told of in the hours to come takes none of the day's number", async () => {
    const { send, look } = await ruled(db.sql, "09:00", { daily_max: 1 });
    await send({ "10:00": 35, "11:00": 20 });
    await look("14:00");
    await send({ "11:30": 36 });
    await look("11:31");
    expect((await foundAlerts(db.sql)).map(({ telling }) => telling)).toEqual(["told", "told"]);
  });

  test("values that nobody has evaluated are looked for at once", async () => {
    const { send } = await ruled(db.sql, "09:00", {});
    const pass = alertPasses(db.sql);
    await pass(at("14:00"));
    await send({ "10:30": 35 });
    await db.sql.deleteFrom("alert_due").execute();
    await pass(at("10:31"));
    expect(await foundAlerts(db.sql)).toHaveLength(1);
  });
});
