/** Tasks for many gardens by one call, and tasks that plant again what earlier ones lost. */

import type { GivenTask } from "@nihol/contract/planting/give-tasks";
import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import type { GardenSurvival } from "@nihol/contract/planting/survival";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

const path = "/plant-tree-task";
let server: TestApp;
let call: Caller;
let fixture: ReturnType<typeof plantingFixture>;
let type: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  fixture = plantingFixture(server);
  type = await fixture.treeType();
});
afterAll(() => server.close());

const countOf = async (garden: number) =>
  (await call<{ count: number }>("GET", `${path}?garden=${garden}`)).body.count;

describe("tasks for many gardens", () => {
  const give = (as: Caller, gardens: number[], dry_run: boolean, more: object = {}) =>
    as<{ rows: GivenTask[] }>("POST", `${path}/give`, {
      gardens: gardens.map((garden, index) => ({
        garden,
        items: [{ tree_type: type, quantity: 10 * (index + 1) }],
      })),
      assignedDate: day(0),
      dueDate: day(20),
      dry_run,
      ...more,
    });

  test("are only counted on a dry run, and then made with the quantities of each", async () => {
    const gardens = [await fixture.insert("garden"), await fixture.insert("garden")];
    const [one = 0, other = 0] = gardens;
    const dry = await give(call, gardens, true);
    expect(dry.body.rows).toEqual([
      { garden: one, task: null, trees: 10, refusals: [] },
      { garden: other, task: null, trees: 20, refusals: [] },
    ]);
    expect([await countOf(one), await countOf(other)]).toEqual([0, 0]);
    const { id: before } = await makeTask(call, await fixture.insert("garden"), type);
    await give(call, gardens, true);
    const { id: after } = await makeTask(call, await fixture.insert("garden"), type);
    expect(after).toBe(before + 1);
    const { body } = await give(call, gardens, false);
    const made = await call<PlantTreeTaskDetail>("GET", `${path}/${body.rows[1]?.task}`);
    expect(made.body).toMatchObject({
      garden: { id: other },
      status: "pending",
      scheduled_plant_count: 20,
      dueDate: day(20),
    });
  });

  test("are refused one by one, with the reason in the reader's language", async () => {
    const ministry = await fixture.insert("ministry");
    const own = await fixture.insert("garden", { ministry_id: ministry });
    const foreign = await fixture.insert("garden");
    const { call: clerk } = await server.person("Giving clerk", {
      permissions: grants({ planttreetask: "va" }),
      ministryId: ministry,
    });
    for (const dry_run of [true, false]) {
      const { body } = await give(clerk, [foreign, own], dry_run);
      expect(body.rows).toMatchObject([
        { garden: foreign, task: null, trees: 0, refusals: [expect.any(String)] },
        { garden: own, trees: 20, refusals: [] },
      ]);
    }
    expect([await countOf(foreign), await countOf(own)]).toEqual([0, 1]);
    const { call: viewer } = await server.person("Giving viewer", {
      permissions: grants({ planttreetask: "v" }),
    });
    expect((await give(viewer, [own], true)).status).toBe(403);
    expect((await give(call, [own], true, { dueDate: day(-1) })).status).toBe(400);
  });
});

describe("a replanting", () => {
  /** A completed task of 100 trees, and what its garden is. */
  async function completed(region?: number) {
    const garden = await fixture.insert("garden", { region_id: region });
    const { id } = await makeTask(call, garden, type);
    await call("POST", `${path}/${id}/report`, {
      tree_type: type,
      count: 100,
      plant_date: day(-5),
    });
    await server.db.sql
      .updateTable("planting_task")
      .set({ status: "completed" })
      .where("id", "=", id)
      .execute();
    return { id, garden };
  }
  const order = (garden: number, task: number, visit: number | null = null) =>
    call<PlantTreeTaskDetail & Record<string, string[]>>("POST", path, {
      garden,
      assignedDate: day(0),
      dueDate: day(30),
      items: [{ tree_type: type, quantity: 30 }],
      replaces: { task, visit },
    });
  const visitOf = async (task_id: number) =>
    (
      await server.db.sql
        .insertInto("survival_visit")
        .values({ task_id, due_date: day(0) })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;

  test("is linked with the first task and the visit, and shown on both", async () => {
    const { id, garden } = await completed();
    const visit = await visitOf(id);
    const { status, body } = await order(garden, id, visit);
    expect(status).toBe(201);
    expect(body).toMatchObject({ replaces: id, replanted_by: [] });
    const first = await call<PlantTreeTaskDetail>("GET", `${path}/${id}`);
    expect(first.body).toMatchObject({
      replaces: null,
      replanted_by: [{ id: body.id, status: "pending", scheduled: 30, submitted: 0, visit }],
    });
  });

  test("is refused for another garden, before the first task is completed, and with a visit of another task", async () => {
    const { id, garden } = await completed();
    const other = await completed();
    expect(Object.keys((await order(other.garden, id)).body)).toEqual(["garden"]);
    expect(Object.keys((await order(garden, id, await visitOf(other.id))).body)).toEqual([
      "replaces",
    ]);
    expect(Object.keys((await order(garden, 999_999)).body)).toEqual(["replaces"]);
    const open = await makeTask(call, garden, type);
    expect((await order(garden, open.id)).body.replaces).toEqual([
      "Replanting is ordered once the first task is completed",
    ]);
  });

  test("adds no trees to the figures of a report, and its survival is said apart", async () => {
    const { region } = await fixture.territory();
    const { id, garden } = await completed(region);
    const figures = async () => {
      const { body } = await call<{ results: { region?: { id: number }; tasks?: object }[] }>(
        "GET",
        `/report/region?from=${day(-60)}&to=${day(60)}`,
      );
      return JSON.stringify(body).match(/"scheduled_plant_count":\d+|"scheduled":\d+/g);
    };
    const before = await figures();
    expect(before?.some((one) => !one.endsWith(":0"))).toBe(true);
    const { body: again } = await order(garden, id);
    expect(await figures()).toEqual(before);
    const survival = () => call<GardenSurvival>("GET", `/garden/${garden}/survival`);
    expect((await survival()).body).toMatchObject({ years: [{ tasks: 1 }, {}, {}], replanted: [] });
    await server.db.sql
      .updateTable("planting_task")
      .set({ status: "completed" })
      .where("id", "=", again.id)
      .execute();
    expect((await survival()).body).toMatchObject({
      years: [{ tasks: 1, reported: 100 }, {}, {}],
      replanted: [{ tasks: 1, reported: 0 }, {}, {}],
    });
  });

  test("keeps the first task, which has a report, from being deleted", async () => {
    const { id, garden } = await completed();
    const { body } = await order(garden, id);
    expect((await call("DELETE", `${path}/${id}`)).status).toBe(409);
    const left = await call<PlantTreeTaskDetail>("GET", `${path}/${body.id}`);
    expect(left.body).toMatchObject({ replaces: id });
  });
});
