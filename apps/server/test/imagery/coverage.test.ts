/** Totals and rates say how much of the ground was seen, and are about that ground alone. */

import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { border, square } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { type ImageOptions, insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let regions: number[];
beforeEach(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  regions = [await addRegion("North", 1e10), await addRegion("South", 5e9)];
});
afterEach(() => server.close());

const names = (en: string) => ({ tg: en, ru: en, en, az: en });
/** North from 38°, South below it. */
async function addRegion(name: string, area_m2: number) {
  const south = name === "North" ? 38 : 37;
  const row = await server.db.sql
    .insertInto("region")
    .values({
      name: json(names(name)),
      code: name,
      area_m2,
      ...border([68, south, 69, south + 1]),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function addGarden(place: ImageOptions, ministry?: number): Promise<Garden> {
  const body = { name: names("Garden"), boundary: square(place), ministry };
  return (await call<Garden>("POST", "/garden", body)).body;
}

/** An image with trees in a row, all green, each with a crown of 100 m². */
async function addImage(place: ImageOptions, n: number, index = "ExG"): Promise<number> {
  const id = await insertImage(server.db, place);
  await server.db.sql
    .updateTable("whole_image")
    .set({ green_index: index })
    .where("id", "=", id)
    .execute();
  const spots = Array.from({ length: n }, (_, i) => ({
    lon: place.west + place.side * (0.05 + (0.9 * i) / n),
    lat: place.south + place.side / 2,
    area: 100,
  }));
  await plant(server.db, id, place, spots);
  // As the worker does when it writes trees: they know where they stand.
  await call("PATCH", `/region/${regions[0]}`, { boundary: await boundaryOf(regions[0]) });
  await call("PATCH", `/region/${regions[1]}`, { boundary: await boundaryOf(regions[1]) });
  return id;
}
const boundaryOf = async (region: number | undefined) =>
  (await call<{ boundary: unknown }>("GET", `/region/${region}`)).body.boundary;
const stats = async (query = "", as = call) =>
  (await as<Statistics>("GET", `/statistics${query}`)).body;
const rowOf = ({ by_territory }: Statistics, id: number | undefined) =>
  by_territory.find((row) => row.id === id);

const here = { west: 68.5, south: 38.5, side: 0.01, date: "2026-05-01" };
const elsewhere = { west: 10, south: 50, side: 0.02, date: "2026-06-01", greenLevel: 0.9 };

test("an image of another continent is kept and changes no national figure", async () => {
  const own = await addImage(here, 8);
  const before = await stats();
  const abroad = await addImage(elsewhere, 5);
  const after = await stats();
  for (const name of [
    "total_tree_count",
    "total_tree_area",
    "tree_area_percent",
    "green_level",
    "green_levels",
    "coverage",
    "trees",
    "by_territory",
  ] as const)
    expect(after[name], name).toEqual(before[name]);
  expect(before.outside).toBeNull();
  expect(after.outside).toMatchObject({ tree_count: 5, coverage: { images: 1, total_m2: null } });
  const parts = after.by_territory.reduce((sum, row) => sum + (row.tree_count ?? 0), 0);
  expect(parts).toBe(after.total_tree_count);
  const { body } = await call<Report>("GET", "/report/region");
  expect(body.total.trees?.total).toBe(8);
  expect(body.outside?.trees?.total).toBe(5);
  expect(body.grand_total?.trees?.total).toBe(13);
  expect(body.total.coverage).toEqual(after.coverage);
  const said = (id: number) => call<WholeImage>("GET", `/whole-image/${id}`);
  expect((await said(own)).body).toMatchObject({ outside_country: false, too_coarse: false });
  expect((await said(abroad)).body).toMatchObject({ outside_country: true, counts: true });
  // Of an upload that has no image yet nobody knows where it lies.
  const { rows } = await sql<{ id: number }>`
    insert into imagery_process (file_name, file_key, facts, capture_date)
    select 'waiting.tif', 'waiting', facts, capture_date from imagery_process limit 1
    returning id`.execute(server.db.sql);
  const process = await call("GET", `/satellite-imagery/${rows[0]?.id}`);
  expect(process.body).toMatchObject({ outside_country: false, too_coarse: false });
});

test("while no region has a border, nothing is outside and all of it counts", async () => {
  await addImage(here, 8);
  for (const id of regions) await call("PATCH", `/region/${id}`, { boundary: null });
  const figures = await stats();
  expect(figures.outside).toBeNull();
  expect(figures.total_tree_count).toBe(8);
  expect(rowOf(figures, regions[0])).toMatchObject({ tree_count: null, coverage: { images: 0 } });
  expect(figures.by_territory.at(-1)).toMatchObject({ id: null, tree_count: 8 });
  const { body } = await call<Report>("GET", "/report/region");
  expect(body.rows.at(-1)).toMatchObject({ id: null, trees: { total: 8 } });
  expect(body.outside).toBeNull();
});

test("a garden that nobody has placed is no part of another country", async () => {
  await call("POST", "/garden", { name: names("Unplaced") });
  const figures = await stats();
  expect(figures.garden_count).toBe(1);
  expect(figures.by_territory.at(-1)).toMatchObject({ id: null, garden_count: 1 });
  expect(figures.outside).toBeNull();
});

test("ground that no image covers is null, and ground that shows no tree is zero", async () => {
  await addImage(here, 8);
  await addImage({ ...here, south: 37.5, date: "2026-05-02" }, 0);
  const all = await stats();
  expect(rowOf(all, regions[1])).toMatchObject({ tree_count: 0, coverage: { images: 1 } });
  const late = await stats("?from=2026-05-02");
  expect(rowOf(late, regions[0])).toMatchObject({
    tree_count: null,
    green_tree_count: null,
    coverage: { seen_m2: 0, percent: 0, images: 0, from: null, to: null },
  });
  expect(late.total_tree_count).toBe(0);
  expect(await stats("?from=2026-05-03")).toMatchObject({
    trees: null,
    total_tree_count: null,
    total_tree_area: null,
    tree_area_percent: null,
    garden_tree_area: null,
    green_tree_count: null,
    green_level: null,
    green_levels: [],
  });
});

test("rates are of the ground that was seen", async () => {
  const gardens = [];
  for (let i = 0; i < 5; i++)
    gardens.push(await addGarden({ ...here, west: here.west + 0.02 * i }));
  await addImage(here, 8);
  const figures = await stats();
  const [seen] = gardens;
  expect(figures.gardens_seen).toBe(1);
  expect(figures.garden_coverage.total_m2).toBeCloseTo(5 * (seen?.area_m2 ?? 0), -2);
  expect(figures.garden_coverage.percent).toBeCloseTo(20, 2);
  const alone = (100 * 800) / (seen?.area_m2 ?? 1);
  expect(figures.green_area_percent_in_gardens).toBeCloseTo(alone, 3);
  expect(figures.tree_area_percent).toBeCloseTo(alone, 3);
  expect(figures.coverage).toMatchObject({
    total_m2: figures.territory_area,
    images: 1,
    to: "2026-05-01",
  });
  const rows = (await call<{ results: Garden[] }>("GET", "/garden?ordering=-tree_count")).body
    .results;
  expect(rows.map((row) => row.tree_count)).toEqual([8, null, null, null, null]);
  expect(rows[0]?.coverage.percent).toBeCloseTo(100, 3);
  expect(rows[1]?.coverage).toMatchObject({ seen_m2: 0, images: 0 });
});

test("a green level is weighted by the ground of each image, the same everywhere", async () => {
  const garden = await addGarden({ ...here, side: 0.02 });
  await addImage({ ...here, side: 0.02, date: "2025-05-01", greenLevel: 0.2 }, 4);
  // A quarter of the same ground, newer.
  await addImage({ ...here, greenLevel: 0.6 }, 4);
  const expected = 100 * (0.75 * 0.2 + 0.25 * 0.6);
  const analytics = (await call<GardenAnalytics>("GET", `/garden/${garden.id}/analytics`)).body;
  const levels = [
    (await stats()).green_level,
    (await stats(`?garden=${garden.id}`)).green_level,
    (await call<Report>("GET", "/report/region")).body.total.green_level,
    analytics.green_level?.percent,
  ];
  for (const level of levels) expect(level).toBeCloseTo(expected, 1);
  expect(new Set(levels).size).toBe(1);
});

test("green levels by different indices are never one figure", async () => {
  const garden = await addGarden({ ...here, side: 0.02 });
  await addImage({ ...here, side: 0.02, date: "2025-05-01", greenLevel: 0.29 }, 4, "NDVI");
  await addImage({ ...here, greenLevel: 0.84 }, 4, "GLI");
  const figures = await stats();
  expect(figures.green_levels.map(({ index, percent }) => [index, Math.round(percent)])).toEqual([
    ["NDVI", 29],
    ["GLI", 84],
  ]);
  const [ndvi, gli] = figures.green_levels;
  expect((ndvi?.seen_m2 ?? 0) / (gli?.seen_m2 ?? 1)).toBeCloseTo(3, 2);
  expect((ndvi?.seen_m2 ?? 0) + (gli?.seen_m2 ?? 0)).toBeCloseTo(figures.coverage.seen_m2, 3);
  expect([figures.green_level, figures.green_level_index]).toEqual([ndvi?.percent, "NDVI"]);
  const analytics = (await call<GardenAnalytics>("GET", `/garden/${garden.id}/analytics`)).body;
  expect(analytics.green_levels).toEqual(figures.green_levels);
  const report = (await call<Report>("GET", "/report/region")).body;
  expect(report.total.green_levels).toEqual(figures.green_levels);
});

test("a newer image without an index takes nothing from the green level", async () => {
  await addImage({ ...here, greenLevel: 0.5 }, 4, "NDVI");
  const before = await stats();
  const id = await insertImage(server.db, { ...here, date: "2026-06-01" });
  await server.db.sql
    .updateTable("whole_image")
    .set({ green_level: null, green_index: null })
    .where("id", "=", id)
    .execute();
  await plant(server.db, id, { ...here, date: "2026-06-01" }, []);
  const after = await stats();
  expect(after.green_levels).toEqual(before.green_levels);
  expect(after.coverage).toMatchObject({ images: 1, from: "2026-06-01" });
  expect(after.total_tree_count).toBe(0);
});

test("coverage of a past period is that of the images of the time", async () => {
  await addImage({ ...here, side: 0.02, date: "2025-05-01" }, 4);
  await addImage(here, 6);
  const then = await stats("?to=2025-12-31");
  const now = await stats();
  expect(then).toMatchObject({ total_tree_count: 4, coverage: { images: 1, to: "2025-05-01" } });
  expect(now.coverage).toMatchObject({ images: 2, from: "2025-05-01", to: "2026-05-01" });
  expect(now.coverage.seen_m2).toBeCloseTo(then.coverage.seen_m2, 3);
});

test("a ministry's coverage is that of its gardens", async () => {
  const { id } = await server.db.sql
    .insertInto("ministry")
    .values({ name: json(names("Ministry")) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = await addGarden({ ...here, side: 0.02 }, id);
  await addGarden({ ...here, west: 68.6 });
  await addImage(here, 8);
  const theirs = await server.person("ministry", {
    permissions: grants({ garden: "v" }),
    ministryId: id,
  });
  const figures = await stats("", theirs.call);
  expect(figures.coverage.total_m2).toBeCloseTo(own.area_m2 ?? 0, 3);
  expect(figures.coverage.percent).toBeCloseTo(25, 1);
  const { body } = await theirs.call<Report>("GET", "/report/region");
  expect(body.total.coverage).toEqual(figures.coverage);
  expect(body.rows.find((row) => row.id === regions[1])?.coverage).toMatchObject({
    total_m2: 0,
    percent: null,
    images: 0,
  });
});
