/** Rules of quality through HTTP: what they propose, who decides, and what readers show meanwhile. */
import type { BadIntervalList } from "@nihol/contract/sensors/bad-intervals";
import type { Device } from "@nihol/contract/sensors/devices";
import type {
  QualityProposals,
  QualityRule,
  QualityTrial,
} from "@nihol/contract/sensors/quality-rules";
import { json } from "@nihol/db/json";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { evaluateQuality } from "@nihol/store/quality/quality-pass";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, sendingDevice, seriesOf } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

type Person = Awaited<ReturnType<TestApp["person"]>>;
type Rules = { results: QualityRule[]; can: { change: boolean } };
type Proposals = { count: number; results: QualityProposals[]; can: { change: boolean } };
let server: TestApp;
let master: Person;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** A device with a value each half hour of the last ten hours that rises, with what is put in place of some. */
async function risingDevice(instead: Record<number, number>) {
  const device = await sendingDevice(server, master.call, { interval_minutes: 30 });
  const readings = Array.from({ length: 20 }, (_, n) => ({
    ts: hoursAgo(10, -30 * n),
    values: { air_temperature: instead[n] ?? 15 + n / 10 },
  }));
  expect((await device.send(readings)).body.accepted).toBe(20);
  await evaluateQuality(server.db.sql);
  return { ...device, path: `/device/${device.id}/bad-interval` };
}

const proposalsOf = async ({ call }: Person, device: number) =>
  (await call<Proposals>("GET", "/quality-proposal")).body.results.filter(
    (one) => one.device.id === device,
  );
const intervalsOf = async (path: string) =>
  (await master.call<BadIntervalList>("GET", path)).body.results;
const rawOf = async (id: number) => {
  const { points, bad_intervals } = await seriesOf(master.call, id, {
    parameter: "air_temperature",
    step: "raw",
  });
  return { values: points.map(({ value }) => value), bad: bad_intervals };
};
const stateOf = async (id: number) => (await master.call<Device>("GET", `/device/${id}`)).body;

test("a suspect value stays in lines until a person decides, a failing one is set aside at once", async () => {
  const { id, path } = await risingDevice({ 5: 25, 12: -30 });
  const [failed, suspect] = await intervalsOf(path);
  expect(failed).toMatchObject({
    reason: "spike",
    sets_aside: true,
    values: 1,
    rule: { state: "proposed" },
  });
  expect(suspect).toMatchObject({ reason: "spike", sets_aside: false, values: 0 });
  const before = await rawOf(id);
  expect(before.values).toHaveLength(19);
  expect(before.values).toContain(25);
  expect(before.bad.map(({ sets_aside }) => sets_aside)).toEqual([false, true]);
  const quality = await master.call<{ value: { result: number; resultQuality: string }[] }>(
    "GET",
    `/sta/v1.1/Datastreams('${id}-air_temperature')/Observations?$top=100`,
  );
  const of = (result: number) =>
    quality.body.value.find((one) => one.result === result)?.resultQuality;
  expect([of(25), of(-30), of(15)]).toEqual(["suspect", "faulty", "valid"]);
  const confirmed = await master.call("POST", `${path}/${suspect?.id}/confirm`);
  expect(confirmed.body).toMatchObject({
    sets_aside: true,
    values: 1,
    rule: { state: "confirmed" },
  });
  expect((await master.call("POST", `${path}/${suspect?.id}/confirm`)).status).toBe(409);
  const back = await master.call("POST", `${path}/${failed?.id}/take-back`, { note: "Hail" });
  expect(back.body).toMatchObject({ values: 0, rule: { state: "dismissed" } });
  const after = await rawOf(id);
  expect(after.values).toContain(-30);
  expect(after.values).not.toContain(25);
  expect(await proposalsOf(master, id)).toEqual([]);
});

