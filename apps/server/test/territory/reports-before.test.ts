/** Reports: every figure leads to its rows, stands beside the period before, and parts add up. */
import type { Report, ReportFigures, ReportLine } from "@nihol/contract/reports/reports";
import {
  type ComparisonResult,
  compareVersion,
} from "@nihol/contract/values/imagery/image-compare";
import { changeOf, comparedFigures } from "@nihol/contract/values/reports/report-change";
import { figureRows } from "@nihol/contract/values/reports/report-rows";
import { json } from "@nihol/db/json";
import { refreshChangeTally } from "@nihol/store/trees/tree-tally";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { periodBefore } from "../../src/features/reports/figures/period-before.ts";
import { pairsThatAddUp } from "../../src/shared/imagery/change-pairs.ts";
import { makeWorld, type ReportWorld } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  world = await makeWorld(server, call);
  await countSurvival();
  await measureHeat();
  // The completed task of the north is found to agree, the pending one of the south to contradict.
  await sql`insert into planting_verdict (task_id, decided, state)
    select id, case status when 'completed' then 'agrees' else 'contradicts' end, 'decided'
    from planting_task where status in ('completed', 'pending') and replaces_id is null
    on conflict (task_id) do update set decided = excluded.decided, state = excluded.state`.execute(
    server.db.sql,
  );
  await sql`insert into violation_change (violation_id, from_state, to_state, author, created_at)
    select id, 'confirmed', state, 'A', '2026-05-03' from violation where state = 'closed'`.execute(
    server.db.sql,
  );
});
afterAll(() => server.close());

const report = async (path: string) => (await call<Report>("GET", `/report/${path}`)).body;
const may2026 = "from=2026-05-01&to=2026-05-31";

/** A visit that was made on a day; three plots of ten places each hold so many living trees. */
async function countVisit(task: number, day: string, living: number) {
  const { sql: db } = server.db;
  await sql`with v as (
      insert into survival_visit (task_id, year, due_date, state, finished_at)
      values (${task}, 1, '2026-05-01', 'done', ${`${day}T06:00Z`}) returning id
    ), d as (
      insert into survival_draw (visit_id, number, algorithm, seed, plot_count, radius_m, ground, ground_m2)
      select id, 1, 'test', 1, 3, 5, '{}', 10000 from v returning id
    )
    insert into survival_plot (draw_id, number, longitude, latitude, area_m2, living, dead, missing, measured_at)
    select id, n, 68.7, 38.5, 78, ${living}, ${10 - living}, 0, ${`${day}T06:00Z`} from d, generate_series(1, 3) n`.execute(
    db,
  );
}

/** A task that plants 8 trees again in the garden of another one, itself replaced by a second one of 4. */
async function plantAgain(first: number): Promise<number> {
  const { sql: db } = server.db;
  const again = async (replaces: number, count: number) => {
    const { rows } = await sql<{ id: number }>`
      with t as (
        insert into planting_task (garden_id, status, assigned_date, due_date, replaces_id)
        select garden_id, 'completed', '2025-09-01', '2025-10-01', id from planting_task where id = ${replaces}
        returning id)
      insert into planting_report (task_id, tree_type_id, count, plant_date)
      select t.id, (select min(id) from tree_type), ${count}, '2025-10-01' from t returning task_id as id`.execute(
      db,
    );
    return rows[0]?.id ?? 0;
  };
  return again(await again(first, 8), 4);
}

/**
 * The completed task of the first garden, 22 trees, is visited on 10 May 2026: 27 of 30 places live. It was planted
 * again twice; the last of these tasks is visited on 20 May: 24 of 30 places of the same ground live.
 */
async function countSurvival() {
  const { sql: db } = server.db;
  const { id } = await db
    .selectFrom("planting_task")
    .where("status", "=", "completed")
    .select("id")
    .executeTakeFirstOrThrow();
  await sql`delete from survival_visit where task_id = ${id}`.execute(db);
  await countVisit(id, "2026-05-10", 9);
  await countVisit(await plantAgain(id), "2026-05-20", 8);
}

/** The device that is online measured 2,000 ppm on two days of May and one of April. */
async function measureHeat() {
  await sql`insert into reading_span (device_id, parameter, day, low, high)
    select min(device.id), p.id, d::date, 400, 2000 from device, (select id from parameter where key = 'co2') p,
      unnest(array['2026-04-20', '2026-05-02', '2026-05-03']) d group by p.id, d`.execute(
    server.db.sql,
  );
}

/** Of the completed tasks all but one plant again what that one lost. */
const firstTasks = ({ tasks }: ReportFigures) =>
  tasks.count - Math.max(0, tasks.by_state.completed - 1);

