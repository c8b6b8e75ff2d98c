import { VectorTile } from "@mapbox/vector-tile";
import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import type { UpdateObject } from "kysely";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { square } from "../support/reports-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
const area = { west: 68.7, south: 38.5, side: 0.01 };
const newer = { ...area, date: "2026-05-01", range: [0.9, 1.1] as [number, number] };
const older = { ...area, west: 68.72, date: "2024-05-01", model: "classical" };
const names = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
/** A row of trees, one in four not green, one in four unsure. */
const row = ({ west, south }: typeof area, n: number) =>
  Array.from({ length: n }, (_, i) => ({
    lon: west + 0.0005 + (i % 40) * 0.0002,
    lat: south + 0.0005 + Math.floor(i / 40) * 0.0002,
    green: ([1, 0, 1, 2] as const)[i % 4],
  }));

let garden: number;
let far: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  const created = await call<{ id: number }>("POST", "/garden", {
    name: names,
    boundary: square({ ...area, side: 0.005 }),
  });
  garden = created.body.id;
  const other = await call<{ id: number }>("POST", "/garden", {
    name: names,
    boundary: square({ ...older, side: 0.005 }),
  });
  far = other.body.id;
  for (const [options, n] of [
    [newer, 100],
    [older, 60],
  ] as const) {
    const id = await insertImage(server.db, options);
    await plant(server.db, id, options, row(options, n));
  }
  // As the worker does after detection: the trees know their gardens.
  for (const id of [garden, far]) {
    const { boundary } = (await call<{ boundary: unknown }>("GET", `/garden/${id}`)).body;
    await call("PATCH", `/garden/${id}`, { boundary });
  }
});
afterAll(() => server.close());

const stats = async (query = "", as = call) =>
  (await as<Statistics>("GET", `/statistics${query}`)).body;

/** Trees in a tile as the map would add them up. */
async function onMap(z: number, query = "", as = call) {
  const { x, y } = tileOf(area.west + 0.001, area.south + 0.001, z);
  const answer = await server.app.inject({
    url: `/api/tiles/trees/${z}/${x}/${y}.mvt${query}`,
    headers: await headersOf(as),
  });
  const { layers } = new VectorTile(new PbfReader(answer.rawPayload));
  const features = Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, i) => layer.feature(i)),
  );
  return features.reduce(
    (sum, f) => sum + Number(f.properties.n ?? f.loadGeometry().flat().length),
    0,
  );
}
const tokens = new Map<Caller, string>();
async function headersOf(as: Caller) {
  if (!tokens.has(as)) {
    const { email } = (await as<{ email: string }>("GET", "/user-profile")).body;
    tokens.set(as, (await server.tokensOf(email)).access);
  }
  return { authorization: `Bearer ${tokens.get(as)}` };
}

test("gives one number in list, analytics, statistics, trees and map", async () => {
  const expected = 100 - 75;
  const { body } = await call<{ tree_count: number; green_count: number }>(
    "GET",
    `/garden/${garden}`,
  );
  const list = await call<{ results: { id: number; tree_count: number }[] }>("GET", "/garden");
  const analytics = await call<GardenAnalytics>("GET", `/garden/${garden}/analytics`);
  const figures = await stats(`?garden=${garden}`);
  const trees = await call<{ count: number }>("GET", `/plant-tree-detail?garden=${garden}`);
  const numbers = [
    body.tree_count,
    list.body.results.find(({ id }) => id === garden)?.tree_count,
    analytics.body.trees?.total,
    analytics.body.by_crown_m2.reduce((sum, { count }) => sum + count, 0),
    figures.total_tree_count,
    figures.garden_tree_count,
    trees.body.count,
    await onMap(10, `?garden=${garden}`),
  ];
  expect(new Set(numbers).size).toBe(1);
  expect(numbers[0]).toBeGreaterThan(expected);
  expect(body.green_count).toBe(analytics.body.trees?.green);
});

test("adds up the images' ranges, dates and models", async () => {
  const { trees, total_tree_area } = await stats();
  expect(trees).toMatchObject({
    total: 160,
    green: 80,
    not_green: 40,
    unsure: 40,
    low: 100 * 0.9 + 60 * 0.8,
    captured_from: "2024-05-01",
    captured_to: "2026-05-01",
    models: ["baseline", "classical"],
    gsd_m: 0.6,
  });
  expect(trees?.high).toBe(185);
  expect(total_tree_area).toBe(1600);
});

