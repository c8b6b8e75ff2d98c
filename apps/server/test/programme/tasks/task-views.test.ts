/** Planting tasks by day and place: what is overdue or due soon, the board's columns, the calendar and the map. */
import type { Page } from "@nihol/contract/paging";
import type { PlantTreeTask, PlantTreeTaskCounts } from "@nihol/contract/planting/plant-tree-tasks";
import type { TaskDueDay, TaskPlace } from "@nihol/contract/planting/task-views";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
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

/** A task of a garden, in a state, due so many days from today. */
async function taskDue(garden: number, days: number, status: TaskStatus = "in_progress") {
  const { id } = await makeTask(call, garden, type);
  await server.db.sql
    .updateTable("planting_task")
    .set({ status, assigned_date: day(-900), due_date: day(days) })
    .where("id", "=", id)
    .execute();
  return id;
}
const list = async (query: string) =>
  (await call<Page<PlantTreeTask>>("GET", `${path}?${query}`)).body.results;
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

describe("the days of a task", () => {
  test("are counted to its due date and past it, and not where nothing is to be planted", async () => {
    const garden = await fixture.insert("garden");
    await taskDue(garden, -12);
    await taskDue(garden, 0, "needs_changes");
    await taskDue(garden, 5, "pending");
    await taskDue(garden, -12, "submitted");
    const rows = await list(`garden=${garden}&ordering=id`);
    expect(rows.map(({ days_left, overdue }) => [days_left, overdue])).toEqual([
      [-12, true],
      [0, false],
      [5, false],
      [null, false],
    ]);
  });

  test("make it overdue, or due within seven days, in the list and in the counts", async () => {
    const garden = await fixture.insert("garden");
    const late = await taskDue(garden, -1);
    const today = await taskDue(garden, 0);
    const week = await taskDue(garden, 7);
    await taskDue(garden, 8);
    await taskDue(garden, 3, "completed");
    expect(await idsOf(`garden=${garden}&status=overdue`)).toEqual([late]);
    const soon = await idsOf(`garden=${garden}&status=due_soon&ordering=dueDate`);
    expect(soon).toEqual([today, week]);
    const { body } = await call<PlantTreeTaskCounts>("GET", `${path}/count?garden=${garden}`);
    expect(body).toMatchObject({
      all: 5,
      to_plant: 4,
      overdue: 1,
      due_soon: 2,
      in_progress: 4,
      completed: 1,
    });
  });

  test("put the longest overdue first, and those done last in either direction", async () => {
    const garden = await fixture.insert("garden");
    const soon = await taskDue(garden, 4);
    const done = await taskDue(garden, -90, "completed");
    const longest = await taskDue(garden, -30);
    const late = await taskDue(garden, -2);
    expect(await idsOf(`garden=${garden}&ordering=days_left`)).toEqual([longest, late, soon, done]);
    expect(await idsOf(`garden=${garden}&ordering=-days_left`)).toEqual([
      soon,
      late,
      longest,
      done,
    ]);
  });
});

test("a column of the board holds one state, under a condition that goes over all of them", async () => {
  const garden = await fixture.insert("garden");
  const late = await taskDue(garden, -3);
  await taskDue(garden, 3);
  await taskDue(garden, -3, "pending");
  await taskDue(garden, -3, "completed");
  expect(await idsOf(`garden=${garden}&status=overdue&state=in_progress`)).toEqual([late]);
  expect(await idsOf(`garden=${garden}&status=overdue&state=completed`)).toEqual([]);
});

describe("the calendar", () => {
  const month = "2031-02";
  const due = async (garden: number, date: string, status: TaskStatus = "pending") => {
    const id = await taskDue(garden, 0, status);
    await server.db.sql
      .updateTable("planting_task")
      .set({ due_date: date, assigned_date: "2021-01-01" })
      .where("id", "=", id)
      .execute();
    return id;
  };
  const days = async (query: string, as = call) =>
    (await as<{ count: number; days: TaskDueDay[] }>("GET", `${path}/calendar?${query}`)).body;

  test("names the first three tasks of each day of the month, and counts all of them", async () => {
    const garden = await fixture.insert("garden");
    const last = await due(garden, "2031-02-28");
    const many: number[] = [];
    for (const _ of [1, 2, 3, 4]) many.push(await due(garden, "2031-02-03"));
    await due(garden, "2031-03-01");
    await due(garden, "2031-01-31");
    const answer = await days(`month=${month}&garden=${garden}`);
    expect(answer.count).toBe(5);
    expect(answer.days.map((one) => [one.date, one.count, one.tasks.map(({ id }) => id)])).toEqual([
      ["2031-02-03", 4, many.slice(0, 3)],
      ["2031-02-28", 1, [last]],
    ]);
    expect(
      await idsOf(`garden=${garden}&due_from=2031-02-03&due_to=2031-02-03&ordering=id`),
    ).toEqual(many);
  });

  test("says what is overdue, and keeps to the filters of the list", async () => {
    const garden = await fixture.insert("garden");
    await due(garden, "2021-05-04", "completed");
    const late = await due(garden, "2021-05-04");
    const [one] = (await days(`month=2021-05&garden=${garden}`)).days;
    expect(one).toMatchObject({ count: 2, overdue: 1, tasks: [{ id: late, overdue: true }, {}] });
    const done = await days(`month=2021-05&garden=${garden}&status=completed`);
    expect(done).toMatchObject({ count: 1, days: [{ overdue: 0 }] });
  });

  test("is of the reader's scope, and of a month that there is", async () => {
    const own = await fixture.insert("ministry");
    const garden = await fixture.insert("garden");
    await due(garden, "2031-04-05");
    const { call: clerk } = await server.person("Calendar clerk", {
      permissions: grants({ planttreetask: "v" }),
      ministryId: own,
    });
    expect(await days("month=2031-04", clerk)).toEqual({ month: "2031-04", count: 0, days: [] });
    expect((await call("GET", `${path}/calendar?month=2031-13`)).status).toBe(400);
  });
});

describe("the places", () => {
  test("are the gardens with how many tasks of each state; those without a boundary are counted apart", async () => {
    const { region } = await fixture.territory();
    const garden = await fixture.insert("garden", { region_id: region, center: [68.5, 38.25] });
    const unplaced = await fixture.insert("garden", { region_id: region });
    await taskDue(garden, -3);
    await taskDue(garden, 3);
    await taskDue(garden, 3, "completed");
    await taskDue(unplaced, 3);
    const { body } = await call<{ places: TaskPlace[]; without_place: number }>(
      "GET",
      `${path}/places?region=${region}`,
    );
    expect(body).toMatchObject({
      without_place: 1,
      places: [
        {
          garden: { id: garden },
          longitude: 68.5,
          latitude: 38.25,
          count: 3,
          overdue: 1,
          states: { in_progress: 2, completed: 1, pending: 0 },
        },
      ],
    });
    const late = await call<{ places: TaskPlace[] }>(
      "GET",
      `${path}/places?region=${region}&status=overdue`,
    );
    expect(late.body).toMatchObject({ without_place: 0, places: [{ count: 1, overdue: 1 }] });
  });
});
