import type { Tree } from "@nihol/contract/imagery/trees";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

let server: TestApp;
let call: Caller;
let region: number;
const place = { west: 68.7, south: 38.5, side: 0.01 };
let image: number;

beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  region = (
    await server.db.sql
      .insertInto("region")
      .values({ name: json({ tg: "Хатлон", ru: "Хатлон", en: "Khatlon", az: "" }) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  image = await insertImage(server.db, place);
  await plant(
    server.db,
    image,
    place,
    Array.from({ length: 30 }, (_, i) => ({
      lon: 68.7005 + i * 0.0002,
      lat: 38.505,
      green: (i % 3) as 0 | 1 | 2,
      area: i + 1,
      region: i < 10 ? region : null,
    })),
  );
});
afterAll(() => server.close());

interface PageBody {
  count: number;
  next: string | null;
  results: Tree[];
}
const list = async (query: string, as = call) =>
  (await as<PageBody>("GET", `/plant-tree-detail?${query}`)).body;

test("gives the same count as the rows that pages bring", async () => {
  for (const [query, expected] of [
    ["", 30],
    ["green=green", 10],
    [`region=${region}`, 10],
    [`whole_image=${image}`, 30],
    ["bbox=68.7,38.5,68.7014,38.51", 5],
    ["from=2025-06-01&to=2025-06-01", 30],
    ["from=2025-06-02", 0],
  ] as const) {
    const { count, results } = await list(`${query}&page_size=200`);
    expect([query, count, results.length]).toEqual([query, expected, expected]);
  }
});

test("shows a tree with its box, crown, place and state", async () => {
  const { results } = await list("ordering=-area_m2&page_size=1");
  const { body, status } = await call<Tree>("GET", `/plant-tree-detail/${results[0]?.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    date: "2025-06-01",
    segmentation: { area_m2: 30 },
    green: "unsure",
    index_name: "ExG",
    whole_image: image,
    can: { change: false, delete: false },
  });
  expect(body.segmentation.crown).toHaveLength(4);
  expect(body.position[0]).toBeCloseTo(68.7063, 6);
});

test("hides trees beyond a person's territory", async () => {
  const { call: theirs } = await server.person("khatlon", {
    permissions: grants({ planttreedetail: "v", device: "v" }),
    regions: [region],
  });
  expect((await list("", theirs)).count).toBe(10);
  const outside = (await list("ordering=-area_m2")).results[0];
  expect((await theirs("GET", `/plant-tree-detail/${outside?.id}`)).status).toBe(404);
});

test("lists devices in service within the scope", async () => {
  const device = { type: "air" as const, latitude: 38.5, longitude: 68.7 };
  await server.db.sql
    .insertInto("device")
    .values([
      { ...device, name: "A-1", region_id: region },
      { ...device, name: "B-1", type: "soil" },
      { ...device, name: "C-1", retired: true },
    ])
    .execute();
  const all = await call<{ count: number; results: { name: string }[] }>("GET", "/device");
  expect(all.body.results.map(({ name }) => name)).toEqual(["A-1", "B-1"]);
  expect((await call<{ count: number }>("GET", "/device?type=soil")).body.count).toBe(1);
  const { call: theirs } = await server.person("devices", {
    permissions: grants({ device: "v" }),
    regions: [region],
  });
  expect((await theirs<{ count: number }>("GET", "/device")).body.count).toBe(1);
});

test("brings each tree once, page by page, across the borders of images and whatever the order", async () => {
  const other = await insertImage(server.db, { ...place, west: 69.7 });
  const spots = Array.from({ length: 7 }, (_, i) => ({
    lon: 69.7005 + i * 0.001,
    lat: 38.505,
    green: (i % 3) as 0 | 1 | 2,
  }));
  await plant(server.db, other, { ...place, west: 69.7 }, spots);
  for (const filter of ["ordering=date", "ordering=-date", "green=unsure", "ordering=-score"]) {
    const ids: number[] = [];
    const { count } = await list(`${filter}&page_size=4`);
    for (let page = 1; page <= Math.ceil(count / 4); page++)
      ids.push(...(await list(`${filter}&page_size=4&page=${page}`)).results.map(({ id }) => id));
    expect([filter, ids.length, new Set(ids).size]).toEqual([filter, count, count]);
  }
});
