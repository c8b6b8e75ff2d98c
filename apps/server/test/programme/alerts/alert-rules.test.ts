/** Rules of alerts through HTTP: how many there may be, what they refuse, and whom a change is told. */
import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { ruleMax } from "@nihol/contract/values/sensors/alerts";
import { json } from "@nihol/db/json";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, hoursAgo, makeDevice, sendingDevice } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let sys: Awaited<ReturnType<TestApp["person"]>>;
let device: number;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  sys = await server.person("SysAdmin");
  device = (await makeDevice(master.call)).id;
});
afterAll(() => server.close());

const rule = (more: object = {}) => ({
  name: "Heat",
  kind: "above",
  severity: "major",
  device_type: "air",
  parameter: "air_temperature",
  limit: 40,
  minutes: 60,
  device,
  ...more,
});
const create = (more: object = {}) => master.call<AlertRule>("POST", "/alert-rule", rule(more));

async function gardenOf(name: string) {
  const { id } = await server.db.sql
    .insertInto("garden")
    .values({ name: json({ tg: name, ru: name, en: name, az: name }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("one that asks the same of the same place is refused, and more than a place may have", async () => {
  const { body } = await create();
  const same = await create({ name: "Again", severity: "minor" });
  expect([same.status, same.body]).toMatchObject([
    400,
    { non_field_errors: [expect.stringMatching(/Heat/)] },
  ]);
  const next = await create({ limit: 41 });
  expect(next.status).toBe(201);
  const path = `/alert-rule/${next.body.id}`;
  expect((await master.call("PATCH", path, { limit: 40 })).status).toBe(400);
  expect((await master.call("PATCH", `/alert-rule/${body.id}`, { limit: 40 })).status).toBe(200);
  await sql`insert into alert_rule (name, kind, severity, device_type, parameter, limit_value, minutes, device_id, author)
    select 'Many', 'above', 'minor', 'air', 'co2', n, 0, ${device}, 'Test'
    from generate_series(1, ${ruleMax.place} - 2) n`.execute(server.db.sql);
  const full = await create({ limit: 50 });
  expect([full.status, full.body]).toMatchObject([
    400,
    { non_field_errors: [expect.stringMatching(/50/)] },
  ]);
  await server.db.sql.deleteFrom("alert_rule").execute();
});

test.each([
  [{ minutes: 0 }, 5],
  [{ kind: "rise", limit: 4 }, 5],
  [{ minutes: 0, daily_max: null }, null],
  [{}, null],
])(
  "tells of one device no more than five times a day where it holds at once: %o",
  async (more, max) => {
    const { body } = await create(more);
    expect(body.daily_max).toBe(max);
    await master.call("DELETE", `/alert-rule/${body.id}`);
  },
);

test("a direction has no rise and no fall", async () => {
  const turn = { kind: "fall", parameter: "wind_direction", limit: 90 };
  const { status, body } = await create(turn);
  expect([status, Object.keys(body)]).toEqual([400, ["kind"]]);
  expect((await create({ ...turn, kind: "above" })).status).toBe(201);
});

test("one whose device has become another kind is switched off, and not on again", async () => {
  const changed = (await makeDevice(master.call)).id;
  const { body } = await create({ device: changed, enabled: true });
  await server.db.sql
    .updateTable("device")
    .set({ type: "soil" })
    .where("id", "=", changed)
    .execute();
  const patch = (enabled: boolean) => master.call("PATCH", `/alert-rule/${body.id}`, { enabled });
  expect((await patch(false)).status).toBe(200);
  expect((await patch(true)).status).toBe(400);
});

test("its author hears of what others do with it", async () => {
  const { id } = (await create({ limit: 45, enabled: true })).body;
  const path = `/alert-rule/${id}`;
  await sys.call("PATCH", path, { name: "Heat" });
  await sys.call("PATCH", path, { daily_max: 1 });
  await sys.call("PATCH", path, { enabled: false });
  await master.call("PATCH", path, { enabled: true });
  await sys.call("DELETE", path);
  type Told = { kind: string; subject_id: number; facts: object };
  const { body } = await master.call<{ results: Told[] }>("GET", "/notice");
  const told = body.results.filter(({ subject_id }) => subject_id === id).reverse();
  expect(told.map(({ kind }) => kind)).toEqual(["rule_changed", "rule_off", "rule_deleted"]);
  for (const { facts } of told) expect(facts).toEqual({ rule: "Heat", person: "Test SysAdmin" });
  expect((await sys.call<{ results: Told[] }>("GET", "/notice")).body.results).toEqual([]);
});

test("those of a device or a garden that is deleted leave their line, and their author hears of it", async () => {
  const garden = await gardenOf("Gone");
  const { id: gone, send } = await sendingDevice(server, master.call, { garden });
  const mine = (more: object) =>
    sys.call<AlertRule>("POST", "/alert-rule", rule({ enabled: true, minutes: 0, ...more }));
  const ofDevice = (await mine({ name: "Of the device", device: gone })).body.id;
  const place = { device: null, garden, limit: 30 };
  const ofGarden = (await mine({ name: "Of the garden", ...place })).body.id;
  const ts = new Date(Date.now() - 1000).toISOString();
  await send([{ ts, values: { air_temperature: 50 } }]);
  await evaluateAlerts(server.db.sql, new Date());
  const alerts = await master.call<{ results: { id: number; rule: { id: number | null } }[] }>(
    "GET",
    `/alert?device=${gone}`,
  );
  expect(alerts.body.results).toHaveLength(2);
  const [alert] = alerts.body.results;
  await master.call("POST", `/alert/${alert?.id}/comment`, { text: "Why?" });

  const other = await sendingDevice(server, master.call, { garden });
  await other.send([{ ts, values: { air_temperature: 50 } }]);
  await evaluateAlerts(server.db.sql, new Date());
  expect((await master.call("DELETE", `/device/${gone}`)).status).toBe(204);
  expect((await master.call("DELETE", `/garden/${garden}`)).status).toBe(204);
  const lines = await server.db.sql
    .selectFrom("audit_log")
    .where("action", "=", "delete")
    .where("resource", "in", ["alertrule", "device", "garden"])
    .where("resource_id", "in", [ofDevice, ofGarden, gone, garden].map(String))
    .select(["resource", "resource_id", "change"])
    .orderBy("id")
    .execute();
  expect(lines).toMatchObject([
    { resource: "alertrule", resource_id: String(ofDevice), change: { name: "Of the device" } },
    { resource: "device", change: { type: "air", alerts: 2, comments: 1 } },
    { resource: "alertrule", resource_id: String(ofGarden), change: { name: "Of the garden" } },
    { resource: "garden", resource_id: String(garden) },
  ]);
  const told = await sys.call<{ results: { kind: string; facts: { rule: string } }[] }>(
    "GET",
    "/notice?kind=rule_deleted",
  );
  const names = told.body.results.map(({ facts }) => facts.rule);
  expect(names).toEqual(expect.arrayContaining(["Of the device", "Of the garden"]));
  // Alerts of the garden's rule on a device that stays are over, and stay.
  const left = await master.call<{ results: object[] }>("GET", `/alert?device=${other.id}`);
  expect(left.body.results).toMatchObject([{ cleared: { how: "rule" } }]);
});

test("a device that comes back to a rule's garden is not told of for the time between", async () => {
  const garden = await gardenOf("Twice");
  const home = await sendingDevice(server, master.call, { garden, interval_minutes: 60 });
  const place = { device: null, garden, limit: 31, minutes: 0, enabled: true };
  const { id } = (await create({ name: "Twice", ...place })).body;
  await server.db.sql
    .updateTable("alert_rule")
    .set({ enabled_at: new Date(Date.now() - 20 * hourMs) })
    .where("id", "=", id)
    .execute();
  const send = (hours: number, air_temperature: number) =>
    home.send([{ ts: hoursAgo(hours), values: { air_temperature } }]);
  const look = () => evaluateAlerts(server.db.sql, new Date());
  const move = (to: number | null) =>
    master
      .call("PATCH", `/device/${home.id}`, { garden: to, place_change: "corrected" })
      .then(({ status }) => status);
  await send(19, 20);
  await look();
  expect(await move(null)).toBe(200);
  for (const [hours, value] of [
    [12, 40],
    [10, 20],
    [9, 40],
    [8, 20],
  ] as const)
    await send(hours, value);
  await look();
  expect(await move(garden)).toBe(200);
  await send(2, 20);
  await look();
  const found = () => master.call<{ results: object[] }>("GET", `/alert?device=${home.id}`);
  expect((await found()).body.results).toEqual([]);
  const ts = new Date(Date.now() + 1000).toISOString();
  await home.send([{ ts, values: { air_temperature: 40 } }]);
  await look();
  expect((await found()).body.results).toMatchObject([{ rule: { id }, state: "active" }]);
});
