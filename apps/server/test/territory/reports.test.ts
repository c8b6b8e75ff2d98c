/** Reports say what the lists and /statistics say. */

import type { Report, ReportFigures } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type ReportWorld } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  world = await makeWorld(server, call);
});
afterAll(() => server.close());

const report = async (path: string, as = call) => {
  const answer = await as<Report>("GET", `/report/${path}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const countOf = async (path: string, as: Caller) =>
  (await as<{ count: number }>("GET", `${path}&page_size=1`)).body.count;

/** Every figure of a territory, from the calls that the screens use. */
async function fromLists(filter: string, as: Caller) {
  const statistics = (await as<Statistics>("GET", `/statistics?${filter}`)).body;
  const states = (path: string, name: string, of: readonly string[]) =>
    Promise.all(of.map((one) => countOf(`${path}?${filter}&${name}=${one}`, as)));
  const tasks = await as<{
    results: { scheduled_plant_count: number; submitted_plant_count: number }[];
  }>("GET", `/plant-tree-task?${filter}&page_size=200`);
  const sum = (of: "scheduled_plant_count" | "submitted_plant_count") =>
    tasks.body.results.reduce((total, row) => total + row[of], 0);
  return {
    area: statistics.territory_area,
    gardens: [statistics.garden_count, statistics.garden_area],
    gardenList: await countOf(`/garden?${filter}`, as),
    trees: statistics.trees,
    tree_area: statistics.total_tree_area,
    tree_percent: statistics.tree_area_percent,
    garden_trees: statistics.garden_tree_count,
    gardens_seen: statistics.gardens_seen,
    coverage: statistics.coverage,
    green: [statistics.green_level, statistics.green_level_index],
    greens: statistics.green_levels,
    tasks: await states("/plant-tree-task", "status", taskStates),
    planned: [sum("scheduled_plant_count"), sum("submitted_plant_count")],
    devices: await states("/device", "state", ["online", "silent", "faulty", "retired"]),
    violations: await states("/violation", "state", violationStates),
  };
}
const taskStates = [
  "pending",
  "in_progress",
  "submitted",
  "needs_changes",
  "completed",
  "cancelled",
  "overdue",
];
const violationStates = ["new", "under_review", "confirmed", "referred", "closed", "dismissed"];

/** The same figures of a report's row. */
function fromRow(row: ReportFigures) {
  return {
    area: row.area_m2,
    gardens: [row.garden_count, row.garden_area_m2],
    gardenList: row.garden_count,
    trees: row.trees,
    tree_area: row.tree_area_m2,
    tree_percent: row.tree_area_percent,
    garden_trees: row.garden_tree_count,
    gardens_seen: row.gardens_seen,
    coverage: row.coverage,
    greens: row.green_levels,
    green: [row.green_level, row.green_level_index],
    tasks: [...Object.values(row.tasks.by_state), row.tasks.overdue],
    planned: [row.tasks.scheduled_plant_count, row.tasks.submitted_plant_count],
    devices: Object.values(row.devices.by_state),
    violations: Object.values(row.violations.by_state),
  };
}

const periods = ["", "from=2026-04-15&to=2026-05-15", "to=2025-12-31", "from=2030-01-01"];

test.each(periods)(
  "gives each region the figures of the lists and statistics (%s)",
  async (period) => {
    const { rows, total } = await report(`region?${period}`);
    const regions = rows.filter((row) => row.id !== null);
    expect(regions.map((row) => row.id).sort()).toEqual([...world.regions].sort());
    for (const row of regions)
      expect(fromRow(row), row.name.en).toEqual(
        await fromLists(`region=${row.id}&${period}`, call),
      );
    expect(fromRow(total)).toEqual(await fromLists(period, call));
  },
);

test.each(periods)(
  "gives each district the figures of the lists and statistics (%s)",
  async (period) => {
    const { rows, total } = await report(`district?${period}`);
    const districts = rows.filter((row) => row.id !== null);
    expect(districts.map((row) => row.id).sort()).toEqual([...world.districts].sort());
    for (const row of districts)
      expect(fromRow(row), row.name.en).toEqual(
        await fromLists(`district=${row.id}&${period}`, call),
      );
    expect(fromRow(total)).toEqual(await fromLists(period, call));
  },
);

test("holds a region's districts alone, and totals them as the region", async () => {
  const [north] = world.regions;
  const { rows, total, region } = await report(`district?region=${north}`);
  expect(region?.id).toBe(north);
  expect(rows.map((row) => row.name.en)).toEqual(["Hill", "Lake"]);
  expect(fromRow(total)).toEqual(await fromLists(`region=${north}`, call));
});

test("keeps what lies outside all regions out of the total, and adds both up", async () => {
  const { rows, total, outside, grand_total } = await report("region?");
  expect(rows.map((row) => row.id)).not.toContain(null);
  expect(outside).toMatchObject({ trees: { total: 7 }, area_m2: null, captures: { count: 1 } });
  const add = (of: (row: ReportFigures) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const figures: ((row: ReportFigures) => number)[] = [
    (row) => row.trees?.total ?? 0,
    (row) => row.trees?.green ?? 0,
    (row) => row.tree_area_m2 ?? 0,
    (row) => row.coverage.seen_m2,
    (row) => row.coverage.images,
    (row) => row.captures.count,
    (row) => row.garden_count,
    (row) => row.tasks.count,
    (row) => row.violations.count,
  ];
  for (const of of figures) {
    expect(of(total)).toBeCloseTo(add(of), 4);
    expect(of(grand_total as ReportFigures)).toBeCloseTo(add(of) + of(outside as ReportFigures), 4);
  }
  expect(total.trees?.total).toBe(164);
  expect(total.captures).toEqual({ count: 2, latest: "2026-05-01", gsd_m: 0.6 });
});

test("says the same outside the districts, and nothing of it within one region", async () => {
  const { rows, outside } = await report("district?");
  expect(rows.map((row) => row.id)).not.toContain(null);
  expect(outside?.trees?.total).toBe(7);
  expect((await report(`district?region=${world.regions[0]}`)).outside).toBeNull();
});

test("says nothing of what no image of the period shows", async () => {
  const { rows, total } = await report("region?from=2026-01-01");
  const [north, south] = rows;
  expect(north?.trees?.total).toBe(103);
  expect(south).toMatchObject({
    trees: null,
    tree_area_m2: null,
    tree_area_percent: null,
    garden_tree_count: null,
    green_level: null,
    gardens_seen: 0,
    coverage: { seen_m2: 0, total_m2: 5e6, percent: 0, images: 0, from: null, to: null },
  });
  expect(total.coverage).toMatchObject({ images: 1, total_m2: 14e6, to: "2026-05-01" });
  expect(total.gardens_seen).toBe(1);
});

test("holds a ministry's person to its gardens and tasks", async () => {
  const theirs = await server.person("ministry", {
    permissions: grants({ garden: "v", wholeimage: "v", planttreetask: "v", device: "v" }),
    ministryId: world.ministry,
  });
  for (const kind of ["region", "district"]) {
    const { rows, total } = await report(`${kind}?`, theirs.call);
    expect(total.trees?.total).toBe(10);
    expect(total.tasks.count).toBe(2);
    for (const row of rows)
      expect(fromRow(row)).toEqual(await fromLists(`${kind}=${row.id}`, theirs.call));
    expect(fromRow(total)).toEqual(await fromLists("", theirs.call));
  }
});

test("shows a person of one district that district, and of its region as much", async () => {
  const inspector = await server.person("inspector", {
    permissions: grants({ garden: "v", wholeimage: "v", planttreetask: "v", device: "v" }),
    districts: [world.hill],
  });
  const regions = await report("region?", inspector.call);
  const districts = await report("district?", inspector.call);
  expect(districts.rows.map((row) => row.id)).toEqual([world.hill]);
  expect(regions.rows).toHaveLength(1);
  expect(regions.rows[0]?.area_m2).toBe(6e6);
  expect(fromRow(districts.total)).toEqual(await fromLists("", inspector.call));
  expect(fromRow(regions.total)).toEqual(fromRow(districts.total));
  const [, south] = world.regions;
  expect((await inspector.call("GET", `/report/district?region=${south}`)).status).toBe(404);
});

test("is open to anybody who is signed in and to nobody else", async () => {
  const plain = await server.person("plain", { permissions: grants({}) });
  expect((await plain.call("GET", "/report/region")).status).toBe(200);
  expect((await server.anonymous("GET", "/report/region")).status).toBe(401);
});

test("refuses days and zones that do not exist", async () => {
  for (const query of ["from=2026-02-31", "to=May", "format=doc", "time_zone=Moon/Base"])
    expect((await call("GET", `/report/region?${query}`)).status, query).toBe(400);
});
