/** Reports that were found not to stand: planted in no figure, and told apart in the list. */
import type { PlantTreeTask, PlantTreeTaskCounts } from "@nihol/contract/planting/plant-tree-tasks";
import type { Report } from "@nihol/contract/reports/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FiguresWorld, makeFiguresWorld } from "../../support/figures-world.ts";
import { type Caller, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let call: Caller;
let world: FiguresWorld;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  world = await makeFiguresWorld(server);
});
afterAll(() => server.close());

const listed = async (query = "") =>
  (await call<{ results: PlantTreeTask[] }>("GET", `/plant-tree-task?page_size=100${query}`)).body
    .results;

test("list, its totals and the report say the same of scheduled, planted and contradicted trees", async () => {
  const { total, grand_total } = (await call<Report>("GET", "/report/region")).body;
  const { tasks } = grand_total ?? total;
  const expected = {
    ...{ scheduled_plant_count: 520 + 1980 + 57 + 30, submitted_plant_count: 500 + 57 + 30 },
    contradicted_plant_count: 2400,
  };
  expect(tasks).toMatchObject({ ...expected, verified_plant_count: 530, count: 6 });
  const counts = (await call<PlantTreeTaskCounts>("GET", "/plant-tree-task/count")).body;
  expect(counts).toMatchObject(expected);
  const rows = (await listed()).filter(({ counted }) => counted);
  const sum = (of: (row: PlantTreeTask) => number) => rows.reduce((all, row) => all + of(row), 0);
  expect({
    scheduled_plant_count: sum((row) => row.scheduled_plant_count),
    submitted_plant_count: sum((row) => row.submitted_plant_count - row.contradicted_plant_count),
    contradicted_plant_count: sum((row) => row.contradicted_plant_count),
  }).toEqual(expected);
});

test("rows say verdict and survival, and are narrowed by them", async () => {
  const contradicted = await listed("&contradicted=true");
  expect(contradicted).toMatchObject([
    {
      ...{ id: world.tasks.false, verdict: "contradicts", contradicted_plant_count: 2400 },
      survival: { year: 1, living: { value: 35, low: 0, high: 95 } },
    },
  ]);
  const early = (await listed()).find(({ id }) => id === world.tasks.early);
  expect(early).toMatchObject({ survival: null, counted: true });
  const others = (await listed("&counted=false")).map(({ id }) => id).sort((a, b) => a - b);
  expect(others).toEqual([world.tasks.cancelled, world.tasks.again].sort((a, b) => a - b));
});