test("a rule of alerts does not fire on what failed", async () => {
  const rule = await master.call<{ id: number }>("POST", "/alert-rule", {
    name: "Frost",
    kind: "below",
    severity: "critical",
    device_type: "air",
    parameter: "air_temperature",
    limit: -20,
    minutes: 0,
  });
  expect(rule.status).toBe(201);
  const { id } = await risingDevice({ 12: -30 });
  await evaluateAlerts(server.db.sql, new Date());
  const { rows } = await server.db.pool.query("select from alert where device_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("the newest value says that it is suspect, and the list finds its device", async () => {
  const { id, send } = await risingDevice({});
  const stuck = Array.from({ length: 40 }, (_, n) => ({
    ts: hoursAgo(80, -30 * n),
    values: { air_temperature: 12.5 },
  }));
  expect((await send(stuck)).body.accepted).toBe(40);
  await evaluateQuality(server.db.sql);
  const found = async (value: boolean) => {
    const { body } = await master.call<{ results: Device[] }>(
      "GET",
      `/device?to_check=${value}&page_size=100`,
    );
    return body.results.some((one) => one.id === id);
  };
  expect([await found(true), await found(false)]).toEqual([true, false]);
  const newest = (await stateOf(id)).latest.find((one) => one.parameter === "air_temperature");
  expect(newest).toMatchObject({ suspect: false });
  const groups = await proposalsOf(master, id);
  expect(groups).toMatchObject([{ kind: "stuck", intervals: 1, set_aside: 0 }]);
  const decided = await master.call("POST", "/quality-proposal/decide", {
    groups: groups.map(({ device, parameter, kind }) => ({ device: device.id, parameter, kind })),
    wrong: false,
  });
  expect(decided.body).toEqual({ decided: 1, left: 0 });
  expect([await found(true), await found(false)]).toEqual([false, true]);
});

test("who does not see a device neither sees nor decides what rules ask of it, and rules are changed by built-in roles", async () => {
  const { id } = await risingDevice({ 5: 25 });
  const [group] = await proposalsOf(master, id);
  const name = json({ tg: "Far", ru: "Far", en: "Far", az: "" });
  const region = await server.db.sql
    .insertInto("region")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  const stranger = await server.person("Far", {
    regions: [region.id],
    permissions: grants({ device: "vc" }),
  });
  expect(await proposalsOf(stranger, id)).toEqual([]);
  const groups = [{ device: id, parameter: group?.parameter, kind: group?.kind }];
  const body = { groups, wrong: true };
  expect((await stranger.call("POST", "/quality-proposal/decide", body)).status).toBe(404);
  const { body: rules } = await stranger.call<Rules>("GET", "/quality-rule");
  expect(rules.can.change).toBe(false);
  const [rule] = rules.results;
  for (const [method, path] of [
    ["PATCH", `/quality-rule/${rule?.id}`],
    ["POST", `/quality-rule/${rule?.id}/trial`],
  ] as const)
    expect((await stranger.call(method, path, { enabled: false })).status).toBe(403);
  const viewer = await server.person("Reads", { permissions: grants({ device: "v" }) });
  expect((await viewer.call("POST", "/quality-proposal/decide", body)).status).toBe(403);
});

test("a rule is tried on the past and changed, with its refusals", async () => {
  await risingDevice({ 5: 25, 12: -30 });
  const { body: rules } = await master.call<Rules>("GET", "/quality-rule");
  const spike = rules.results.find(
    (one) => one.parameter === "air_temperature" && one.kind === "spike",
  );
  const path = `/quality-rule/${spike?.id}`;
  const numbers = { suspect_at: 6, fail_at: 15, tolerance: 0 };
  const trial = await master.call<QualityTrial>("POST", `${path}/trial`, numbers);
  expect(trial.status).toBe(200);
  expect(trial.body.proposed).toBeGreaterThanOrEqual(2);
  expect(trial.body.set_aside).toBeGreaterThanOrEqual(1);
  const rough = { suspect_at: 500, fail_at: null, tolerance: 0 };
  const none = await master.call<QualityTrial>("POST", `${path}/trial`, rough);
  expect(none.body).toMatchObject({ proposed: 0, devices_found: 0 });
  const wrong = await master.call("PATCH", path, { fail_at: 2 });
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["fail_at"]]);
  const unit = rules.results.find(({ kind }) => kind === "wrong_unit");
  const share = await master.call("PATCH", `/quality-rule/${unit?.id}`, { suspect_at: 200 });
  expect(share.body).toEqual({ suspect_at: ["At most 100"] });
  const off = await master.call<QualityRule>("PATCH", path, { enabled: false });
  expect(off.body).toMatchObject({ enabled: false, changed: { name: expect.any(String) } });
  const { path: other } = await risingDevice({ 5: 25 });
  expect(await intervalsOf(other)).toEqual([]);
  const { rows } = await server.db.pool.query(
    "select action from audit_log where resource = 'qualityrule'",
  );
  expect(rows).toEqual([{ action: "change" }]);
});

