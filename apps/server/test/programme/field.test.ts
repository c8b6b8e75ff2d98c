/** Entries that a phone takes along and sends when there is a line, through HTTP: each once, by whoever made it. */
import { randomUUID } from "node:crypto";
import type { Page } from "@nihol/contract/paging";
import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let officer: { id: number; call: Caller };
let other: { id: number; call: Caller };
let type: number;
let garden: number;
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
  officer = await server.person("SysAdmin");
  other = await server.person("MasterAdmin");
  const fixture = plantingFixture(server);
  type = await fixture.treeType();
  garden = await fixture.insert("garden", {
    boundary: json(boundary),
    bbox: [68.5, 38.5, 68.502, 38.502],
    area_m2: geodesicAreaM2(boundary),
  });
});
afterAll(() => server.close());

type Answer = PlantTreeReport & { code?: string } & Record<string, unknown>;
const row = (more: object = {}) => ({ tree_type: type, count: 10, plant_date: day(-2), ...more });
const report = (task: number, more: object = {}, call = officer.call) =>
  call<Answer>("POST", `/plant-tree-task/${task}/report`, row(more));
const countOf = async (task: number) =>
  (await officer.call<Page<PlantTreeReport>>("GET", `/plant-tree-task/${task}/report`)).body.count;
const entry = (more: object = {}) => ({ id: randomUUID(), person: officer.id, ...more });
const newTask = async (more: object = {}) => (await makeTask(other.call, garden, type, more)).id;
const move = (call: Caller, task: number, status: string) =>
  call("POST", `/plant-tree-task/${task}/status`, { status, comment: "as agreed" });