test("gives no range on unfamiliar ground until its sample plots are counted", async () => {
  const set = (values: UpdateObject<Database, "whole_image">) =>
    server.db.sql
      .updateTable("whole_image")
      .set(values)
      .where("captured_on", "=", older.date)
      .returning("id")
      .executeTakeFirstOrThrow();
  const { id } = await set({ familiarity: "unfamiliar", foreign_reasons: ["certainty", "look"] });
  expect((await stats()).trees).toMatchObject({
    total: 160,
    low: null,
    high: null,
    ground: { familiarity: "unfamiliar", unfamiliar_trees: 60, unfamiliar_image: id },
  });
  const image = await call<WholeImage>("GET", `/whole-image/${id}`);
  expect(image.body.trees.ground?.reasons).toEqual(["certainty", "look"]);
  const { body } = await call<Report>("GET", "/report/region");
  expect(body.total.trees?.low).toBeNull();
  // Sample plots take over: the image errs by itself, and only the other one's ground is still asked about.
  await set({ range_basis: "calibration", range_shared: 0 });
  expect((await stats()).trees).toMatchObject({
    range_basis: "both",
    high: expect.any(Number),
    ground: { familiarity: "unassessed", unfamiliar_trees: 0, unfamiliar_image: null },
  });
  const before = { familiarity: "unassessed", range_basis: "model", range_shared: 1 } as const;
  await set({ ...before, foreign_reasons: [] });
});

test("counts by capture date, inclusive", async () => {
  expect((await stats("?from=2026-05-01&to=2026-05-01")).total_tree_count).toBe(100);
  expect((await stats("?to=2024-05-01")).total_tree_count).toBe(60);
  expect(await stats("?from=2026-05-02")).toMatchObject({
    trees: null,
    total_tree_count: null,
    total_tree_area: null,
    tree_area_percent: null,
    garden_tree_count: null,
    green_area_percent_in_gardens: null,
    green_level: null,
    coverage: { seen_m2: 0, images: 0, to: null },
  });
  expect(await onMap(9, "?from=2026-05-01")).toBe(100);
});

test("shows the captures of a garden with what they cover", async () => {
  const { body } = await call<GardenAnalytics>("GET", `/garden/${garden}/analytics`);
  expect(body.captures).toHaveLength(1);
  expect(body.captures[0]).toMatchObject({ date: "2026-05-01", model: "baseline" });
  expect(body.captures[0]?.covered_percent).toBeCloseTo(100, 1);
  expect(body.captures[0]?.trees.total).toBe(body.trees?.total);
  expect(body.green_level).toMatchObject({ percent: 40, index: "ExG" });
  expect(body.coverage).toMatchObject({ images: 1, from: "2026-05-01", to: "2026-05-01" });
  expect(body.coverage.percent).toBeCloseTo(100, 3);
});

test("moves the trees with a garden's boundary and frees them when it goes", async () => {
  const created = await call<{ id: number; tree_count: number }>("POST", "/garden", {
    name: names,
    boundary: square({ west: area.west + 0.006, south: area.south, side: 0.004 }),
  });
  const count = created.body.tree_count;
  expect(count).toBeGreaterThan(0);
  const total = (await stats()).total_tree_count;
  const inGardens = (await stats()).garden_tree_count;
  await call("PATCH", `/garden/${created.body.id}`, {
    boundary: square({ west: 60, south: 30, side: 0.01 }),
  });
  expect(
    (await call<{ tree_count: number }>("GET", `/garden/${created.body.id}`)).body.tree_count,
  ).toBeNull();
  expect((await stats()).garden_tree_count).toBe(Number(inGardens) - count);
  expect((await call("DELETE", `/garden/${created.body.id}`)).status).toBe(204);
  expect((await stats()).total_tree_count).toBe(total);
});

test("holds a ministry's figures and map to its gardens", async () => {
  const { id: ministryId } = await server.db.sql
    .insertInto("ministry")
    .values({ name: json(names) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await call("PATCH", `/garden/${garden}`, { ministry: ministryId });
  const { call: theirs } = await server.person("ministry", {
    permissions: grants({ garden: "v", planttreedetail: "v" }),
    ministryId,
  });
  const own = (await call<{ tree_count: number }>("GET", `/garden/${garden}`)).body.tree_count;
  const figures = await stats("", theirs);
  expect(figures.total_tree_count).toBe(own);
  expect(figures.garden_count).toBe(1);
  expect((await theirs<{ count: number }>("GET", "/plant-tree-detail")).body.count).toBe(own);
  expect(await onMap(8, "", theirs)).toBe(own);
  expect((await theirs("GET", `/garden/${far}/analytics`)).status).toBe(404);
});
