/** The history of a planting task: one line of time over its states, plan, report, visits and comments. */
import type { Page } from "@nihol/contract/paging";
import type { TimelineEvent } from "@nihol/contract/planting/timeline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

const path = "/plant-tree-task";
let server: TestApp;
let call: Caller;
let me: number;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
beforeAll(async () => {
  server = await testApp();
  ({ call, id: me } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
  type = await fixture.treeType();
});
afterAll(() => server.close());

const timeline = async (task: number, as = call, query = "") =>
  (await as<Page<TimelineEvent>>("GET", `${path}/${task}/timeline${query}`)).body;
const kinds = async (task: number, as = call) =>
  (await timeline(task, as)).results.map(({ kind }) => kind);

/** A task with one of everything. */
async function livedTask(garden: number) {
  const { id } = await makeTask(call, garden, type);
  await call("PATCH", `${path}/${id}`, { dueDate: day(25), spacing_m: 4 });
  const row = { tree_type: type, count: 60, plant_date: day(-1) };
  await call("POST", `${path}/${id}/report`, row);
  const wrong = { ...row, count: 70 };
  const { body: second } = await call<{ id: number }>("POST", `${path}/${id}/report`, wrong);
  await call("DELETE", `${path}/${id}/report/${second.id}`);
  await call("POST", `${path}/${id}/comment`, { body: `well done @[${me}]` });
  return id;
}

test("tells everything newest first, with who did it and what it was", async () => {
  const id = await livedTask(await fixture.insert("garden"));
  const { results, count } = await timeline(id);
  expect(results.map(({ kind }) => kind)).toEqual([
    "comment",
    "report_deleted",
    "report",
    // Adding the first row started the task, in one transaction.
    "state",
    "plan",
    "state",
  ]);
  expect(count).toBe(6);
  expect(results).toMatchObject([
    { text: "well done @Test MasterAdmin", by: "Test MasterAdmin" },
    { count: 70 },
    { count: 60, tree_type: { id: type }, by: "Test MasterAdmin" },
    { from: "pending", to: "in_progress" },
    { changed: ["dueDate", "spacing_m"] },
    { from: null, to: "pending" },
  ]);
  const second = await timeline(id, call, "?page=2&page_size=4");
  expect(second.results.map(({ kind }) => kind)).toEqual(["plan", "state"]);
});

test("tells of visits, draws and replantings", async () => {
  const garden = await fixture.insert("garden");
  const { id } = await makeTask(call, garden, type);
  const { id: visit } = await server.db.sql
    .insertInto("survival_visit")
    .values({
      task_id: id,
      due_date: day(0),
      purpose: "after the frost",
      state: "done",
      finished_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await server.db.sql
    .updateTable("planting_task")
    .set({ status: "completed" })
    .where("id", "=", id)
    .execute();
  const again = await makeTask(call, garden, type, { replaces: { task: id, visit } });
  expect((await kinds(id)).sort()).toEqual(["replanting", "state", "visit_asked", "visit_ended"]);
  const { results } = await timeline(id);
  expect(results.find(({ kind }) => kind === "replanting")?.count).toBe(again.id);
  expect(results.find(({ kind }) => kind === "visit_asked")?.text).toBe("after the frost");
});

test("leaves out the report for who may not see it, and is of the reader's scope", async () => {
  const ministry = await fixture.insert("ministry");
  const id = await livedTask(await fixture.insert("garden", { ministry_id: ministry }));
  const { call: reader } = await server.person("Timeline reader", {
    permissions: grants({ planttreetask: "v" }),
    ministryId: ministry,
  });
  expect(await kinds(id, reader)).toEqual(["comment", "state", "plan", "state"]);
  const { call: stranger } = await server.person("Timeline stranger", {
    permissions: grants({ planttreetask: "v" }),
    ministryId: await fixture.insert("ministry"),
  });
  expect((await stranger("GET", `${path}/${id}/timeline`)).status).toBe(404);
});
