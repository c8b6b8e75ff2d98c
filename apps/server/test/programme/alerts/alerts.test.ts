/** Alerts and their rules through HTTP: who writes, who sees, what fires, and what people do with it. */
import type { AlertRule, AlertTrial } from "@nihol/contract/sensors/alert-rules";
import type { Alert, AlertDetail } from "@nihol/contract/sensors/alerts";
import { json } from "@nihol/db/json";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { writeMailFact } from "@nihol/store/notices/mail-fact";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hourMs, hoursAgo, sendingDevice } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

type Person = Awaited<ReturnType<TestApp["person"]>>;
let server: TestApp;
let master: Person;
/** Sees and changes devices of the one garden's ministry. */
let keeper: Person;
let reader: Person;
let garden: number;
let other: number;
let inside: Awaited<ReturnType<typeof sendingDevice>>;
let outside: Awaited<ReturnType<typeof sendingDevice>>;

const names = (text: string) => json({ tg: text, ru: text, en: text, az: "" });
async function gardenOf(name: string) {
  const { id: ministry } = await server.db.sql
    .insertInto("ministry")
    .values({ name: names(name) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await server.db.sql
    .insertInto("garden")
    .values({ name: names(name), ministry_id: ministry })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, ministry };
}

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  await writeMailFact(server.db.sql, true);
  const one = await gardenOf("one");
  const two = await gardenOf("two");
  garden = one.id;
  other = two.id;
  const scoped = { ministryId: one.ministry };
  keeper = await server.person("Keeper", {
    ...scoped,
    permissions: grants({ device: "vc", garden: "v" }),
  });
  reader = await server.person("Reader", { ...scoped, permissions: grants({ device: "v" }) });
  inside = await sendingDevice(server, master.call, { garden, interval_minutes: 60 });
  outside = await sendingDevice(server, master.call, { garden: other, interval_minutes: 60 });
});
afterAll(() => server.close());

const rule = (more: object = {}) => ({
  name: "Frost",
  kind: "below",
  severity: "critical",
  device_type: "air",
  parameter: "air_temperature",
  limit: 0,
  minutes: 60,
  ...more,
});
const evaluate = (at = new Date()) => evaluateAlerts(server.db.sql, at);
const alertsFor = async ({ call }: Person, query = "") =>
  (await call<{ results: Alert[] }>("GET", `/alert?${query}`)).body.results;
const warm = (hours: number) => ({ ts: hoursAgo(hours), values: { air_temperature: 12 } });
const cold = (hours: number, value = -3) => ({
  ts: hoursAgo(hours),
  values: { air_temperature: value },
});

describe("a rule", () => {
  test.each([
    [{ parameter: null }, "parameter"],
    [{ parameter: "water_ph" }, "parameter"],
    [{ parameter: "soil_ph" }, "parameter"],
    [{ limit: null }, "limit"],
    [{ kind: "silent" }, "parameter"],
    [{ kind: "silent", parameter: null }, "limit"],
    [{ kind: "silent", parameter: null, limit: null, minutes: 0 }, "minutes"],
    [{ kind: "rise", limit: 0 }, "limit"],
    [{ kind: "rise", limit: 4, minutes: 20_000 }, "minutes"],
    [{ minutes: 20_000 }, "minutes"],
    [{ kind: "faulty", limit: null, minutes: 20_000 }, "minutes"],
    [{ kind: "faulty", limit: 4 }, "limit"],
    [{ minutes: -1 }, "minutes"],
    [{ garden: 999_999 }, "garden"],
    [{ device: 999_999 }, "device"],
    [{ name: " " }, "name"],
  ])("is refused with %o", async (more, field) => {
    const { status, body } = await master.call("POST", "/alert-rule", rule(more));
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([field])]);
    const trial = { ...rule(more), name: undefined, severity: undefined };
    if (field !== "name")
      expect((await master.call("POST", "/alert-rule/trial", trial)).status).toBe(400);
  });

  test("is written by who may change devices, within their scope alone", async () => {
    expect((await reader.call("POST", "/alert-rule", rule({ garden }))).status).toBe(403);
    expect((await keeper.call("POST", "/alert-rule", rule())).status).toBe(403);
    expect((await keeper.call("POST", "/alert-rule", rule({ garden: other }))).status).toBe(400);
    expect((await keeper.call("POST", "/alert-rule", rule({ device: outside.id }))).status).toBe(
      400,
    );
    const { status, body } = await keeper.call<AlertRule>("POST", "/alert-rule", rule({ garden }));
    expect([status, body.enabled, body.can]).toEqual([201, false, { change: true, delete: true }]);
    const far = await master.call<AlertRule>("POST", "/alert-rule", rule({ garden: other }));
    const all = await master.call<AlertRule>("POST", "/alert-rule", rule({ name: "All" }));
    for (const method of ["GET", "PATCH", "DELETE"])
      expect((await keeper.call(method, `/alert-rule/${far.body.id}`, {})).status).toBe(404);
    const seen = await keeper.call<AlertRule>("GET", `/alert-rule/${all.body.id}`);
    expect(seen.body.can).toEqual({ change: false, delete: false });
    for (const [method, sent] of [
      ["PATCH", { enabled: true }],
      ["DELETE", undefined],
    ] as const)
      expect((await keeper.call(method, `/alert-rule/${all.body.id}`, sent)).status).toBe(403);
    const list = await reader.call<{ results: AlertRule[] }>("GET", "/alert-rule");
    expect(list.body.results.map(({ id }) => id).sort()).toEqual([body.id, all.body.id].sort());
    for (const id of [body.id, far.body.id, all.body.id])
      expect((await master.call("DELETE", `/alert-rule/${id}`)).status).toBe(204);
  });
});

