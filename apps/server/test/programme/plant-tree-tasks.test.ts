/** Planting tasks through HTTP: making, changing, finding, scope. */
import type { Page } from "@nihol/contract/paging";
import type {
  PlantTreeTask,
  PlantTreeTaskCounts,
  PlantTreeTaskDetail,
} from "@nihol/contract/planting/plant-tree-tasks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

const path = "/plant-tree-task";
let server: TestApp;
let call: Caller;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
let garden: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
  type = await fixture.treeType();
  garden = await fixture.insert("garden");
});
afterAll(() => server.close());

const all = grants({ planttreetask: "vacd", planttreetaskreport: "vacd" });
let roles = 0;
const clerk = (options: Parameters<TestApp["person"]>[1] = {}) =>
  server.person(`Tasks clerk ${++roles}`, { permissions: all, ...options });
const idsOf = async (as: Caller, query: string) =>
  (await as<Page<PlantTreeTask>>("GET", `${path}?${query}`)).body.results.map(({ id }) => id);

describe("a planting task", () => {
  test("is made with its trees, for the garden's organization, and begins its history", async () => {
    const ministry = await fixture.insert("ministry");
    const place = await fixture.insert("garden", { ministry_id: ministry });
    const other = await fixture.treeType();
    const task = await makeTask(call, place, type, {
      items: [
        { tree_type: type, quantity: 30 },
        { tree_type: other, quantity: 50 },
      ],
    });
    expect(task).toMatchObject({
      status: "pending",
      overdue: false,
      assignedDate: day(-20),
      dueDate: day(10),
      garden: { id: place },
      ministry: { id: ministry },
      scheduled_plant_count: 80,
      submitted_plant_count: 0,
      report_count: 0,
      history: [{ from: null, to: "pending", by: "Test MasterAdmin" }],
      can: { change: true, delete: true, report: true },
    });
    expect(task.items.map((item) => [item.tree_type.id, item.quantity])).toEqual([
      [other, 50],
      [type, 30],
    ]);
  });

  test("carries its names in the language of the request", async () => {
    const { id } = await makeTask(call, garden, type);
    const inTajik = { "accept-language": "tg" };
    const { body } = await call<PlantTreeTask>("GET", `${path}/${id}`, undefined, inTajik);
    expect(body.gardenName).toMatch(/тҷ$/);
    expect(body.ministryName).toBeNull();
  });

  test("begins as pending or in progress, and as nothing else", async () => {
    const started = await makeTask(call, garden, type, { status: "in_progress" });
    expect(started.status).toBe("in_progress");
    const body = { garden, assignedDate: day(0), dueDate: day(1), status: "completed" };
    const refused = await call("POST", path, {
      ...body,
      items: [{ tree_type: type, quantity: 1 }],
    });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["status"]]);
  });

  test("says under each field what is wrong", async () => {
    const sound = { garden, assignedDate: day(0), dueDate: day(1) };
    const items = [{ tree_type: type, quantity: 1 }];
    const ask = async (body: object) => {
      const answer = await call("POST", path, { ...sound, items, ...body });
      return [answer.status, ...Object.keys(answer.body)];
    };
    expect(await ask({ dueDate: day(-1) })).toEqual([400, "dueDate"]);
    expect(await ask({ items: [] })).toEqual([400, "items"]);
    expect(await ask({ items: [...items, ...items] })).toEqual([400, "items.1.tree_type"]);
    expect(await ask({ items: [{ tree_type: type, quantity: 0 }] })).toEqual([
      400,
      "items.0.quantity",
    ]);
    const unknown = [{ tree_type: 999_999, quantity: 1 }];
    expect(await ask({ items: unknown })).toEqual([400, "items.0.tree_type"]);
    expect(await ask({ garden: 999_999 })).toEqual([400, "garden"]);
    expect(await ask({ ministry: 999_999 })).toEqual([400, "ministry"]);
  });

  test("is changed in dates, garden and trees, and the dates stay in order", async () => {
    const { id } = await makeTask(call, garden, type);
    const [place, other] = [await fixture.insert("garden"), await fixture.treeType()];
    const body = { garden: place, dueDate: day(40), items: [{ tree_type: other, quantity: 7 }] };
    const changed = await call<PlantTreeTask>("PATCH", `${path}/${id}`, body);
    expect(changed.body).toMatchObject({
      garden: { id: place },
      assignedDate: day(-20),
      dueDate: day(40),
      scheduled_plant_count: 7,
    });
    const refused = await call("PATCH", `${path}/${id}`, { dueDate: day(-30) });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["dueDate"]]);
  });

  test("is deleted while nothing was reported for it, and every step is in the log", async () => {
    const { id } = await makeTask(call, garden, type);
    const row = { tree_type: type, count: 2, plant_date: day(-1) };
    const report = await call<{ id: number }>("POST", `${path}/${id}/report`, row);
    expect((await call("GET", `${path}/${id}`)).body).toMatchObject({ can: { delete: false } });
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(409);
    await call("DELETE", `${path}/${id}/report/${report.body.id}`);
    await call("PATCH", `${path}/${id}`, { dueDate: day(20) });
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await call("GET", `${path}/${id}`)).status).toBe(404);
    const rows = await server.db.sql
      .selectFrom("audit_log")
      .where("resource", "=", "planttreetask")
      .where("resource_id", "=", String(id))
      .orderBy("id")
      .select("action")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(["add", "change", "delete"]);
  });
});