/** Number of rows of a figure's list; of a sum, what is summed. */
const counted: Record<string, (figures: ReportFigures) => number> = {
  garden_count: (f) => f.garden_count,
  garden_area: (f) => f.garden_count,
  coverage: (f) => f.coverage.images,
  closed_canopy: (f) => f.coverage.images,
  shrubs: (f) => f.coverage.images,
  tree_count: (f) => f.trees?.total ?? 0,
  tree_green: (f) => f.trees?.green ?? 0,
  tree_not_green: (f) => f.trees?.not_green ?? 0,
  tree_unsure: (f) => f.trees?.unsure ?? 0,
  garden_tree_count: (f) => f.garden_tree_count ?? 0,
  tree_area: (f) => f.trees?.total ?? 0,
  tree_area_percent: (f) => f.trees?.total ?? 0,
  green_level: (f) => (f.green_levels.length > 0 ? f.coverage.images : 0),
  planted: (f) => f.changes?.planted.count ?? 0,
  lost: (f) => f.changes?.lost.count ?? 0,
  capture_count: (f) => f.captures.count,
  task_count: (f) => f.tasks.count,
  task_overdue: (f) => f.tasks.overdue,
  scheduled: firstTasks,
  submitted: (f) => firstTasks(f) - (f.tasks.contradicted_plant_count ? 1 : 0),
  contradicted: (f) => (f.tasks.contradicted_plant_count ? 1 : 0),
  verified: (f) => (f.tasks.verified_plant_count > 0 ? 1 : 0),
  survival_tasks: (f) => f.survival.tasks,
  survival_visited: (f) => f.survival.tasks_visited,
  survival_rate: (f) => f.survival.tasks_visited,
  survived: (f) => f.survival.tasks_visited,
  device_count: (f) => f.devices.count,
  exceeded: (f) => f.devices.exceeded,
  exceedance_days: (f) => f.devices.exceeded,
  violation_count: (f) => f.violations.count,
  violation_overdue: (f) => f.violations.overdue,
  violation_settled: (f) => f.violations.settled,
};

function countOf(title: string, figures: ReportFigures): number {
  const own = counted[title];
  if (own) return own(figures);
  const [of = "", ...state] = title.split("_");
  const states: Record<string, Record<string, number>> = {
    task: figures.tasks.by_state,
    device: figures.devices.by_state,
    violation: figures.violations.by_state,
  };
  return states[of]?.[state.join("_")] ?? Number.NaN;
}

const asked = new Map<string, number>();
async function countOfList(path: string): Promise<number> {
  const known = asked.get(path);
  if (known !== undefined) return known;
  const { status, body } = await call<{ count: number }>("GET", path);
  expect(status, path).toBe(200);
  asked.set(path, body.count);
  return body.count;
}

test.each(["", may2026])("every figure leads to as many rows as it says (%s)", async (period) => {
  const days = Object.fromEntries(new URLSearchParams(period));
  for (const kind of period ? (["region", "district"] as const) : (["region"] as const)) {
    const { rows, total, grand_total } = await report(`${kind}?${period}`);
    const lines = [
      ...rows.map((row): [ReportFigures, object] => [row, { [kind]: row.id }]),
      [grand_total ?? total, {}] as const,
    ];
    for (const [figures, place] of lines)
      for (const [title, target] of Object.entries(figureRows)) {
        const query = target?.query({ ...place, ...days }) ?? {};
        const parameters = new URLSearchParams({ page_size: "1" });
        for (const [key, value] of Object.entries(query))
          if (value !== undefined) parameters.set(key, String(value));
        const list = `${target?.list}?${parameters}`;
        expect(await countOfList(list), `${title} ${list}`).toBe(countOf(title, figures));
      }
  }
});

test("stands beside the period before, which is as long", async () => {
  const { before, rows, total } = await report(`region?${may2026}`);
  expect(before).toEqual({ from: "2026-04-01", to: "2026-04-30" });
  const april = await report("region?from=2026-04-01&to=2026-04-30");
  const ofPeriod = ({ trees, captures, tasks, survival, violations }: ReportFigures) => ({
    ...{ trees, captures, tasks, survival, violations },
  });
  for (const [i, row] of rows.entries())
    expect(ofPeriod(row.before as ReportFigures)).toEqual(ofPeriod(april.rows[i] as ReportFigures));
  expect(ofPeriod(total.before as ReportFigures)).toEqual(ofPeriod(april.total));
  // Nobody says since when a garden is there: those of today are those of both.
  expect([total.garden_count, total.before?.garden_count]).toEqual([2, 2]);
  expect([total.devices.exceedance_days, total.before?.devices.exceedance_days]).toEqual([2, 1]);
});