describe("an alert", () => {
  test("is raised, seen, told of, looked after and cleared", async () => {
    await inside.send([warm(9), cold(8), cold(7, -6), cold(6), warm(5), warm(4), warm(3)]);
    await outside.send([warm(9), cold(3), cold(2), cold(1)]);
    const { id } = (await master.call<AlertRule>("POST", "/alert-rule", rule())).body;
    const asked = { ...rule(), name: undefined, severity: undefined, days: 3 };
    const tried = await keeper.call<AlertTrial>("POST", "/alert-rule/trial", { ...asked, garden });
    expect(tried.body).toMatchObject({ raised: 1, active: 0, devices: 1, devices_raised: 1 });
    expect(tried.body.examples[0]).toMatchObject({
      device: { id: inside.id },
      worst: -6,
      began_at: hoursAgo(8),
      raised_at: hoursAgo(7),
      cleared_at: hoursAgo(5),
    });
    const whole = await master.call<AlertTrial>("POST", "/alert-rule/trial", asked);
    expect(whole.body).toMatchObject({ raised: 2, active: 1, devices: 2, devices_read: 2 });

    // Episodes that are over when the rule is switched on are no news; what still holds is.
    expect(await evaluate()).toBe(0);
    await master.call("PATCH", `/alert-rule/${id}`, { enabled: true });
    expect(await evaluate()).toBe(1);
    expect(await alertsFor(keeper)).toEqual([]);
    const [first] = await alertsFor(master);
    expect(first).toMatchObject({
      rule: { id, name: "Frost" },
      device: { id: outside.id },
      state: "active",
      acknowledged: null,
    });

    // From now on, in order: readings of the future of that moment.
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const soon = (minutes: number, value: number) => ({
      ts: at(minutes).toISOString(),
      values: { air_temperature: value },
    });
    const enabled = { enabled_at: new Date(Date.now() - 3 * hourMs) };
    await server.db.sql.updateTable("alert_rule").set(enabled).execute();
    await inside.send([soon(-90, -1), soon(-30, -5), soon(-10, -2)]);
    expect(await evaluate()).toBe(1);
    expect(await evaluate()).toBe(0);
    const [alert] = await alertsFor(keeper);
    expect(alert).toMatchObject({ device: { id: inside.id }, severity: "critical", worst: -5 });
    const path = `/alert/${alert?.id}`;

    const told = await keeper.call<{ results: { kind: string; subject_id: number }[] }>(
      "GET",
      "/notice?kind=alert_critical",
    );
    expect(told.body.results).toMatchObject([
      {
        kind: "alert_critical",
        subject_id: alert?.id,
        facts: { began: expect.stringMatching(/^[-0-9]{10}T[:0-9]{5}$/) },
      },
    ]);
    const mail = await server.db.sql
      .selectFrom("mail")
      .where("user_id", "=", keeper.id)
      .selectAll()
      .execute();
    expect(mail).toHaveLength(1);

    expect((await reader.call("GET", path)).status).toBe(200);
    for (const [way, body] of [
      ["acknowledge", undefined],
      ["clear", undefined],
      ["assign", { person: null }],
      ["comment", { text: "x" }],
    ] as const)
      expect((await reader.call("POST", `${path}/${way}`, body)).status).toBe(403);
    expect((await keeper.call("POST", `/alert/${first?.id}/acknowledge`)).status).toBe(404);

    const acknowledged = await keeper.call<AlertDetail>("POST", `${path}/acknowledge`);
    expect(acknowledged.body.acknowledged).toMatchObject({ name: "Test Keeper", id: keeper.id });
    await master.call("POST", `${path}/acknowledge`);
    const people = await keeper.call<{ results: { id: number }[] }>("GET", `${path}/people`);
    expect(people.body.results.map((one) => one.id)).toEqual([keeper.id]);
    expect((await keeper.call("POST", `${path}/assign`, { person: reader.id })).status).toBe(400);
    await master.call("POST", `${path}/assign`, { person: keeper.id });
    const said = await keeper.call<AlertDetail>("POST", `${path}/comment`, {
      text: " Going there ",
    });
    expect(said.body).toMatchObject({
      assigned: { id: keeper.id },
      acknowledged: { id: keeper.id },
      said: [{ author: "Test Keeper", text: "Going there" }],
      comments: 1,
    });
    expect(await alertsFor(keeper, "mine=true&acknowledged=true&state=active")).toHaveLength(1);
    expect(await alertsFor(keeper, "state=cleared")).toEqual([]);

    await master.call("POST", `${path}/clear`);
    expect(await alertsFor(keeper, "state=cleared")).toMatchObject([
      { cleared: { how: "person", by: "Test MasterAdmin" } },
    ]);
    // The cold goes on: the rule stays quiet there until readings were back.
    await inside.send([soon(1, -4)]);
    expect(await evaluate()).toBe(0);
    const kinds = await server.db.sql
      .selectFrom("notice")
      .where("user_id", "=", keeper.id)
      .where("subject", "=", "alert")
      .select("kind")
      .orderBy("id")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "alert_critical",
      "alert_assigned",
      "alert_cleared",
    ]);
  });

  test("ends with its rule, and keeps what the rule was", async () => {
    const [rule] = (await master.call<{ results: AlertRule[] }>("GET", "/alert-rule")).body.results;
    expect(rule?.active).toBe(1);
    await master.call("PATCH", `/alert-rule/${rule?.id}`, { enabled: false });
    const [alert] = await alertsFor(master, `device=${outside.id}`);
    expect(alert).toMatchObject({ state: "cleared", cleared: { how: "rule" } });
    expect((await master.call("DELETE", `/alert-rule/${rule?.id}`)).status).toBe(204);
    const [kept] = await alertsFor(master, `device=${outside.id}`);
    expect(kept?.rule).toEqual({ id: null, name: "Frost" });
  });

  test("is there again once its rule asks for something else, and it still holds", async () => {
    const device = await sendingDevice(server, master.call, { garden, interval_minutes: 60 });
    await device.send([warm(6), cold(2), cold(1)]);
    const sent = rule({ device: device.id, minutes: 0, enabled: true });
    const { id } = (await master.call<AlertRule>("POST", "/alert-rule", sent)).body;
    await evaluate();
    const [first] = await alertsFor(keeper, `device=${device.id}`);
    await keeper.call("POST", `/alert/${first?.id}/acknowledge`);
    for (const limit of [-1, -2]) {
      await master.call("PATCH", `/alert-rule/${id}`, { limit });
      await evaluate();
    }
    // Whoever looks after it hears that its rule has ended it.
    const told = await keeper.call<{ results: { kind: string; subject_id: number }[] }>(
      "GET",
      "/notice",
    );
    const kinds = told.body.results.filter((one) => one.subject_id === first?.id);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["alert_cleared", "alert_critical"]);
    const found = await alertsFor(master, `device=${device.id}`);
    expect(found.map(({ state, telling }) => [state, telling])).toEqual([
      ["active", "told"],
      ["cleared", "told"],
      ["cleared", "told"],
    ]);
    const { active } = (await master.call<AlertRule>("GET", `/alert-rule/${id}`)).body;
    expect(active).toBe(1);
    await master.call("DELETE", `/alert-rule/${id}`);
  });

  test("is tried one after another by one person, and no more than a few wait", async () => {
    const asked = { ...rule(), name: undefined, severity: undefined, days: 1 };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        keeper.call("POST", "/alert-rule/trial", { ...asked, garden }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 429]);
  });

  test("of silence comes by the clock, once, and ends with the next reading or the device's service", async () => {
    const body = { ...rule({ kind: "silent", parameter: null, limit: null, minutes: 120 }) };
    const device = await sendingDevice(server, master.call, { garden });
    await device.send([warm(1)]);
    await master.call("POST", "/alert-rule", {
      ...body,
      name: "Gone",
      enabled: true,
      device: device.id,
    });
    const later = (hours: number) => new Date(Date.now() + hours * hourMs);
    expect(await evaluate()).toBe(0);
    expect([await evaluate(later(3)), await evaluate(later(4))]).toEqual([1, 0]);
    const of = () => alertsFor(keeper, `device=${device.id}`);
    expect(await of()).toMatchObject([{ began_at: hoursAgo(1), state: "active", worst: null }]);
    await device.send([{ ...warm(0), ts: new Date().toISOString() }]);
    await evaluate();
    expect(await of()).toMatchObject([{ cleared: { how: "reading" } }]);
    expect(await evaluate(later(5))).toBe(1);
    await master.call("PATCH", `/device/${device.id}`, { retired: true });
    await evaluate(later(6));
    expect((await of())[0]).toMatchObject({ cleared: { how: "device" } });
  });

  test("of faulty values is the device's own, and no rule on the environment hears of them", async () => {
    const device = await sendingDevice(server, master.call, { garden });
    const above = rule({ kind: "above", limit: 50, minutes: 0, device: device.id, enabled: true });
    const faulty = rule({
      kind: "faulty",
      limit: null,
      minutes: 0,
      parameter: null,
      device: device.id,
    });
    await master.call("POST", "/alert-rule", { ...above, name: "Hot" });
    await master.call("POST", "/alert-rule", { ...faulty, name: "Broken", enabled: true });
    const ts = new Date(Date.now() + 1000).toISOString();
    await device.send([{ ts, values: { air_temperature: 400, air_humidity: 40 } }]);
    await evaluate();
    const found = await alertsFor(master, `device=${device.id}`);
    expect(found.map(({ rule: one, parameter }) => [one.name, parameter])).toEqual([
      ["Broken", "air_temperature"],
    ]);
  });

  test("waits in the quiet hours, and is told of no more than a day's number", async () => {
    const device = await sendingDevice(server, master.call, { garden });
    const sent = rule({ kind: "above", limit: 40, minutes: 0, device: device.id, name: "Heat" });
    const hours = { quiet_from: 22, quiet_to: 6 };
    for (const wrong of [{ quiet_from: 22 }, { quiet_from: 6, quiet_to: 6 }, { daily_max: 0 }])
      expect((await master.call("POST", "/alert-rule", { ...sent, ...wrong })).status).toBe(400);
    const { id } = (
      await master.call<AlertRule>("POST", "/alert-rule", { ...sent, ...hours, daily_max: 2 })
    ).body;
    const enabled_at = new Date("2026-03-01T00:00:00Z");
    await server.db.sql
      .updateTable("alert_rule")
      .set({ enabled_at })
      .where("id", "=", id)
      .execute();
    // 23:00 and noon on the programme's clock, which is five hours ahead.
    const night = (day: number) => new Date(`2026-03-0${day}T18:00:00Z`);
    const noon = (day: number) => new Date(`2026-03-0${day}T07:00:00Z`);
    const heat = (at: Date, value: number) =>
      device.send([{ ts: at.toISOString(), values: { air_temperature: value } }]);
    const tellings = async () =>
      (await alertsFor(master, `device=${device.id}&ordering=raised_at`)).map((one) => one.telling);
    const told = async () => {
      const { n } = await server.db.sql
        .selectFrom("notice as n")
        .innerJoin("alert as a", "a.id", "n.subject_id")
        .where("n.subject", "=", "alert")
        .where("a.device_id", "=", device.id)
        .where("n.user_id", "=", master.id)
        .where("n.kind", "=", "alert_critical")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    await heat(night(2), 50);
    await evaluate(night(2));
    expect([await tellings(), await told()]).toEqual([["quiet"], 0]);
    await evaluate(noon(3));
    expect([await tellings(), await told()]).toEqual([["told"], 1]);
    await heat(noon(3), 20);
    await heat(night(3), 50);
    await evaluate(night(3));
    await heat(new Date(night(3).getTime() + hourMs), 20);
    await evaluate(new Date(night(3).getTime() + hourMs));
    await evaluate(noon(4));
    expect([await tellings(), await told()]).toEqual([["told", "over"], 1]);
    for (let n = 0; n < 3; n++) {
      await heat(new Date(noon(5).getTime() + n * hourMs), 50);
      await heat(new Date(noon(5).getTime() + n * hourMs + 60_000), 20);
    }
    await evaluate(new Date(noon(5).getTime() + 3 * hourMs));
    const spent = ["told", "over", "told", "told", "limit"];
    expect([await tellings(), await told()]).toEqual([spent, 3]);
    // An active one is told of when the next day has room; one that is over stays untold.
    await heat(new Date(noon(5).getTime() + 4 * hourMs), 50);
    await evaluate(new Date(noon(5).getTime() + 4 * hourMs));
    await evaluate(night(6));
    expect([await tellings(), await told()]).toEqual([[...spent, "limit"], 3]);
    for (const day of [7, 8]) await evaluate(noon(day));
    expect([await tellings(), await told()]).toEqual([[...spent, "told"], 4]);
  });
});
