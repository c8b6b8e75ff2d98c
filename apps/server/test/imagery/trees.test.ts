import type { Tree, TreeHistory } from "@nihol/contract/imagery/trees";
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

test("a tree is followed through the images that were compared: not there yet, seen with its crown, lost", async () => {
  const { sql } = server.db;
  const spot = { lon: 68.805, lat: 38.505, region };
  const at = { ...place, west: 68.8 };
  const years = [2022, 2023, 2024, 2025, 2026];
  const days = years.map((year) => `${year}-06-01`);
  const images: number[] = [];
  for (const date of days) images.push(await insertImage(server.db, { ...at, date }));
  await sql
    .updateTable("whole_image")
    .set({ published_at: new Date() })
    .where("id", "in", images)
    .execute();
  const [empty = 0, first = 0, second = 0, cloudy = 0, felled = 0] = images;
  const treeOf = async (id: number, date: string, area: number) => {
    await plant(server.db, id, { ...at, date }, [{ ...spot, area }]);
    const tree = sql.selectFrom("tree").where("whole_image_id", "=", id);
    return Number((await tree.select("id").executeTakeFirstOrThrow()).id);
  };
  const young = await treeOf(first, days[1] ?? "", 4);
  const grown = await treeOf(second, days[2] ?? "", 9);
  const compared = async (before: number, after: number, change: object) => {
    const { id } = await sql
      .insertInto("image_comparison")
      .values({ before_id: before, after_id: after, method: 2, status: "completed" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const base = { comparison_id: id, side: 2, chance: 0, zc: 0, state: 0, tree_id: grown };
    await sql
      .insertInto("tree_change")
      .values({ ...base, ...change })
      .execute();
  };
  await compared(empty, first, { tree_id: young, state: 1, side: 1, chance: 0.9 });
  await compared(first, second, { before_tree_id: young });
  await compared(second, cloudy, { state: 3, side: 0, reason: 4 });
  await compared(second, felled, { state: 2, side: 0, chance: 0.8, unsure: true });
  for (const id of [young, grown]) {
    const { body } = await call<TreeHistory>("GET", `/plant-tree-detail/${id}/history`);
    expect(body.events.map(({ date, state }) => [date, state])).toEqual([
      ["2022-06-01", "absent"],
      ["2023-06-01", "seen"],
      ["2024-06-01", "seen"],
      ["2025-06-01", "not_visible"],
      ["2026-06-01", "lost"],
    ]);
    expect(body.events.map(({ area_m2 }) => area_m2)).toEqual([null, 4, 9, null, null]);
    expect(body.events[3]).toMatchObject({ reason: "veiled", chance: null });
    expect(body.events[4]).toMatchObject({ unsure: true, chance: expect.closeTo(0.8) });
  }
  const permissions = grants({ planttreedetail: "v", wholeimage: "v" });
  const near = await server.person("Of the region", { permissions, regions: [region] });
  // The images lie in no region: whoever sees the trees there, and not the images, reads of the trees alone.
  const { body } = await near.call<TreeHistory>("GET", `/plant-tree-detail/${grown}/history`);
  expect(body.events.map(({ state }) => state)).toEqual(["seen", "seen"]);
  const path = `/plant-tree-detail/${young}/history`;
  const [other] = await sql
    .insertInto("region")
    .values({ name: json({ tg: "Суғд", ru: "Согд", en: "Sughd", az: "" }) })
    .returning("id")
    .execute();
  const away = await server.person("Of another", { permissions, regions: [other?.id ?? 0] });
  expect((await away.call("GET", path)).status).toBe(404);
});