test("has no period before without a first day", async () => {
  const { before, total } = await report("region?to=2026-05-31");
  expect([before, total.before]).toEqual([null, null]);
});

test("parts add up, of the period and of the one before", async () => {
  const { rows, total } = await report(`district?${may2026}`);
  const sums: ((figures: ReportFigures) => number)[] = [
    (f) => f.tasks.scheduled_plant_count,
    (f) => f.tasks.submitted_plant_count,
    (f) => f.tasks.verified_plant_count,
    (f) => f.survival.tasks,
    (f) => f.survival.reported_visited,
    (f) => f.devices.exceedance_days,
    (f) => f.violations.settled,
  ];
  const add = (of: (row: ReportLine) => number) => rows.reduce((all, row) => all + of(row), 0);
  for (const of of sums) {
    expect(of(total)).toBe(add(of));
    expect(of(total.before as ReportFigures)).toBe(add((row) => of(row.before as ReportFigures)));
  }
});

test("says how many of the planted trees live, with the range, and nothing where nobody counted", async () => {
  const { rows } = await report("region?from=2026-05-01&to=2026-05-15");
  const [north, south] = rows;
  expect(north?.survival).toMatchObject({
    ...{ tasks: 1, tasks_visited: 1, plots: 3, reported: 22, reported_visited: 22 },
    ...{ from: "2026-05-10", to: "2026-05-10" },
  });
  const { value = 0, low = 0, high = 0 } = north?.survival.rate ?? {};
  expect(value).toBeCloseTo(0.9, 6);
  expect(low).toBeLessThan(0.9);
  expect(high).toBeGreaterThan(0.9);
  expect(north?.survival.living?.value).toBe(Math.round(0.9 * 22));
  expect(south?.survival).toMatchObject({ tasks: 0, rate: null, living: null });
  const april = await report("region?from=2026-04-01&to=2026-04-30");
  expect(april.total.survival).toMatchObject({ tasks: 0, rate: null });
});

test("of ground that was planted again the newest visit stands, for the trees planted first", async () => {
  const { total } = await report(`region?${may2026}`);
  expect(total.survival).toMatchObject({
    ...{ tasks: 1, tasks_visited: 1, plots: 3, reported: 22, reported_visited: 22 },
    ...{ from: "2026-05-20", to: "2026-05-20" },
  });
  expect(total.survival.rate?.value).toBeCloseTo(0.8, 6);
  expect(total.survival.living?.value).toBe(18);
  const listed = (days: string) =>
    call<{ results: { replaces: number | null }[] }>(
      "GET",
      `/plant-tree-task?visited=true&visit_from=2026-05-01&visit_to=${days}`,
    );
  const replaces = async (days: string) =>
    (await listed(days)).body.results.map((task) => task.replaces !== null);
  expect(await replaces("2026-05-31")).toEqual([true]);
  expect(await replaces("2026-05-15")).toEqual([false]);
});