describe("an entry", () => {
  test("that is sent again adds nothing and is answered by its row, also after the task was handed in", async () => {
    const task = await newTask();
    const made = entry();
    const first = await report(task, { entry: made });
    expect(first.status).toBe(201);
    const again = await report(task, { entry: made });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    await move(officer.call, task, "submitted");
    expect((await report(task, { entry: made })).body.id).toBe(first.body.id);
    expect((await report(task, { entry: entry() })).body.code).toBe("report_closed");
    expect(await countOf(task)).toBe(1);
  });

  test("that comes twice at once adds one row", async () => {
    const task = await newTask();
    const made = entry();
    const answers = await Promise.all([1, 2, 3].map(() => report(task, { entry: made })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await countOf(task)).toBe(1);
  });

  test("of somebody else is refused, whether or not it has arrived, and whoever made it can still send it", async () => {
    const task = await newTask();
    const made = entry();
    const code = async (sent: object) =>
      (await report(task, { entry: sent }, other.call)).body.code;
    expect(await code(made)).toBe("entry_of_another");
    expect((await report(task, { entry: made })).status).toBe(201);
    expect(await code(made)).toBe("entry_of_another");
    expect(await code({ ...made, person: other.id })).toBe("entry_of_another");
    expect(await countOf(task)).toBe(1);
  });

  test("whose row was deleted since says so, and does not come back", async () => {
    const task = await newTask();
    const made = entry();
    const { body } = await report(task, { entry: made });
    await other.call("DELETE", `/plant-tree-task/${task}/report/${body.id}`);
    expect((await report(task, { entry: made })).body.code).toBe("entry_deleted");
    expect(await countOf(task)).toBe(0);
  });

  test("of a task whose plan was changed since goes through; of another garden it is left to a person", async () => {
    const task = await newTask();
    // As phones of an earlier version send it.
    const seen = { garden, due_date: day(10), items: [{ tree_type: type, quantity: 100 }] };
    const items = [{ tree_type: type, quantity: 40 }];
    await other.call("PATCH", `/plant-tree-task/${task}`, { dueDate: day(30), items });
    expect((await report(task, { entry: entry({ seen }) })).status).toBe(201);
    const elsewhere = await plantingFixture(server).insert("garden", {});
    await other.call("PATCH", `/plant-tree-task/${task}`, { garden: elsewhere });
    expect((await report(task, { entry: entry({ seen }) })).body.code).toBe("task_changed");
    const now = { garden: elsewhere };
    expect((await report(task, { entry: entry({ seen: now }) })).status).toBe(201);
  });

  test("that has arrived is corrected by whoever made it, and by nobody else without the right to change rows", async () => {
    const brigade = { planttreetask: "v", planttreetaskreport: "va" };
    const maker = await server.person("Brigade", { permissions: grants(brigade) });
    const colleague = await server.person("Other brigade", { permissions: grants(brigade) });
    const task = await newTask();
    const { body } = await report(task, {}, maker.call);
    expect(body.can).toMatchObject({ change: true, delete: false });
    const at = `/plant-tree-task/${task}/report/${body.id}`;
    const corrected = await maker.call<Answer>("PATCH", at, { count: 8 });
    expect([corrected.status, corrected.body.count]).toEqual([200, 8]);
    expect((await colleague.call<Answer>("GET", at)).body.can).toMatchObject({ change: false });
    expect((await colleague.call("PATCH", at, { count: 9 })).status).toBe(403);
    await move(officer.call, task, "submitted");
    expect((await maker.call<Answer>("PATCH", at, { count: 9 })).body.code).toBe("report_closed");
  });
});

describe("the place of a row", () => {
  const place = async (sent: object) => {
    const { status, body } = await report(await newTask(), { place: sent, accuracy_m: 6 });
    return { status, body };
  };

  test("is a point, a walked line or a drawn area, and gives the position", async () => {
    const point = { type: "Point", coordinates: [68.501, 38.501] };
    expect((await place(point)).body).toMatchObject({
      ...{ place: point, accuracy_m: 6, in_garden: true },
      position: { longitude: 68.501, latitude: 38.501 },
    });
    const line = {
      type: "LineString",
      coordinates: [
        [68.5, 38.5],
        [68.501, 38.5],
        [68.502, 38.5],
      ],
    };
    expect((await place(line)).body).toMatchObject({
      place: line,
      position: { longitude: 68.501, latitude: 38.5 },
    });
    // Clockwise and closed; it is kept counter-clockwise.
    const area = { type: "Polygon", coordinates: [[ring[0], ring[3], ring[2], ring[1], ring[0]]] };
    const { body } = await place(area);
    expect(body.place).toEqual({ type: "Polygon", coordinates: [expect.arrayContaining(ring)] });
    expect(body.position?.longitude).toBeCloseTo(68.501, 9);
  });

  test("is corrected by who may change the row, with its position, and the log says how", async () => {
    const task = await newTask();
    const point = { type: "Point", coordinates: [68.501, 38.501] };
    const { body } = await report(task, { place: point, accuracy_m: 6 });
    const at = `/plant-tree-task/${task}/report/${body.id}`;
    const change = (call: Caller, sent: object) => call<Answer>("PATCH", at, sent);
    expect((await change(officer.call, { place: point, count: 9 })).body.accuracy_m).toBe(6);
    const line = {
      type: "LineString",
      coordinates: [
        [68.5, 38.5],
        [68.502, 38.502],
      ],
    };
    expect((await change(other.call, { place: line, position: null })).body).toMatchObject({
      ...{ place: line, accuracy_m: null, position: { longitude: 68.502, latitude: 38.502 } },
    });
    const { results } = (
      await other.call<Page<{ change: object | null }>>(
        "GET",
        `/audit-log?resource=planttreetaskreport&resource_id=${body.id}`,
      )
    ).body;
    expect(results[0]?.change).toMatchObject({ task, place: line });
    const position = { latitude: 38.5005, longitude: 68.5005 };
    expect((await change(officer.call, { place: null, position })).body).toMatchObject({
      place: null,
      position,
    });
    const swapped = { type: "Point", coordinates: [38.5, 68.5] };
    expect(Object.keys((await change(officer.call, { place: swapped })).body)).toContain("place");
    const reader = await server.person("Reader of reports", {
      permissions: grants({ planttreetask: "v", planttreetaskreport: "v" }),
    });
    expect((await change(reader.call, { place: line })).status).toBe(403);
  });

  test("that is no place is refused with its reason", async () => {
    const reason = async (sent: object) => {
      const { status, body } = await place(sent);
      return [status, ...Object.keys(body), String(Object.values(body)[0]).slice(0, 30)];
    };
    const bowtie = [
      [68.5, 38.5],
      [68.502, 38.502],
      [68.502, 38.5],
      [68.5, 38.502],
      [68.5, 38.5],
    ];
    const none = "This is no place that trees ca";
    expect(await reason({ type: "Polygon", coordinates: [bowtie] })).toEqual([400, "place", none]);
    const nowhere = [
      [68.5, 38.5],
      [68.5, 38.5],
    ];
    expect(await reason({ type: "LineString", coordinates: nowhere })).toEqual([
      400,
      "place",
      none,
    ]);
    const long = [
      [68.5, 38.5],
      [68.9, 38.5],
    ];
    const large = "The line or the area is more t";
    expect(await reason({ type: "LineString", coordinates: long })).toEqual([400, "place", large]);
    const swapped = { type: "Point", coordinates: [38.5, 68.5] };
    const far = "The place lies more than 100 k";
    expect(await reason(swapped)).toEqual([400, "place", far]);
  });

  test("outside WGS 84, with too many corners or with holes does not pass the contract", async () => {
    const status = async (sent: object) => (await place(sent)).status;
    expect(await status({ type: "Point", coordinates: [181, 38.5] })).toBe(400);
    const many = Array.from({ length: 2001 }, (_, n) => [68.5 + n * 1e-6, 38.5]);
    expect(await status({ type: "LineString", coordinates: many })).toBe(400);
    expect(await status({ type: "Polygon", coordinates: [ring, ring] })).toBe(400);
    expect(await status({ type: "MultiPoint", coordinates: [[68.5, 38.5]] })).toBe(400);
  });
});

/** A task that somebody else planted long ago, completed, with drawn plots in its first visit. */
async function drawnVisit() {
  const task = await newTask();
  const planter = (await server.person("SysAdmin")).call;
  await report(task, { plant_date: day(-400), count: 100 }, planter);
  await move(planter, task, "submitted");
  await move(other.call, task, "completed");
  const at = `/plant-tree-task/${task}/survival`;
  const { body } = await officer.call<TaskSurvival>("GET", at);
  const visit = body.visits[0]?.id;
  const drawn = await officer.call<TaskSurvival>("POST", `${at}/${visit}/draw`, {
    plots: 3,
    radius_m: 5,
  });
  const plot = drawn.body.visits[0]?.draw?.plots[0]?.id;
  return { task, visit: `${at}/${visit}`, plot: `${at}/${visit}/plot/${plot}` };
}

describe("a count that waited on a phone", () => {
  const counted = (more: object = {}) => ({
    ...{ living: 8, dead: 1, missing: 1, seen: null },
    ...{ measured_at: `${day(-2)}T09:30:00.000Z`, person: officer.id },
    ...more,
  });
  const send = (path: string, body: object, call = officer.call) =>
    call<TaskSurvival & { code?: string }>("PUT", path, body);

  test("keeps its moment, and is no conflict with itself when it comes again, also after the visit's end", async () => {
    const { visit, plot } = await drawnVisit();
    expect((await send(plot, counted())).status).toBe(200);
    const again = await send(plot, counted());
    expect([again.status, again.body.visits[0]?.draw?.plots[0]?.measured_at]).toEqual([
      200,
      `${day(-2)}T09:30:00.000Z`,
    ]);
    await officer.call("POST", `${visit}/state`, { state: "done", reason: "the rest is flooded" });
    expect((await send(plot, counted())).status).toBe(200);
    expect((await send(plot, counted({ living: 9 }))).body.code).toBe("visit_closed");
  });

  test("of another person's session is refused, and a plot that somebody counted meanwhile is left to a person", async () => {
    const { plot } = await drawnVisit();
    expect((await send(plot, counted(), other.call)).body.code).toBe("entry_of_another");
    await send(plot, { living: 5, dead: 0, missing: 0 }, other.call);
    expect((await send(plot, counted())).body.code).toBe("plot_changed");
  });
});

describe("tasks that a phone takes along", () => {
  const listed = async (call: Caller) =>
    (await call<FieldTasks>("GET", "/plant-tree-task/field")).body;

  test("are tasks in work and those with a visit that is due, with their boundary and tree types", async () => {
    const waiting = await newTask();
    const due = await drawnVisit();
    const cancelled = await newTask();
    await move(other.call, cancelled, "cancelled");
    const { tasks, count, tree_types } = await listed(officer.call);
    const found = (id: number) => tasks.find((one) => one.id === id);
    expect(found(waiting)).toMatchObject({ boundary, survival_due: false, can: { report: true } });
    expect(found(due.task)).toMatchObject({ status: "completed", survival_due: true });
    expect(found(cancelled)).toBeUndefined();
    expect(count).toBe(tasks.length);
    expect(tree_types.map(({ id }) => id)).toContain(type);
  });

  test("lies within the scope of whoever asks, and needs the right to see planting tasks", async () => {
    const fixture = plantingFixture(server);
    const region = await fixture.insert("region");
    const elsewhere = await fixture.insert("region");
    const own = await fixture.insert("garden", { region_id: region });
    const task = (await makeTask(other.call, own, type)).id;
    const permissions = grants({ planttreetask: "v" });
    const near = await server.person("Near", { permissions, regions: [region] });
    const far = await server.person("Far", { permissions, regions: [elsewhere] });
    const nobody = await server.person("Nobody", { permissions: grants({ garden: "v" }) });
    const { tasks, tree_types } = await listed(near.call);
    expect([tasks.map(({ id }) => id), tree_types]).toEqual([[task], []]);
    expect((await listed(far.call)).tasks).toEqual([]);
    expect((await nobody.call("GET", "/plant-tree-task/field")).status).toBe(403);
  });

  test("say why they were given back, by whom and when, until they are handed in again", async () => {
    const task = await newTask();
    await report(task);
    await move(officer.call, task, "submitted");
    await move(other.call, task, "needs_changes");
    const known = async () =>
      (await officer.call<FieldTasks>("GET", "/plant-tree-task/field")).body.tasks.find(
        ({ id }) => id === task,
      );
    const { returned } = (await known()) ?? {};
    expect(returned).toMatchObject({ comment: "as agreed", by: expect.any(String) });
    expect(Date.parse(returned?.at ?? "")).toBeGreaterThan(Date.parse(day(-1)));
    await move(officer.call, task, "in_progress");
    expect((await known())?.returned).toBeNull();
  });
});
