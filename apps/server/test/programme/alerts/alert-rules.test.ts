/** Rules of alerts through HTTP: how many there may be, what they refuse, and whom a change is told. */
import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { ruleMax } from "@nihol/contract/values/sensors/alerts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDevice } from "../../support/device-world.ts";
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