test("adds up the changed trees of comparisons by territory, each ground once", async () => {
  const { sql: db } = server.db;
  const place = { west: 68.72, south: 38.55, side: 0.01 };
  const images = [];
  for (const date of ["2025-06-01", "2026-06-01"]) {
    const id = await insertImage(server.db, { ...place, date });
    const spots = Array.from({ length: 10 }, (_, i) => ({
      ...{ lon: place.west + 0.001 + i * 0.0005, lat: place.south + 0.001 },
      ...{ region: world.regions[0], district: world.hill },
    }));
    await plant(server.db, id, { ...place, date }, spots);
    images.push(id);
  }
  const [before = 0, after = 0] = images;
  const { id } = await db
    .insertInto("image_comparison")
    .values({
      ...{ before_id: before, after_id: after, method: compareVersion, status: "completed" },
      result: json<ComparisonResult>({
        registration: {
          ...{
            method: "trees",
            east_m: 0,
            south_m: 0,
            error_m: 0.1,
            error_span_m: null,
            confidence: 1,
          },
        },
        recall: { before: 0.9, after: 0.9 },
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Four planted of the later image's trees, two lost of the earlier one's.
  await sql`insert into tree_change (comparison_id, tree_id, state, side, chance, zc)
    (select ${id}::int, id, 1, 1, 0.95, zc from tree where whole_image_id = ${after} order by id limit 4)
    union all (select ${id}::int, id, 2, 0, 0.9, zc from tree where whole_image_id = ${before} order by id limit 2)`.execute(
    db,
  );
  await refreshChangeTally(db, { comparison: id });
  const { rows, total } = await report("region?from=2026-06-01&to=2026-06-30");
  const [north, south] = rows;
  expect(north?.changes).toMatchObject({
    comparisons: 1,
    planted: { count: 4 },
    lost: { count: 2 },
  });
  expect(north?.changes?.planted.high).toBeGreaterThan(4);
  expect(south?.changes).toBeNull();
  expect(total.changes).toEqual(north?.changes);
  expect(total.before?.changes).toBeNull();
  const listed = (state: string, place: string) =>
    countOfList(`/image-compare/tree?state=${state}&from=2026-06-01&to=2026-06-30&${place}`);
  expect(await listed("planted", "")).toBe(4);
  expect(await listed("planted", `district=${world.hill}`)).toBe(4);
  expect(await listed("planted", `region=${world.regions[1]}`)).toBe(0);
  expect(await listed("lost", `region=${world.regions[0]}`)).toBe(2);
  await db.deleteFrom("whole_image").where("id", "in", images).execute();
});

test.each([
  ["2026-05-01", "2026-05-31", "2026-04-01", "2026-04-30"],
  ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
  ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
  ["2026-05-11", "2026-05-20", "2026-05-01", "2026-05-10"],
  ["2026-05-15", "2026-05-15", "2026-05-14", "2026-05-14"],
])("the period before %s – %s is %s – %s", (from, to, first, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
});

test("a period without a beginning, or that ends before it begins, has none before it", () => {
  expect(periodBefore({ to: "2026-05-31" })).toBeUndefined();
  expect(periodBefore({ from: "2026-05-31", to: "2026-05-01" })).toBeUndefined();
});

test("the change of an estimate has a range, of a number none, and of what was not seen there is none", () => {
  const of = (value: number, low: number | null = null, high: number | null = null) => ({
    ...{ value, low, high },
  });
  expect(changeOf(of(100, 90, 120), of(80, 65, 85))).toEqual(
    of(20, 20 - Math.hypot(10, 5), 20 + Math.hypot(20, 15)),
  );
  expect(changeOf(of(7), of(9))).toEqual(of(-2));
  expect(changeOf(null, of(9))).toBeNull();
  expect(new Set(comparedFigures.map(({ title }) => title)).size).toBe(comparedFigures.length);
});

test("of comparisons over the same time and ground one counts; those that follow one another add up", () => {
  const pair = (id: number, before_on: string, after_on: string, west = 0) => ({
    ...{ id, before_id: 1, after_id: 2, before_on, after_on, recall: { before: 1, after: 1 } },
    bbox: [west, 0, west + 1, 1] as [number, number, number, number],
  });
  const chosen = pairsThatAddUp([
    pair(1, "2026-02-01", "2026-03-01"),
    pair(2, "2026-01-01", "2026-03-01"),
    pair(3, "2026-01-01", "2026-02-01"),
    pair(4, "2025-01-01", "2026-02-01"),
    pair(5, "2025-01-01", "2026-01-15", 5),
  ]);
  expect(chosen.map(({ id }) => id)).toEqual([1, 3, 5]);
});

test.each([
  ["the whole programme", 0, () => ({})],
  ["a ministry", 1, () => ({ ministryId: world.ministry })],
  ["a region", 1, () => ({ regions: [world.regions[0] as number] })],
] as const)(
  "of images that count and are not open to %s, it is said how many",
  async (kind, n, scope) => {
    const { sql: db } = server.db;
    // Over a twentieth of the ministry's garden; its middle lies in another region.
    const date = "2026-05-02";
    const place = { west: 68.7 - 0.0097, south: 38.5, side: 0.01, date };
    const known = await db.selectFrom("whole_image").where("captured_on", "=", date).execute();
    if (known.length === 0) {
      const id = await insertImage(server.db, place);
      await plant(server.db, id, place, []);
      const elsewhere = { region_id: world.regions[1] as number };
      await db.updateTable("whole_image").set(elsewhere).where("id", "=", id).execute();
    }
    const permissions = grants({ wholeimage: "v", report: "v" });
    const { call: ask } = await server.person(`Reader of ${kind}`, { permissions, ...scope() });
    const { grand_total, total } = (await ask<Report>("GET", `/report/region?${may2026}`)).body;
    const query = `?${may2026}&shows=ground`;
    const listed = (await ask<{ count: number }>("GET", `/whole-image${query}`)).body.count;
    const closed = (await ask<{ count: number }>("GET", `/whole-image/out-of-scope${query}`)).body;
    expect(closed).toEqual({ count: n });
    expect(listed + n).toBe((grand_total ?? total).coverage.images);
    expect(listed).toBeGreaterThan(0);
  },
);