describe("the list", () => {
  test("finds by garden, organization and number, filters, and orders by what it offers", async () => {
    const { region, district } = await fixture.territory();
    const ministry = await fixture.insert("ministry");
    const name = { tg: "Чашма", ru: "Родник", en: "Spring", az: "" };
    const place = await fixture.insert("garden", {
      name: JSON.stringify(name),
      region_id: region,
      district_id: district,
      ministry_id: ministry,
    });
    const early = await makeTask(call, place, type, { assignedDate: day(-90), dueDate: day(-60) });
    const late = await makeTask(call, place, type, {
      items: [{ tree_type: type, quantity: 5 }],
    });
    expect(await idsOf(call, `search=${encodeURIComponent("родник")}`)).toEqual([
      late.id,
      early.id,
    ]);
    const own = `garden=${place}`;
    expect(await idsOf(call, `${own}&search=%23${early.id}`)).toEqual([early.id]);
    expect(await idsOf(call, `ministry=${ministry}&ordering=dueDate`)).toEqual([early.id, late.id]);
    expect(await idsOf(call, `region=${region}&district=${district}`)).toHaveLength(2);
    expect(await idsOf(call, `${own}&from=${day(-5)}&to=${day(5)}`)).toEqual([late.id]);
    expect(await idsOf(call, `${own}&to=${day(-50)}`)).toEqual([early.id]);
    expect(await idsOf(call, `${own}&ordering=scheduled_plant_count`)).toEqual([late.id, early.id]);
    for (const ordering of ["status", "gardenName", "ministryName", "submitted_plant_count", "id"])
      expect(await idsOf(call, `${own}&ordering=-${ordering}`)).toHaveLength(2);
    expect((await call("GET", `${path}?ordering=comment`)).status).toBe(400);
    expect((await call("GET", `${path}?status=late`)).status).toBe(400);
  });

  test("counts each status under the same filters, and agrees with itself", async () => {
    const place = await fixture.insert("garden");
    const past = { assignedDate: day(-30), dueDate: day(-3) };
    await makeTask(call, place, type);
    const late = await makeTask(call, place, type, past);
    const given = await makeTask(call, place, type, past);
    await call("POST", `${path}/${given.id}/status`, { status: "cancelled", comment: "x" });
    const { body } = await call<PlantTreeTaskCounts>("GET", `${path}/count?garden=${place}`);
    expect(body).toMatchObject({ all: 3, overdue: 1, pending: 2, cancelled: 1, submitted: 0 });
    for (const status of ["overdue", "pending", "cancelled", "submitted"] as const)
      expect(await idsOf(call, `garden=${place}&status=${status}`)).toHaveLength(body[status]);
    expect(await idsOf(call, `garden=${place}&status=overdue`)).toEqual([late.id]);
  });

  test("shows the same sums as the task itself", async () => {
    const { id } = await makeTask(call, garden, type);
    const other = await fixture.treeType();
    for (const [tree_type, count] of [
      [type, 12],
      [type, 30],
      [other, 4],
    ])
      await call("POST", `${path}/${id}/report`, { tree_type, count, plant_date: day(-2) });
    const { body } = await call<PlantTreeTaskDetail>("GET", `${path}/${id}`);
    const list = await call<Page<PlantTreeTask>>("GET", `${path}?search=${id}`);
    const { history: _history, flags: _flags, replanted_by, unplanned, ...row } = body;
    expect(list.body.results.find((one) => one.id === id)).toEqual(row);
    expect(row).toMatchObject({ submitted_plant_count: 46, report_count: 3 });
    expect(replanted_by).toEqual([]);
    expect(row.items[0]).toMatchObject({ quantity: 100, submitted: 42 });
    expect(unplanned).toMatchObject([{ tree_type: { id: other }, submitted: 4 }]);
  });
});

