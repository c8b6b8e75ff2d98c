/** Moving planting tasks: every pair of states, by everybody whose move it may be. */

import type { PlantTreeTask, PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import {
  plantingStatuses,
  type TaskStatus,
  taskStatuses,
  taskTransitions,
  transitionOf,
} from "@nihol/contract/values/plant-tree-task-states";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let giver: Caller;
let secondGiver: Caller;
let planter: Caller;
let reader: Caller;
let type: number;
let garden: number;
beforeAll(async () => {
  server = await testApp();
  const as = async (role: string, given: Record<string, string>) =>
    (await server.person(role, { permissions: grants(given) })).call;
  giver = await as("Giver", { planttreetask: "vac", planttreetaskreport: "v" });
  secondGiver = await as("Second giver", { planttreetask: "vc", planttreetaskreport: "v" });
  planter = await as("Planter", { planttreetask: "v", planttreetaskreport: "va" });
  reader = await as("Reader", { planttreetask: "v" });
  const fixture = plantingFixture(server);
  type = await fixture.treeType();
  garden = await fixture.insert("garden");
});
afterAll(() => server.close());

/** A task in any state, with one report row unless `bare`. */
async function taskIn(status: TaskStatus, bare = false): Promise<number> {
  const { id } = await makeTask(giver, garden, type);
  if (!bare) {
    await server.db.sql
      .insertInto("planting_report")
      .values({ task_id: id, tree_type_id: type, count: 5, plant_date: day(-1) })
      .execute();
  }
  await server.db.sql.updateTable("planting_task").set({ status }).where("id", "=", id).execute();
  return id;
}
const move = (call: Caller, id: number, status: TaskStatus, comment = "why") =>
  call<PlantTreeTaskDetail & Record<string, string[]>>("POST", `/plant-tree-task/${id}/status`, {
    status,
    comment,
  });

describe.each(taskStatuses)("from %s", (from) => {
  test.each(taskStatuses)("to %s: as the table says", async (to) => {
    const transition = transitionOf(from, to);
    const id = await taskIn(from);
    const { body: before } = await planter<PlantTreeTask>("GET", `/plant-tree-task/${id}`);
    const byPlanter = transition?.by.includes("planttreetaskreport.add") === true;
    expect(before.transitions.some((one) => one.to === to)).toBe(byPlanter);
    expect((await move(reader, id, to)).status).toBe(403);
    if (!transition) {
      const { status, body } = await move(giver, id, to);
      expect([status, Object.keys(body)]).toEqual([400, ["status"]]);
      return;
    }
    if (!byPlanter) expect((await move(planter, id, to)).status).toBe(403);
    if (transition.needsComment) {
      const silent = await move(giver, id, to, " ");
      expect([silent.status, Object.keys(silent.body)]).toEqual([400, ["comment"]]);
    }
    const moved = await move(byPlanter ? planter : giver, id, to);
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      status: to,
      history: [{ from, to, comment: "why", by: byPlanter ? "Test Planter" : "Test Giver" }, {}],
    });
  });
});

