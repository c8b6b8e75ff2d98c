/** Contractors and brigades: organizations that plant for others. Their people see their tasks, report, and decide nothing. */
import type { Page } from "@nihol/contract/paging";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, fresh, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

const path = "/plant-tree-task";
let server: TestApp;
let call: Caller;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
let brigadeType: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
  type = await fixture.treeType();
  const made = await call<{ id: number; contractor: boolean }>("POST", "/organization-type", {
    name: fresh("Brigade"),
    contractor: true,
  });
  expect(made.body.contractor).toBe(true);
  brigadeType = made.body.id;
});
afterAll(() => server.close());

const everything = grants({
  planttreetask: "vacd",
  planttreetaskreport: "vacd",
  garden: "vacd",
  planttreetype: "v",
  ministry: "v",
  device: "v",
});
let roles = 0;
const worker = async (ministryId: number, more: { regions?: number[] } = {}) =>
  server.person(`Brigade worker ${++roles}`, { permissions: everything, ministryId, ...more });
const brigade = () => fixture.insert("ministry", { organization_type_id: brigadeType });

/** A garden of a ministry, and a task there that a brigade plants. */
async function given() {
  const { region } = await fixture.territory();
  const [ministry, contractor] = [await fixture.insert("ministry"), await brigade()];
  const garden = await fixture.insert("garden", { ministry_id: ministry, region_id: region });
  const task = await makeTask(call, garden, type, { contractor });
  return { task, garden, ministry, contractor, region };
}

describe("a task's contractor", () => {
  test("is an organization of a type that plants for others, given, changed and taken back", async () => {
    const { task, contractor, ministry } = await given();
    expect(task).toMatchObject({ contractor: { id: contractor }, ministry: { id: ministry } });
    const refused = await call("PATCH", `${path}/${task.id}`, { contractor: ministry });
    expect([refused.status, refused.body.contractor]).toEqual([
      400,
      ["Choose an organization of a type that plants for others"],
    ]);
    const other = await brigade();
    const changed = await call("PATCH", `${path}/${task.id}`, { contractor: other });
    expect(changed.body).toMatchObject({ contractor: { id: other } });
    const ids = (await call<Page<PlantTreeTask>>("GET", `${path}?contractor=${other}`)).body;
    expect(ids.results.map(({ id }) => id)).toEqual([task.id]);
    const none = await call("PATCH", `${path}/${task.id}`, { contractor: null });
    expect(none.body).toMatchObject({ contractor: null });
  });

  test("is offered to who gives out tasks: all of them to the programme, the own one to a contractor's people", async () => {
    const own = await brigade();
    await brigade();
    const { call: ownCall } = await worker(own);
    const offered = async (as: Caller) =>
      (await as<{ results: { id: number }[] }>("GET", `${path}/contractors`)).body.results;
    expect((await offered(call)).length).toBeGreaterThan(1);
    expect((await offered(ownCall)).map(({ id }) => id)).toEqual([own]);
    const { call: reader } = await server.person("Tasks reader", {
      permissions: grants({ planttreetask: "v" }),
    });
    expect((await reader("GET", `${path}/contractors`)).status).toBe(403);
  });
});

describe("a person of the contractor", () => {
  test("sees and reports on its tasks, starts them and hands them in", async () => {
    const { task, contractor } = await given();
    const { call: own } = await worker(contractor);
    expect((await own<Page<PlantTreeTask>>("GET", path)).body.results.map(({ id }) => id)).toEqual([
      task.id,
    ]);
    const row = { tree_type: type, count: 100, plant_date: day(-1) };
    expect((await own("POST", `${path}/${task.id}/report`, row)).status).toBe(201);
    const handedIn = await own("POST", `${path}/${task.id}/status`, { status: "submitted" });
    expect(handedIn.body).toMatchObject({ status: "submitted" });
  });

  test("decides nothing about them, whatever the role's rights", async () => {
    const { task, garden, contractor } = await given();
    const { call: own } = await worker(contractor);
    const one = `${path}/${task.id}`;
    const { body } = await own<PlantTreeTask>("GET", one);
    expect(body.can).toEqual({ change: false, delete: false, report: true });
    expect(body.transitions.map(({ to }) => to)).toEqual(["in_progress"]);
    const refused = [
      await own("PATCH", one, { dueDate: day(40) }),
      await own("DELETE", one),
      await own("POST", `${one}/status`, { status: "cancelled", comment: "why" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    await call("POST", `${one}/report`, { tree_type: type, count: 100, plant_date: day(-1) });
    await call("POST", `${one}/status`, { status: "submitted" });
    expect((await own("POST", `${one}/status`, { status: "completed" })).status).toBe(403);
    const wanted = {
      garden,
      assignedDate: day(0),
      dueDate: day(9),
      items: [{ tree_type: type, quantity: 1 }],
    };
    const made = await own("POST", path, wanted);
    expect([made.status, Object.keys(made.body)]).toEqual([400, ["garden"]]);
  });

  test("sees nothing more: not the garden, its other tasks, or what lies in it", async () => {
    const { garden, contractor } = await given();
    const other = await makeTask(call, garden, type);
    const { call: own } = await worker(contractor);
    expect((await own("GET", `${path}/${other.id}`)).status).toBe(404);
    expect((await own("GET", `/garden/${garden}`)).status).toBe(404);
    for (const list of ["/garden", "/device"])
      expect((await own<Page<unknown>>("GET", list)).body.count).toBe(0);
    const ministries = (await own<Page<{ id: number }>>("GET", "/ministry")).body.results;
    expect(ministries.map(({ id }) => id)).toEqual([contractor]);
  });

  test("with territories besides sees only the tasks there; without the task's name, none", async () => {
    const { task, contractor, region } = await given();
    const { region: elsewhere } = await fixture.territory();
    const count = async (more: { regions?: number[] }, of = contractor) =>
      (await (await worker(of, more)).call<Page<unknown>>("GET", path)).body.count;
    expect(await count({ regions: [region] })).toBe(1);
    expect(await count({ regions: [elsewhere] })).toBe(0);
    await call("PATCH", `${path}/${task.id}`, { contractor: null });
    expect(await count({})).toBe(0);
  });
});

test("an organization whose own garden it is gives and decides, also where it plants itself", async () => {
  const own = await brigade();
  const garden = await fixture.insert("garden", { ministry_id: own });
  const task = await makeTask(call, garden, type, { contractor: own });
  const { call: people } = await worker(own);
  const { body } = await people<PlantTreeTask>("GET", `${path}/${task.id}`);
  expect(body.can).toEqual({ change: true, delete: true, report: true });
});

test("an organization that a task names stays; its type may stop being one of contractors", async () => {
  const { task, contractor } = await given();
  expect((await call("DELETE", `/ministry/${contractor}`)).status).toBe(409);
  const name = json(fresh("Was a brigade"));
  const { id } = await server.db.sql
    .insertInto("organization_type")
    .values({ name, contractor: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  await call("PATCH", `/ministry/${contractor}`, { organization_type: id });
  expect((await call("PATCH", `/organization-type/${id}`, { contractor: false })).status).toBe(200);
  // The agreement stands; the form sends it back unchanged.
  const same = await call("PATCH", `${path}/${task.id}`, { contractor, dueDate: day(12) });
  expect(same.body).toMatchObject({ contractor: { id: contractor }, dueDate: day(12) });
});
