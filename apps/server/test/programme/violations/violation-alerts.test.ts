/** Cases that are opened from alerts: what they hold, which alerts they take, and who may. */
import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import type { AlertsEvidence } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { json } from "@nihol/db/json";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, sendingDevice } from "../../support/device-world.ts";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

type Person = Awaited<ReturnType<TestApp["person"]>>;
let server: TestApp;
let master: Person;
/** Of the garden's ministry. */
let keeper: Person;
let garden: number;
let alerts: { id: number; device: number }[];

const names = (word: string) => json({ tg: word, ru: word, en: word, az: "" });
const dry = (hours: number, value: number) => ({
  ts: hoursAgo(hours),
  values: { soil_humidity: value },
});
const place = { type: "soil", interval_minutes: 60 };

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  const db = server.db.sql;
  const { id: ministry_id } = await db
    .insertInto("ministry")
    .values({ name: names("one") })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = await db
    .insertInto("garden")
    .values({ name: names("one"), ministry_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  garden = own.id;
  keeper = await server.person("Keeper", {
    ministryId: ministry_id,
    permissions: grants({ device: "vc", garden: "v", violation: "vac" }),
  });
  const devices = [
    await sendingDevice(server, master.call, { ...place, garden }),
    await sendingDevice(server, master.call, { ...place, garden }),
    // In no garden: it is of another cause.
    await sendingDevice(server, master.call, place),
  ];
  const rule = {
    ...{ name: "Dry soil", kind: "below", severity: "major", device_type: "soil" },
    ...{ parameter: "soil_humidity", limit: 18, minutes: 60, enabled: true },
  };
  await master.call("POST", "/alert-rule", rule);
  await db
    .updateTable("alert_rule")
    .set({ enabled_at: new Date(Date.now() - 30 * 86_400_000) })
    .execute();
  for (const { send } of devices)
    await send([dry(9, 25), dry(8, 24), dry(7, 16), dry(6, 15), dry(5, 12), dry(4, 13)]);
  await evaluateAlerts(db, new Date());
  const rows = await db.selectFrom("alert").select(["id", "device_id"]).orderBy("id").execute();
  alerts = devices.map(({ id }) => {
    const row = rows.find((one) => one.device_id === id);
    if (!row) throw new Error("no alert");
    return { id: row.id, device: id };
  });
});
afterAll(() => server.close());

const alertAt = (place: number) => alerts[place] ?? { id: 0, device: 0 };
const detail = async ({ call }: Person, place: number) =>
  (await call<AlertDetail>("GET", `/alert/${alertAt(place).id}`)).body;
const order = (alert: number) => ({
  kind: "water_misuse",
  title: "Dry",
  garden,
  point: [68.77, 38.55],
  observed_on: "2026-03-02",
  opened_from: { alert },
});
const open = ({ call }: Person, place: number) =>
  call<ViolationDetail>("POST", "/violation", order(alertAt(place).id));

test("an alert fills the form: its rule, the alerts of its cause, and the values around them", async () => {
  const [first, second] = [alertAt(0), alertAt(1)];
  expect(await detail(keeper, 0)).toMatchObject({ in_case: false, alike: 1, cases: [] });
  type Filled = { evidence: AlertsEvidence; garden: number; point: number[]; observed_on: string };
  const { status, body } = await keeper.call<Filled>(
    "GET",
    `/violation/evidence?alert=${second.id}`,
  );
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ garden, point: [68.77, 38.55] },
      evidence: {
        rule: { name: "Dry soil", kind: "below", limit: 18, minutes: 60 },
        severity: "major",
        alerts: [
          { id: second.id, device: { id: second.device }, worst: 12, began_at: hoursAgo(7) },
          { id: first.id, device: { id: first.device }, unit: "% vol", cleared_at: null },
        ],
      },
    },
  ]);
  const { series } = body.evidence;
  expect(series.map(({ parameter, step }) => [parameter, step])).toEqual([
    ["soil_humidity", "hour"],
    ["soil_humidity", "hour"],
  ]);
  expect(series[0]?.points.map(([, value]) => value)).toEqual([25, 24, 16, 15, 12, 13]);
});

test("only within the scope, and by who may open cases and see devices", async () => {
  const far = (place: number) =>
    keeper.call("GET", `/violation/evidence?alert=${alertAt(place).id}`);
  expect((await far(2)).status).toBe(404);
  const blind = await server.person("Blind", { permissions: grants({ violation: "vac" }) });
  expect((await open(blind, 0)).status).toBe(403);
  const watcher = await server.person("Watcher", { permissions: grants({ device: "v" }) });
  expect((await open(watcher, 0)).status).toBe(403);
});

