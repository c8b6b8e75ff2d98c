/** Survival and living trees of reports, gardens and tasks: what plots and verdicts say, age by age. */
import type { GardenSurvival, TaskSurvival } from "@nihol/contract/planting/survival";
import type { Report } from "@nihol/contract/reports/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FiguresWorld, makeFiguresWorld } from "../support/figures-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let world: FiguresWorld;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  world = await makeFiguresWorld(server);
});
afterAll(() => server.close());

const report = async () =>
  (await call<Report>("GET", "/report/region?from=2026-03-01&to=2026-03-31")).body;
const survivalOf = async (task: number) =>
  (await call<TaskSurvival>("GET", `/plant-tree-task/${task}/survival`)).body;

test("living trees are the places found within the verdict; of a contradicted report those that stand by it", async () => {
  const { total } = await report();
  expect(total.survival.living?.value).toBe(400 + 35);
  expect(total.survival.living?.high).toBeLessThan(700);
  const [contradicted] = (await survivalOf(world.tasks.false)).visits;
  expect(contradicted?.estimate.living_trees).toEqual({ value: 35, low: 0, high: 95 });
  expect(contradicted?.estimate.planting_places?.value).toBeCloseTo(204.7, 1);
  const [agreed] = (await survivalOf(world.tasks.true)).visits;
  expect(agreed?.estimate.living_trees?.value).toBeCloseTo(400);
});

test("living trees of the chart are those of the tasks scheduled for the period, not of older ones", async () => {
  const { total } = await report();
  expect(total.tasks.scheduled_plant_count).toBe(57);
  expect(total.survival.living?.value).toBe(435);
  expect(total.survival.living_scheduled).toBeNull();
  const { body } = await call<Report>("GET", "/report/region?from=2025-03-01&to=2026-03-31");
  expect(body.total.survival.living_scheduled).toEqual(body.total.survival.living);
  expect(body.total.survival.living?.value).toBe(435);
});

test("of a decision against the machine the machine's range says nothing", async () => {
  const { sql: db } = server.db;
  const decide = (decided: "agrees" | "contradicts") =>
    db
      .updateTable("planting_verdict")
      .set({ decided })
      .where("task_id", "=", world.tasks.false)
      .execute();
  await decide("agrees");
  const [visit] = (await survivalOf(world.tasks.false)).visits;
  expect(visit?.estimate.living_trees?.value).toBeCloseTo((4 / 7) * 204.7, 0);
  await decide("contradicts");
});

test("a visit days after planting is no survival, and every age stands apart: in report and garden alike", async () => {
  const { rows, total } = await report();
  const [north, south] = [world.north, world.south].map((id) => rows.find((row) => row.id === id));
  expect(south?.survival).toMatchObject({ tasks: 0, tasks_visited: 0, rate: null, years: [] });
  expect(total.survival.years).toEqual([
    { year: 1, tasks: 2, plots: 22, rate: north?.survival.rate },
  ]);
  const [early] = (await survivalOf(world.tasks.early)).visits;
  expect(early).toMatchObject({ early: true, age_days: 4 });
  const garden = async (id: number) =>
    (await call<GardenSurvival>("GET", `/garden/${id}/survival`)).body.years;
  expect((await garden(world.gardens.early)).map(({ tasks_seen }) => tasks_seen)).toEqual([
    0, 0, 0,
  ]);
  const [year1] = await garden(world.gardens.true);
  expect(year1).toMatchObject({ tasks_seen: 1, plots: 10, survival: { value: 0.8 } });
});

test("a visit that was asked for counts in the year that it was made in", async () => {
  const { sql: db } = server.db;
  const of = db.updateTable("survival_visit").where("task_id", "=", world.tasks.true);
  await of.set({ year: null }).execute();
  const { body } = await call<GardenSurvival>("GET", `/garden/${world.gardens.true}/survival`);
  expect(body.years.map(({ tasks_seen }) => tasks_seen)).toEqual([1, 0, 0]);
  expect((await report()).total.survival.years.map(({ year, tasks }) => [year, tasks])).toEqual([
    [1, 2],
  ]);
  await of.set({ year: 1 }).execute();
});
