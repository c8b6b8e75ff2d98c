/** Borders that move: few trees follow within the call, many by the worker after it. */

import type { Region } from "@nihol/contract/territory";
import type { Names } from "@nihol/contract/values/languages";
import type { Bbox } from "@nihol/geo/geometry";
import { listTerritoryChanges, stepTerritoryChange } from "@nihol/store/trees/territory-change";
import { recountPyramid } from "@nihol/store/trees/tree-pyramid";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage, rectangle } from "../../../../packages/store/test/tree-world.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
/** 20,449 trees: more than a call moves. */
const forest: Bbox = [69, 38, 69.2, 38.2];
const grove: Bbox = [70, 38, 70.01, 38.01];
const names = (n: number): Names => ({
  tg: `Ҷой ${n}`,
  ru: `Место ${n}`,
  en: `Place ${n}`,
  az: `Yer ${n}`,
});

beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  await insertImage(server.db, "2025-05-01", forest, 143);
  await insertImage(server.db, "2025-05-01", grove, 5);
});
afterAll(async () => {
  const differing = await recountPyramid(server.db.sql);
  await server.close();
  expect(differing).toBe(0);
});

async function newRegion(n: number, box: Bbox): Promise<Region> {
  const body = { name: names(n), boundary: rectangle(box) };
  const answer = await call<Region>("POST", "/region", body);
  expect(answer.status).toBe(201);
  return answer.body;
}
const regionNow = async (id: number) => (await call<Region>("GET", `/region/${id}`)).body;
const isRunning = async () =>
  (await call<{ running: boolean }>("GET", "/territory-update")).body.running;

async function treesIn(column: "region_id" | "district_id", id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tree where ${sql.ref(column)} = ${id}`.execute(server.db.sql);
  return rows[0]?.n ?? 0;
}

/** Does the worker's job with what was sent to it. */
async function work() {
  const [change = 0] = await listTerritoryChanges(server.db.sql);
  const job = { name: "territory.reassign", data: { change } };
  expect(await server.jobs.missing([job])).toEqual([]);
  const step = () => server.db.sql.transaction().execute((trx) => stepTerritoryChange(trx, change));
  while (await step()) {}
}

test("a border around few trees takes them within the call", async () => {
  const region = await newRegion(1, grove);
  expect(region.updating).toBe(false);
  expect(await treesIn("region_id", region.id)).toBe(25);
  expect(await isRunning()).toBe(false);
});

test("a border around many is answered at once, says that it is being updated, and is done by the worker", async () => {
  const region = await newRegion(2, forest);
  expect(region.updating).toBe(true);
  expect(await treesIn("region_id", region.id)).toBe(0);
  expect(await isRunning()).toBe(true);
  const list = await call<{ results: Region[] }>("GET", "/region?page_size=100");
  const shown = list.body.results.map(({ id, updating }) => [id, updating]);
  expect(shown).toContainEqual([region.id, true]);
  expect(shown.filter(([, updating]) => updating)).toHaveLength(1);
  await work();
  expect((await regionNow(region.id)).updating).toBe(false);
  expect(await isRunning()).toBe(false);
  expect(await treesIn("region_id", region.id)).toBe(143 * 143);
});

test("a deleted place is gone at once, and its many trees go to the place around them", async () => {
  const [outer] = (await call<{ results: Region[] }>("GET", "/region?search=Place 2")).body.results;
  const body = { name: names(3), region: outer?.id, boundary: rectangle(forest) };
  const { id } = (await call<{ id: number }>("POST", "/district", body)).body;
  await work();
  expect(await treesIn("district_id", id)).toBe(143 * 143);
  expect((await call("DELETE", `/district/${id}`)).status).toBe(204);
  expect((await call("GET", `/district/${id}`)).status).toBe(404);
  await work();
  expect(await treesIn("district_id", id)).toBe(0);
  expect(await treesIn("region_id", outer?.id ?? 0)).toBe(143 * 143);
});

test("borders out of a file are one change, whatever their number", async () => {
  // Two regions take the ground of one: it lets it go first.
  const [one] = (await call<{ results: Region[] }>("GET", "/region?search=Place 2")).body.results;
  const emptied = await call("PATCH", `/region/${one?.id}`, { boundary: null });
  expect(emptied.status).toBe(200);
  await work();
  const rows = await Promise.all(
    [4, 5].map((n) => call<Region>("POST", "/region", { name: names(n) })),
  );
  const features = rows.map(({ body }, i) => ({
    type: "Feature",
    properties: { name: body.name.en },
    geometry: rectangle([69 + i * 0.1, 38, 69.1 + i * 0.1, 38.2]),
  }));
  const delimiter = "----nihol";
  const head = `--${delimiter}\r\ncontent-disposition: form-data; name="file"; filename="a.geojson"\r\ncontent-type: application/geo+json\r\n\r\n`;
  const file = JSON.stringify({ type: "FeatureCollection", features });
  const imported = await call("POST", "/region/import", `${head}${file}\r\n--${delimiter}--\r\n`, {
    "content-type": `multipart/form-data; boundary=${delimiter}`,
  });
  expect(imported.status).toBe(200);
  expect(await listTerritoryChanges(server.db.sql)).toHaveLength(1);
  for (const { body } of rows) expect((await regionNow(body.id)).updating).toBe(true);
  await work();
  const counts = await Promise.all(rows.map(({ body }) => treesIn("region_id", body.id)));
  expect(counts.reduce((sum, n) => sum + n)).toBe(143 * 143);
});

test("a garden over many trees is given them, and loses them, by the worker too", async () => {
  const drawn = { name: names(6), boundary: rectangle(forest), confirm_large: true };
  const { status, body } = await call<{ id: number }>("POST", "/garden", drawn);
  expect(status).toBe(201);
  await work();
  const inGarden = sql<{
    n: number;
  }>`select count(*)::int as n from tree where garden_id = ${body.id}`;
  expect((await inGarden.execute(server.db.sql)).rows).toEqual([{ n: 143 * 143 }]);
  expect((await call("DELETE", `/garden/${body.id}`)).status).toBe(204);
  await work();
  expect((await inGarden.execute(server.db.sql)).rows).toEqual([{ n: 0 }]);
});
