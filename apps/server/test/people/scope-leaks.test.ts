/** What stands beside a row within the actor's scope (names, areas, counts) must not give away rows outside it. */
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let own: number;
let foreign: number;
let region: number;
let image: number;
const area = { west: 68.7, south: 38.5, side: 0.01 };
const name = { tg: "А", ru: "А", en: "A", az: "" };

const strip = (from: number, to: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [area.west + from, area.south],
      [area.west + to, area.south],
      [area.west + to, area.south + area.side],
      [area.west + from, area.south + area.side],
      [area.west + from, area.south],
    ],
  ],
});

beforeAll(async () => {
  server = await testApp();
  const master = (await server.person("MasterAdmin")).call;
  const [mine, other] = await server.db.sql
    .insertInto("ministry")
    .values([{ name: json(name) }, { name: json(name) }])
    .returning("id")
    .execute();
  region = (await master<{ id: number }>("POST", "/region", { name })).body.id;
  const garden = async (ministry: number | undefined, from: number, to: number) =>
    (
      await master<{ id: number }>("POST", "/garden", {
        name: { ...name, en: `Garden ${ministry}` },
        region,
        ministry,
        boundary: strip(from, to),
      })
    ).body.id;
  own = await garden(mine?.id, 0, 0.005);
  foreign = await garden(other?.id, 0.005, 0.01);
  image = await insertImage(server.db, area);
  const at = (lon: number, garden: number) => ({ lon, lat: area.south + 0.004, garden });
  await plant(server.db, image, area, [at(area.west + 0.002, own), at(area.west + 0.008, foreign)]);
  const permissions = grants({ wholeimage: "v", satelliteimagery: "v", region: "v", garden: "v" });
  ({ call } = await server.person("Ministry clerk", { permissions, ministryId: mine?.id }));
});
afterAll(() => server.close());

test("an image names the reader's gardens alone", async () => {
  const { body } = await call<{ gardens: { id: number }[] }>("GET", `/whole-image/${image}`);
  expect(body.gardens.map(({ id }) => id)).toEqual([own]);
  const filtered = await call<{ count: number }>("GET", `/whole-image?garden=${foreign}`);
  expect(filtered.body.count).toBe(0);
});

test("a garden outside the scope gives no area", async () => {
  const of = async (id: number) =>
    (await call<{ territory_area: number | null }>("GET", `/statistics?garden=${id}`)).body
      .territory_area;
  expect(await of(own)).toBeGreaterThan(0);
  expect(await of(foreign)).toBeNull();
});

test("a region counts the gardens within the scope", async () => {
  expect((await call("GET", `/region/${region}`)).body).toMatchObject({ garden_count: 1 });
});

test("a process is visible with its image", async () => {
  const { body } = await call<{ process: number }>("GET", `/whole-image/${image}`);
  expect((await call("GET", `/satellite-imagery/${body.process}`)).status).toBe(200);
  expect((await call("GET", `/satellite-imagery/${body.process}/hash`)).status).toBe(200);
});
