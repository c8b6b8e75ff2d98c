/** Survival of what a planting task planted, through HTTP: visits, plots drawn at random, counts, estimates. */

import type {
  GardenSurvival,
  SurvivalVisit,
  TaskSurvival,
} from "@nihol/contract/planting/survival";
import { today } from "@nihol/contract/values/planting/programme-day";
import { json } from "@nihol/db/json";
import { drawPlots } from "@nihol/geo/draw-plots";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2, pointInMultiPolygon } from "@nihol/geo/polygon";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
/** Gives tasks and accepts them; plants and hands in. */
let giver: Caller;
let planter: Caller;
let type: number;
let garden: number;
let region: number;
const ring: [number, number][] = [
  [68.5, 38.5],
  [68.502, 38.5],
  [68.502, 38.502],
  [68.5, 38.502],
  [68.5, 38.5],
];
const boundary: MultiPolygon = { type: "MultiPolygon", coordinates: [[ring]] };

beforeAll(async () => {
  server = await testApp();
  giver = (await server.person("MasterAdmin")).call;
  planter = (await server.person("SysAdmin")).call;
  const fixture = plantingFixture(server);
  type = await fixture.treeType();
  region = await fixture.insert("region");
  garden = await fixture.insert("garden", {
    boundary: json(boundary),
    bbox: [68.5, 38.5, 68.502, 38.502],
    area_m2: geodesicAreaM2(boundary),
    region_id: region,
  });
});
afterAll(() => server.close());

const move = (call: Caller, task: number, status: string, comment = "as agreed") =>
  call("POST", `/plant-tree-task/${task}/status`, { status, comment });

/** A task whose trees were planted that many days ago, completed. */
async function completedTask(plantedAgo = 400, count = 100, of = garden): Promise<number> {
  const { id } = await makeTask(giver, of, type);
  const row = { tree_type: type, count, plant_date: day(-plantedAgo) };
  await planter("POST", `/plant-tree-task/${id}/report`, row);
  await move(planter, id, "submitted");
  expect((await move(giver, id, "completed")).status).toBe(200);
  return id;
}
const survivalOf = async (task: number, call = giver) =>
  (await call<TaskSurvival>("GET", `/plant-tree-task/${task}/survival`)).body;
const visitOf = async (task: number) => (await survivalOf(task)).visits[0] as SurvivalVisit;
const draw = (task: number, visit: number, more: object = {}, call = giver) =>
  call<TaskSurvival & Record<string, unknown>>(
    "POST",
    `/plant-tree-task/${task}/survival/${visit}/draw`,
    { plots: 5, radius_m: 5.64, ...more },
  );
const count = (task: number, visit: number, plot: number, body: object, call = giver) =>
  call<TaskSurvival & { code: string }>(
    "PUT",
    `/plant-tree-task/${task}/survival/${visit}/plot/${plot}`,
    { living: 8, dead: 1, missing: 1, ...body },
  );
const decide = (task: number, visit: number, state: string, reason = "", call = giver) =>
  call<TaskSurvival & Record<string, unknown>>(
    "POST",
    `/plant-tree-task/${task}/survival/${visit}/state`,
    { state, reason },
  );

/** A completed task with drawn plots in the visit of its first year. */
async function drawnVisit(plantedAgo?: number, of?: number) {
  const task = await completedTask(plantedAgo, 100, of);
  const visit = await visitOf(task);
  const { body, status } = await draw(task, visit.id);
  expect(status).toBe(201);
  const plots = body.visits[0]?.draw?.plots ?? [];
  return { task, visit: visit.id, plots: plots.map(({ id }) => id) };
}

