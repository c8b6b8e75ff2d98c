/** Loss and survival of gardens, in their list and in statistics: the figures of reports, of the same place and period. */
import type { Garden } from "@nihol/contract/gardens";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { refreshChangeTally } from "@nihol/store/trees/tree-tally";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FiguresWorld, makeFiguresWorld } from "../support/figures-world.ts";
import { type LostTrees, lostTrees } from "../support/lost-trees-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let world: FiguresWorld;
let changed: LostTrees;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  changed = await lostTrees(server, { call });
  await refreshChangeTally(server.db.sql, { comparison: changed.comparison });
  world = await makeFiguresWorld(server);
});
afterAll(() => server.close());

const listed = async (query: string, caller = call) =>
  (await caller<{ count: number; results: Garden[] }>("GET", `/garden?${query}`)).body;
const idsOf = async (query: string) => (await listed(query)).results.map(({ id }) => id);
const report = async (days = "") => (await call<Report>("GET", `/report/region?${days}`)).body;

test("a garden's lost trees are those of the report, in the report's period alone", async () => {
  const ofGarden = async (days = "") =>
    (await listed(`ids=${changed.garden}&${days}`)).results[0]?.changes;
  const ofRegion = async (days = "") =>
    (await report(days)).rows.find(({ id }) => id === changed.region)?.changes;
  expect((await ofGarden())?.lost.count).toBe(changed.lost.length);
  for (const days of ["", "from=2025-01-01&to=2025-12-31", "from=2024-01-01&to=2024-12-31"])
    expect(await ofGarden(days), days).toEqual(await ofRegion(days));
  expect(await ofGarden("from=2024-01-01&to=2024-12-31")).toBeNull();
});

test("gardens are ordered by survival and by lost trees, those that nobody knows of last", async () => {
  const { gardens } = world;
  const survivals = (await listed("ordering=-survival")).results.map(({ survival }) => survival);
  expect(survivals.slice(0, 2).map((one) => one?.value)).toEqual([0.8, 4 / 7]);
  expect(survivals.slice(2).every((one) => one === null)).toBe(true);
  expect((await idsOf("ordering=survival")).slice(0, 2)).toEqual([gardens.false, gardens.true]);
  expect((await idsOf("ordering=-lost"))[0]).toBe(changed.garden);
  expect((await idsOf("ordering=lost"))[0]).toBe(changed.garden);
});

test("gardens are filtered by what became of their trees, on the map as in the list", async () => {
  const { gardens } = world;
  expect(await idsOf("lost=true")).toEqual([changed.garden]);
  expect(await idsOf("lost=false")).toEqual([]);
  expect(await idsOf("lost=true&from=2026-01-01")).toEqual([]);
  expect(await idsOf("survival_below=70")).toEqual([gardens.false]);
  expect((await listed("survival_below=85")).count).toBe(2);
  const { body } = await call<{ points: { id: number }[] }>("GET", "/garden/points?lost=true");
  expect(body.points.map(({ id }) => id)).toEqual([changed.garden]);
});

test("statistics say survival, plan and loss as the report does, of the country and of a region", async () => {
  const { total, rows } = await report();
  const ask = async (query: string) => (await call<Statistics>("GET", `/statistics?${query}`)).body;
  const north = rows.find(({ id }) => id === world.north);
  for (const [line, stated] of [
    [total, await ask("")],
    [north, await ask(`region=${world.north}`)],
  ] as const) {
    expect(stated.survival).toEqual(line?.survival);
    expect(stated.changes).toEqual(line?.changes);
    expect(line?.tasks).toMatchObject(stated.planting ?? {});
    expect(stated.planting?.scheduled_plant_count).toBeGreaterThan(0);
  }
  const own = await ask(`garden=${world.gardens.true}`);
  expect(own.survival?.rate?.value).toBe(0.8);
  expect(own.planting?.scheduled_plant_count).toBe(520);
});

test("a person who may not see planting tasks sees no survival", async () => {
  const permissions = grants({ garden: "v" });
  const { call: theirs } = await server.person("onlooker", { permissions });
  const { results } = await listed(`ids=${world.gardens.true}`, theirs);
  expect(results[0]?.survival).toBeNull();
  expect((await theirs<Statistics>("GET", "/statistics")).body).toMatchObject({
    survival: null,
    planting: null,
  });
});