test("the case takes the alerts of one cause, both lead to each other, and others may be added", async () => {
  const db = server.db.sql;
  const before = alertAt(1).id;
  // As if it had been found after the case was opened.
  await db.updateTable("alert").set({ rule_name: "Later" }).where("id", "=", before).execute();
  const { status, body } = await open(keeper, 0);
  expect([status, body]).toMatchObject([
    201,
    {
      ...{ source: "alert", device: alertAt(0).device, evidence: { kind: "alerts" } },
      alerts: [{ id: alertAt(0).id, rule: "Dry soil", cleared_at: null }],
    },
  ]);
  const { id, number, title } = body;
  expect(await detail(keeper, 0)).toMatchObject({
    in_case: true,
    violation: { id, number, title },
    alike: 0,
    cases: [],
  });
  const again = await open(master, 0);
  expect([again.status, Object.keys(again.body)]).toEqual([400, ["opened_from"]]);

  await db.updateTable("alert").set({ rule_name: "Dry soil" }).where("id", "=", before).execute();
  expect(await detail(keeper, 1)).toMatchObject({ in_case: false, cases: [{ id, number, title }] });
  const add = ({ call }: Person, place: number) =>
    call<ViolationDetail>("POST", `/violation/${id}/alert`, { alert: alertAt(place).id });
  expect((await add(keeper, 2)).status).toBe(404);
  const other = await keeper.call<ViolationDetail>("POST", "/violation", {
    ...order(0),
    opened_from: undefined,
  });
  expect(other.status).toBe(201);
  const into = (violation: number) =>
    keeper.call("POST", `/violation/${violation}/alert`, { alert: alertAt(1).id });
  expect([(await into(other.body.id)).body]).toEqual([
    { alert: [expect.stringContaining("cause")] },
  ]);
  const { state } = body;
  await db.updateTable("violation").set({ state: "dismissed" }).where("id", "=", id).execute();
  expect((await into(id)).status).toBe(400);
  await db.updateTable("violation").set({ state }).where("id", "=", id).execute();
  const added = await add(keeper, 1);
  expect(added.body.alerts.map((one) => one.id)).toEqual([alertAt(0).id, before]);
  // The evidence stays as it was when the case was opened.
  expect(added.body.evidence).toEqual(body.evidence);
  expect((await add(keeper, 1)).status).toBe(400);

  const reader = await server.person("Reader", { permissions: grants({ violation: "v" }) });
  const unseen = await reader.call<ViolationDetail>("GET", `/violation/${id}`);
  expect([unseen.status, unseen.body.alerts]).toEqual([200, []]);
});

test("whoever does not see the case reads only that there is one, and nobody accused adds to it", async () => {
  const elsewhere = await master.call<ViolationDetail>("POST", "/violation", {
    ...order(alertAt(2).id),
    garden: null,
    point: [68.1, 38.1],
  });
  expect(elsewhere.status).toBe(201);
  const { id: ministry } = await server.db.sql
    .insertInto("ministry")
    .values({ name: names("two") })
    .returning("id")
    .executeTakeFirstOrThrow();
  await server.db.sql
    .updateTable("device")
    .set({ garden_id: garden })
    .where("id", "=", alertAt(2).device)
    .execute();
  expect(await detail(keeper, 2)).toMatchObject({ in_case: true, violation: null, cases: [] });
  await server.db.sql
    .updateTable("violation")
    .set({ ministry_id: ministry, garden_id: garden })
    .where("id", "=", elsewhere.body.id)
    .execute();
  // It is written down by another one of their garden now: it accuses them.
  await server.db.sql
    .updateTable("alert")
    .set({ violation_id: null })
    .where("id", "=", alertAt(1).id)
    .execute();
  const mine = await detail(keeper, 1);
  expect(mine.cases.map(({ id }) => id)).not.toContain(elsewhere.body.id);
  const add = await keeper.call("POST", `/violation/${elsewhere.body.id}/alert`, {
    alert: alertAt(1).id,
  });
  expect(add.status).toBe(403);
});

test("the act names rule and alerts, and draws the values; a deleted case lets its alerts go", async () => {
  const { violation } = await detail(master, 0);
  const answer = await server.app.inject({
    url: `/api/violation/${violation?.id}/act?language=en&time_zone=Asia/Dushanbe`,
    headers: { authorization: `Bearer ${(await server.tokensOf(master.email)).access}` },
  });
  expect(answer.statusCode).toBe(200);
  const paper = (await pdfPages(answer.rawPayload)).join("\n");
  for (const word of ["Dry soil", "below 18 % vol for 1 h", "12 %"]) expect(paper).toContain(word);
  expect((await master.call("DELETE", `/violation/${violation?.id}`)).status).toBe(204);
  expect(await detail(master, 0)).toMatchObject({ in_case: false, violation: null });
});