test("a device that departs from its neighbours of one altitude is set aside; where it cannot tell, the rule is silent", async () => {
  /** A device of ten hours; `place` says where it stands. */
  async function standing(
    place: { altitude_m: number | null; longitude?: number; latitude?: number; garden?: number },
    values: number,
  ) {
    const more = { interval_minutes: 30, latitude: 39.5, longitude: 70, ...place };
    const device = await sendingDevice(server, master.call, more);
    const readings = Array.from({ length: 20 }, (_, n) => ({
      ts: hoursAgo(10, -30 * n),
      values: { air_temperature: values + n / 10 },
    }));
    await device.send(readings);
    return device.id;
  }
  const kindsOf = async (id: number) => (await proposalsOf(master, id)).map(({ kind }) => kind);
  const hot = await standing({ altitude_m: 800 }, 24);
  const right = [await standing({ altitude_m: 810 }, 15), await standing({ altitude_m: 820 }, 15)];
  // Higher, farther, or where nobody has said how high: none of them makes a third neighbour.
  const high = await standing({ altitude_m: 1500 }, 10);
  const far = await standing({ altitude_m: 800, longitude: 70.2 }, 24);
  const unknown = await standing({ altitude_m: null }, 24);
  await evaluateQuality(server.db.sql);
  for (const id of [hot, ...right, high, far, unknown]) expect(await kindsOf(id)).toEqual([]);
  // Its neighbour lies 150 metres higher, where the same air is a degree cooler.
  right.push(await standing({ altitude_m: 950 }, 14));
  await evaluateQuality(server.db.sql);
  expect(await kindsOf(hot)).toEqual(["neighbours"]);
  expect(await intervalsOf(`/device/${hot}/bad-interval`)).toMatchObject([
    { reason: "neighbours", sets_aside: true, values: 20, rule: { worst: expect.closeTo(9, 0) } },
  ]);
  for (const id of [...right, high, far, unknown]) expect(await kindsOf(id)).toEqual([]);

  const { body: rules } = await master.call<Rules>("GET", "/quality-rule");
  const rule = rules.results.find(
    (one) => one.parameter === "air_temperature" && one.kind === "neighbours",
  );
  const path = `/quality-rule/${rule?.id}`;
  const numbers = { suspect_at: 5, fail_at: null, tolerance: 0 };
  const trial = (more: object) =>
    master.call<QualityTrial>("POST", `${path}/trial`, { ...numbers, ...more });
  expect((await trial({})).body).toMatchObject({ proposed: 1, set_aside: 0, devices_found: 1 });
  expect((await trial({ suspect_at: 12 })).body).toMatchObject({ proposed: 0, devices_found: 0 });
  const refused = await master.call("PATCH", path, { radius_km: null });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["radius_km"]]);
  const spike = rules.results.find(({ kind }) => kind === "spike");
  const other = await master.call("PATCH", `/quality-rule/${spike?.id}`, { radius_km: 5 });
  expect([other.status, Object.keys(other.body)]).toEqual([400, ["radius_km"]]);
  // Those of an organization are no witnesses against another's: whoever puts some around it sets nothing aside.
  const { rows } = await server.db.pool.query<{ id: number }>(
    `with m as (insert into ministry (name) values ('{}') returning id)
     insert into garden (name, ministry_id) select '{}', id from m returning id`,
  );
  const elsewhere = { altitude_m: 800, latitude: 39.9 };
  const alone = await standing(elsewhere, 15);
  for (const n of [1, 2, 3]) await standing({ ...elsewhere, garden: rows[0]?.id }, 40 + n);
  await evaluateQuality(server.db.sql);
  expect(await intervalsOf(`/device/${alone}/bad-interval`)).toMatchObject([
    { reason: "neighbours", sets_aside: false, values: 0 },
  ]);
});

test("a new parameter has its rules, switched off; rain has none", async () => {
  const made = await master.call("POST", "/parameter", {
    key: "sap_flow",
    device_types: ["air"],
    name: { tg: "Ҷараёни шира", ru: "Сокодвижение", en: "Sap flow", az: "Şirə axını" },
    unit: "cm/h",
    decimals: 1,
    good_min: null,
    good_max: null,
    watch_min: null,
    watch_max: null,
    faulty_min: 0,
    faulty_max: 100,
  });
  expect(made.status).toBe(201);
  const { body } = await master.call<Rules>("GET", "/quality-rule");
  const of = (key: string) => body.results.filter(({ parameter }) => parameter === key);
  expect(of("sap_flow").map(({ enabled }) => enabled)).toEqual(Array(5).fill(false));
  expect(of("rain")).toEqual([]);
});