describe("the visits of a task", () => {
  test("are made when it is completed, a year after the last planting day and twice more", async () => {
    const { id } = await makeTask(giver, garden, type);
    expect((await survivalOf(id)).visits).toEqual([]);
    const task = await completedTask(400);
    const { visits, waiting, reported } = await survivalOf(task);
    const after = (years: number) =>
      `${Number(day(-400).slice(0, 4)) + years}${day(-400).slice(4).replace("-02-29", "-02-28")}`;
    expect(visits.map(({ year, due_date }) => [year, due_date])).toEqual(
      [1, 2, 3].map((year) => [year, after(year)]),
    );
    expect(visits.map(({ due, state }) => [due, state])).toEqual([
      [true, "planned"],
      [false, "planned"],
      [false, "planned"],
    ]);
    expect([waiting, reported]).toEqual([false, 100]);
  });

  test("of a year that has passed are missed, and are no longer due", async () => {
    const { visits } = await survivalOf(await completedTask(800));
    expect(visits.map(({ due, missed }) => [due, missed])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
  });

  test("go when it is opened again; those with plots wait with their counts, and come back", async () => {
    const { task, visit, plots } = await drawnVisit();
    await count(task, visit, plots[0] as number, {});
    await move(giver, task, "needs_changes");
    const waiting = await survivalOf(task);
    expect(waiting.waiting).toBe(true);
    expect(waiting.visits.map(({ year, state, due }) => [year, state, due])).toEqual([
      [1, "drawn", false],
    ]);
    expect((await count(task, visit, plots[1] as number, {})).body.code).toBe("survival_waits");
    await move(planter, task, "submitted");
    await move(giver, task, "completed");
    const again = await survivalOf(task);
    expect(again.visits.map(({ year }) => year)).toEqual([1, 2, 3]);
    expect(again.visits[0]?.draw?.plots[0]).toMatchObject({ living: 8 });
  });

  test("are found by the filter of the list while they are due, and counted beside it", async () => {
    const due = await completedTask(400, 100);
    const later = await completedTask(20, 100);
    const list = await giver<{ results: { id: number }[] }>(
      "GET",
      "/plant-tree-task?status=survival_due&page_size=200",
    );
    const ids = list.body.results.map(({ id }) => id);
    expect(ids).toContain(due);
    expect(ids).not.toContain(later);
    const counts = await giver<{ survival_due: number }>("GET", "/plant-tree-task/count");
    expect(counts.body.survival_due).toBe(ids.length);
  });

  test("may be asked for besides, with what for", async () => {
    const task = await completedTask(20);
    const path = `/plant-tree-task/${task}/survival`;
    const asked = { due_date: day(3), purpose: "After the frost" };
    const { body, status } = await planter<TaskSurvival>("POST", path, asked);
    expect(status).toBe(201);
    expect(body.visits.at(-1)).toMatchObject({
      year: null,
      ...asked,
      state: "planned",
      due: false,
    });
    expect((await planter("POST", path, { ...asked, purpose: " " })).body).toHaveProperty(
      "purpose",
    );
    expect((await planter("POST", path, { ...asked, due_date: day(-3) })).body).toHaveProperty(
      "due_date",
    );
  });
});

describe("a draw", () => {
  test("puts plots inside the garden, and is repeated from what is kept of it", async () => {
    const { task } = await drawnVisit();
    const { draw: made } = await visitOf(task);
    expect(made).toMatchObject({ number: 1, plot_count: 5, radius_m: 5.64, reason: "" });
    const plots = made?.plots ?? [];
    expect(plots).toHaveLength(5);
    for (const { longitude, latitude } of plots)
      expect(pointInMultiPolygon(longitude, latitude, boundary)).toBe(true);
    const again = drawPlots({ ground: boundary, seed: made?.seed ?? 0, count: 5, radiusM: 5.64 });
    expect(plots.map((p) => [p.number, p.longitude, p.latitude, p.area_m2])).toEqual(
      again.map((p) => [p.number, p.longitude, p.latitude, p.areaM2]),
    );
  });

  test("again keeps the one before with its counts, says why, and is in the log", async () => {
    const { task, visit, plots } = await drawnVisit();
    await count(task, visit, plots[0] as number, { living: 3 });
    expect((await draw(task, visit)).body).toHaveProperty("reason");
    const { body } = await draw(task, visit, { plots: 6, reason: "A new road crosses it" });
    expect(body.visits[0]?.draw).toMatchObject({ number: 2, reason: "A new road crosses it" });
    expect(body.visits[0]?.earlier_draws[0]?.plots[0]).toMatchObject({ living: 3 });
    expect((await count(task, visit, plots[0] as number, {})).body.code).toBe("plots_replaced");
    const lines = await server.db.sql
      .selectFrom("audit_log")
      .where("action", "=", "survival_draw")
      .where("resource_id", "=", String(visit))
      .select("change")
      .orderBy("id")
      .execute();
    expect(lines.map(({ change }) => change)).toMatchObject([
      { number: 1, reason: "" },
      { number: 2, reason: "A new road crosses it" },
    ]);
  });

  test("asks for a sensible number, for ground, and for a visit that is open", async () => {
    const task = await completedTask();
    const { id } = await visitOf(task);
    expect((await draw(task, id, { plots: 2 })).body).toHaveProperty("plots");
    expect((await draw(task, id, { radius_m: 0 })).body).toHaveProperty("radius_m");
    expect((await draw(task, id, { plots: 60, radius_m: 30 })).body).toHaveProperty("plots");
    const bare = await plantingFixture(server).insert("garden");
    const unseen = await completedTask(400, 100, bare);
    const refused = await draw(unseen, (await visitOf(unseen)).id);
    expect([refused.status, refused.body.code]).toEqual([409, "no_ground"]);
    expect((await survivalOf(unseen)).proposal).toBeNull();
    const passed = await completedTask(800);
    expect((await draw(passed, (await visitOf(passed)).id)).body.code).toBe("visit_missed");
  });
});

describe("counts", () => {
  test("give no share before three plots, then one with its range, date and trees", async () => {
    const { task, visit, plots } = await drawnVisit();
    expect((await visitOf(task)).estimate).toMatchObject({ no_estimate: "too_few_plots" });
    for (const [index, plot] of plots.entries())
      await count(task, visit, plot, { living: 7 + (index % 2), note: `plot ${index}` });
    const { estimate } = await visitOf(task);
    expect(estimate).toMatchObject({
      ...{ no_estimate: null, counted_plots: 5, plots: 5, living: 37, dead: 5, missing: 5 },
      from: today(),
      to: today(),
    });
    const { survival, living_trees, planting_places } = estimate;
    expect(survival?.value).toBeCloseTo(37 / 47);
    expect(survival?.low).toBeLessThan(37 / 47);
    expect(survival?.high).toBeLessThan(1);
    expect(living_trees?.value).toBeCloseTo((100 * 37) / 47);
    expect(planting_places?.value).toBeGreaterThan(1000);
  });

  test("say where the counter stood and when, and nothing of the future", async () => {
    const { task, visit, plots } = await drawnVisit();
    const [plot = 0] = plots;
    const counter = { latitude: 38.6, longitude: 68.501, accuracy_m: 6 };
    const measured_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const { body } = await count(task, visit, plot, { counter, measured_at });
    expect(body.visits[0]?.draw?.plots[0]).toMatchObject({ counter, measured_at });
    expect(body.visits[0]?.draw?.plots[0]?.counter_distance_m).toBeGreaterThan(10_000);
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect((await count(task, visit, plot, { measured_at: later })).body).toHaveProperty(
      "measured_at",
    );
    expect((await count(task, visit, plot, { living: -1 })).body).toHaveProperty("living");
  });

  test("made without seeing another's are refused, so that a person may choose", async () => {
    const { task, visit, plots } = await drawnVisit();
    const [plot = 0] = plots;
    expect((await count(task, visit, plot, { seen: null })).status).toBe(200);
    const stale = await count(task, visit, plot, { living: 1, seen: null });
    expect([stale.status, stale.body.code]).toEqual([409, "plot_changed"]);
    const seen = (await visitOf(task)).draw?.plots[0]?.measured_at;
    expect((await count(task, visit, plot, { living: 1, seen })).status).toBe(200);
  });

  test("end with a reason for what is left, and can be opened again with one", async () => {
    const { task, visit, plots } = await drawnVisit();
    expect((await decide(task, visit, "done")).body).toHaveProperty("state");
    for (const plot of plots.slice(0, 4)) await count(task, visit, plot, {});
    expect((await decide(task, visit, "done")).body).toHaveProperty("reason");
    const done = await decide(task, visit, "done", "One plot lies in a ravine");
    expect(done.body.visits[0]).toMatchObject({ state: "done", due: false });
    expect((await count(task, visit, plots[4] as number, {})).body.code).toBe("visit_closed");
    expect((await draw(task, visit, { reason: "Other plots" })).body.code).toBe("visit_closed");
    expect((await decide(task, visit, "cancelled", "No")).body).toHaveProperty("state");
    expect((await decide(task, visit, "drawn")).body).toHaveProperty("reason");
    const open = await decide(task, visit, "drawn", "The ravine can be reached");
    expect(open.body.visits[0]).toMatchObject({ state: "drawn", finished_at: null });
    const cancelled = await decide(task, visit, "cancelled", "The garden was built over");
    expect(cancelled.body.visits[0]?.can).toMatchObject({ restore: true, draw: false });
    expect((await decide(task, visit, "planned", "A mistake")).body.visits[0]?.state).toBe("drawn");
  });
});

describe("rights and scope", () => {
  test("reading needs the right to see tasks, counting the one to report, correcting another's the one to change", async () => {
    const { task, visit, plots } = await drawnVisit();
    const [plot = 0] = plots;
    const person = async (name: string, report: string) =>
      (
        await server.person(name, {
          permissions: grants({ planttreetask: "v", planttreetaskreport: report }),
        })
      ).call;
    const nobody = await server.person("No survival", { permissions: grants({ garden: "v" }) });
    expect((await nobody.call("GET", `/plant-tree-task/${task}/survival`)).status).toBe(403);
    expect((await nobody.call("GET", `/garden/${garden}/survival`)).status).toBe(403);
    const reader = await person("Survival reader", "v");
    const seen = await survivalOf(task, reader);
    expect(seen.can.add).toBe(false);
    expect(seen.visits[0]?.can).toMatchObject({ draw: false, finish: false, cancel: false });
    expect((await draw(task, visit, { reason: "x" }, reader)).status).toBe(403);
    expect((await count(task, visit, plot, {}, reader)).status).toBe(403);
    expect((await decide(task, visit, "done", "x", reader)).status).toBe(403);
    const counter = await person("Survival counter", "va");
    expect((await count(task, visit, plot, {}, counter)).status).toBe(200);
    expect((await count(task, visit, plot, { living: 2 }, counter)).status).toBe(200);
    expect((await decide(task, visit, "cancelled", "x", counter)).status).toBe(403);
    const other = await person("Other counter", "va");
    expect((await count(task, visit, plot, { living: 5 }, other)).status).toBe(403);
    expect((await survivalOf(task, other)).visits[0]?.draw?.plots[0]?.can.count).toBe(false);
    const corrector = await person("Survival corrector", "vc");
    expect((await count(task, visit, plot, { living: 5 }, corrector)).status).toBe(200);
  });

  test("beyond the scope there is no task, no visit and no garden", async () => {
    const { task, visit, plots } = await drawnVisit();
    const elsewhere = await plantingFixture(server).insert("region");
    const permissions = grants({ planttreetask: "v", planttreetaskreport: "vac", garden: "v" });
    const { call } = await server.person("Far away", { permissions, regions: [elsewhere] });
    expect((await call("GET", `/plant-tree-task/${task}/survival`)).status).toBe(404);
    expect((await call("GET", `/garden/${garden}/survival`)).status).toBe(404);
    expect((await draw(task, visit, { reason: "x" }, call)).status).toBe(404);
    expect((await count(task, visit, plots[0] as number, {}, call)).status).toBe(404);
    expect((await decide(task, visit, "done", "x", call)).status).toBe(404);
    const asked = { due_date: day(3), purpose: "x" };
    expect((await call("POST", `/plant-tree-task/${task}/survival`, asked)).status).toBe(404);
    const { call: near } = await server.person("Near", {
      permissions: grants({ planttreetask: "v" }),
      regions: [region],
    });
    expect((await near("GET", `/plant-tree-task/${task}/survival`)).status).toBe(200);
    const other = await drawnVisit();
    expect((await count(task, other.visit, other.plots[0] as number, {})).status).toBe(404);
  });
});

test("a garden says by year what the done visits of its tasks say together, and a dash where nobody counted", async () => {
  const own = await plantingFixture(server).insert("garden", {
    boundary: json(boundary),
    area_m2: geodesicAreaM2(boundary),
  });
  for (const living of [9, 5]) {
    const { task, visit, plots } = await drawnVisit(400, own);
    for (const plot of plots)
      await count(task, visit, plot, { living, dead: 10 - living, missing: 0 });
    await decide(task, visit, "done");
  }
  await completedTask(400, 100, own);
  const { body } = await giver<GardenSurvival>("GET", `/garden/${own}/survival`);
  const [first, second] = body.years;
  expect(first).toMatchObject({ year: 1, tasks: 3, tasks_seen: 2, plots: 10, reported_seen: 200 });
  expect(first?.survival?.value).toBeCloseTo(0.7);
  expect(first?.survival?.low).toBeLessThan(0.7);
  expect(second).toMatchObject({ year: 2, tasks_seen: 0, survival: null, from: null });
});

test("tasks that were completed before there were visits get them by the migration", async () => {
  const task = await completedTask(400);
  const before = (await survivalOf(task)).visits.map(({ due_date }) => due_date);
  const { readFile } = await import("node:fs/promises");
  const file = new URL(
    "../../../../packages/db/migrations/0054_survival_visit.sql",
    import.meta.url,
  );
  const text = await readFile(file, "utf8");
  const backfill = text.slice(text.indexOf("insert into survival_visit"));
  await server.db.sql.deleteFrom("survival_visit").execute();
  await sql.raw(backfill).execute(server.db.sql);
  expect((await survivalOf(task)).visits.map(({ due_date }) => due_date)).toEqual(before);
});