test("the table leads out of every state, and names no pair twice", () => {
  const pairs = taskTransitions.map(({ from, to }) => `${from} ${to}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(new Set(taskTransitions.map(({ from }) => from))).toEqual(new Set(taskStatuses));
});

test("a task where nothing was planted is not handed in", async () => {
  const id = await taskIn("in_progress", true);
  const { body } = await giver<PlantTreeTask>("GET", `/plant-tree-task/${id}`);
  expect(body.transitions.map(({ to }) => to)).not.toContain("submitted");
  const refused = await move(planter, id, "submitted");
  expect([refused.status, refused.body.status]).toEqual([400, ["First report what was planted"]]);
});

test("a person who handed a task in does not accept it; somebody else does, and handing in less says why", async () => {
  const path = (id: number) => `/plant-tree-task/${id}`;
  const id = await taskIn("in_progress");
  const { body: before } = await giver<PlantTreeTask>("GET", path(id));
  expect(before.transitions).toContainEqual({
    to: "submitted",
    needs_comment: true,
    blocked: null,
  });
  const silent = await move(giver, id, "submitted", " ");
  expect([silent.status, silent.body.comment]).toEqual([
    400,
    ["Fewer trees are reported than the task asks for: say why"],
  ]);
  const { body: own } = await move(giver, id, "submitted", "hail took the rest");
  expect(own.transitions).toContainEqual({
    to: "completed",
    needs_comment: false,
    blocked: "own_submission",
  });
  for (const refused of [
    await move(giver, id, "completed"),
    await giver("PATCH", path(id), { status: "completed", comment: "why" }),
  ])
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["status"]]);
  const { body: seen } = await secondGiver<PlantTreeTask>("GET", path(id));
  expect(seen.transitions).toContainEqual({ to: "completed", needs_comment: false, blocked: null });
  expect((await move(secondGiver, id, "completed")).status).toBe(200);
});

test("a task planted in full is handed in without a word; the last to hand it in counts", async () => {
  const id = await taskIn("in_progress");
  await server.db.sql
    .updateTable("planting_report")
    .set({ count: 100 })
    .where("task_id", "=", id)
    .execute();
  expect((await move(giver, id, "submitted", "")).status).toBe(200);
  expect((await move(giver, id, "in_progress", "")).status).toBe(200);
  expect((await move(planter, id, "submitted", "")).status).toBe(200);
  expect((await move(giver, id, "completed", "")).status).toBe(200);
});

test("far more than the task asks for is accepted with a reason alone", async () => {
  const id = await taskIn("submitted");
  const reported = (count: number) =>
    server.db.sql.updateTable("planting_report").set({ count }).where("task_id", "=", id).execute();
  await reported(1_000_000);
  const { body: seen } = await giver<PlantTreeTask>("GET", `/plant-tree-task/${id}`);
  expect(seen.transitions).toContainEqual({ to: "completed", needs_comment: true, blocked: null });
  const silent = await move(giver, id, "completed", "");
  expect([silent.status, silent.body.comment]).toEqual([
    400,
    ["Far more trees are reported than the task asks for: to accept them, say why"],
  ]);
  await reported(120);
  expect((await move(giver, id, "completed", "")).status).toBe(200);
});

test("a status in the form is a transition, with the comment it needs", async () => {
  const id = await taskIn("submitted");
  const path = `/plant-tree-task/${id}`;
  const silent = await giver("PATCH", path, { status: "needs_changes" });
  expect([silent.status, Object.keys(silent.body)]).toEqual([400, ["comment"]]);
  const sent = { status: "needs_changes", comment: "photos, please", dueDate: day(30) };
  expect((await giver("PATCH", path, sent)).body).toMatchObject({
    status: "needs_changes",
    dueDate: day(30),
    history: [{ comment: "photos, please" }, {}],
  });
  expect((await giver("PATCH", path, { status: "completed" })).status).toBe(400);
  const same = await giver<PlantTreeTaskDetail>("PATCH", path, { status: "needs_changes" });
  expect(same.body.history).toHaveLength(2);
});

test.each(["completed", "cancelled"] as const)("a %s task keeps its plan", async (status) => {
  const id = await taskIn(status);
  const path = `/plant-tree-task/${id}`;
  expect((await giver<PlantTreeTask>("GET", path)).body.can.change).toBe(false);
  const refused = await giver("PATCH", path, { dueDate: day(30) });
  expect([refused.status, refused.body.code]).toEqual([409, "task_closed"]);
});

test.each(taskStatuses)(
  "%s after its due date is overdue only while somebody plants",
  async (s) => {
    const id = await taskIn(s);
    const late = { assigned_date: day(-30), due_date: day(-2) };
    await server.db.sql.updateTable("planting_task").set(late).where("id", "=", id).execute();
    const { body } = await giver<PlantTreeTask>("GET", `/plant-tree-task/${id}`);
    expect(body.overdue).toBe(plantingStatuses.some((one) => one === s));
  },
);

test("a task is not overdue on its due date", async () => {
  const id = await taskIn("in_progress");
  const due = { assigned_date: day(-30), due_date: day(0) };
  await server.db.sql.updateTable("planting_task").set(due).where("id", "=", id).execute();
  const { body } = await giver<PlantTreeTask>("GET", `/plant-tree-task/${id}`);
  expect(body.overdue).toBe(false);
});