describe("scope", () => {
  test("a person of a ministry sees its tasks and those in its gardens, and no others", async () => {
    const [mine, other] = [await fixture.insert("ministry"), await fixture.insert("ministry")];
    const [ours, theirs] = [
      await fixture.insert("garden", { ministry_id: mine }),
      await fixture.insert("garden", { ministry_id: other }),
    ];
    const elsewhere = await makeTask(call, theirs, type, { ministry: mine });
    const here = await makeTask(call, ours, type, { ministry: other });
    const foreign = await makeTask(call, theirs, type);
    const person = await clerk({ ministryId: mine });
    expect(await idsOf(person.call, "ordering=id")).toEqual([elsewhere.id, here.id]);
    const { body } = await person.call<PlantTreeTaskCounts>("GET", `${path}/count`);
    expect(body.all).toBe(2);
    for (const [method, end, sent] of [
      ["GET", ""],
      ["PATCH", "", { dueDate: day(30) }],
      ["DELETE", ""],
      ["POST", "/status", { status: "in_progress" }],
      ["GET", "/report"],
      ["POST", "/report", { tree_type: type, count: 1, plant_date: day(-1) }],
    ] as const)
      expect((await person.call(method, `${path}/${foreign.id}${end}`, sent)).status).toBe(404);
  });

  test("a person of a ministry gives tasks in its gardens, in its own name", async () => {
    const [mine, other] = [await fixture.insert("ministry"), await fixture.insert("ministry")];
    const ours = await fixture.insert("garden", { ministry_id: mine });
    const theirs = await fixture.insert("garden", { ministry_id: other });
    const person = await clerk({ ministryId: mine });
    expect((await makeTask(person.call, ours, type)).ministry?.id).toBe(mine);
    const body = {
      assignedDate: day(0),
      dueDate: day(1),
      items: [{ tree_type: type, quantity: 1 }],
    };
    const away = await person.call("POST", path, { ...body, garden: theirs });
    expect([away.status, Object.keys(away.body)]).toEqual([400, ["garden"]]);
    const named = await person.call("POST", path, { ...body, garden: ours, ministry: other });
    expect([named.status, Object.keys(named.body)]).toEqual([400, ["ministry"]]);
  });

  test("a person of a district sees the tasks of its gardens, and moves none out of it", async () => {
    const [home, away] = [await fixture.territory(), await fixture.territory()];
    const inside = await fixture.insert("garden", {
      region_id: home.region,
      district_id: home.district,
    });
    const outside = await fixture.insert("garden", {
      region_id: away.region,
      district_id: away.district,
    });
    const own = await makeTask(call, inside, type);
    await makeTask(call, outside, type);
    const person = await clerk({ districts: [home.district] });
    expect(await idsOf(person.call, "")).toEqual([own.id]);
    expect(await idsOf(person.call, `garden=${outside}`)).toEqual([]);
    const moved = await person.call("PATCH", `${path}/${own.id}`, { garden: outside });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["garden"]]);
    const whole = { garden: inside, ministry: null, dueDate: day(15) };
    expect((await person.call("PATCH", `${path}/${own.id}`, whole)).status).toBe(200);
  });
});

test("each call needs its permission, and the row says so", async () => {
  const { id } = await makeTask(call, garden, type);
  const reader = await server.person("Tasks reader", {
    permissions: grants({ planttreetask: "v" }),
  });
  expect((await reader.call<PlantTreeTask>("GET", `${path}/${id}`)).body).toMatchObject({
    can: { change: false, delete: false, report: false },
    transitions: [],
  });
  expect((await reader.call("POST", path, {})).status).toBe(403);
  expect((await reader.call("PATCH", `${path}/${id}`, {})).status).toBe(403);
  expect((await reader.call("DELETE", `${path}/${id}`)).status).toBe(403);
  expect((await reader.call("GET", `${path}/${id}/report`)).status).toBe(403);
  const nobody = await server.person("Tasks nobody", { permissions: grants({ garden: "v" }) });
  for (const end of ["", "/count", `/${id}`])
    expect((await nobody.call("GET", path + end)).status).toBe(403);
  expect((await server.anonymous("GET", path)).status).toBe(401);
});
