import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { json } from "@nihol/db/json";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant, type Spot } from "../support/tree-fixture.ts";

let server: TestApp;
let token: string;
const older = { west: 68.7, south: 38.5, side: 0.01, date: "2024-05-01" };
const newer = { ...older, date: "2025-05-01" };
const images: number[] = [];
const spots = (n: number): Spot[] =>
  Array.from({ length: n }, (_, i) => ({
    lon: 68.7005 + (i % 40) * 0.0002,
    lat: 38.5005 + Math.floor(i / 40) * 0.0002,
    green: ([1, 0, 1, 2] as const)[i % 4],
  }));

beforeAll(async () => {
  server = await testApp();
  const { email } = await server.person("MasterAdmin");
  token = (await server.tokensOf(email)).access;
  for (const [area, n] of [
    [older, 40],
    [newer, 80],
  ] as const) {
    const id = await insertImage(server.db, area);
    images.push(id);
    await plant(server.db, id, area, spots(n));
  }
});
afterAll(() => server.close());

const at = (z: number) => {
  const { x, y } = tileOf(68.7005, 38.5005, z);
  return `${z}/${x}/${y}`;
};
const get = (place: string, query = "", headers = {}) =>
  server.app.inject({
    url: `/api/tiles/trees/${place}.mvt${query}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

async function layersOf(place: string, query = "") {
  const { layers } = new VectorTile(new PbfReader((await get(place, query)).rawPayload));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, i) => layer.feature(i)),
    ]),
  ) as Record<string, VectorTileFeature[]>;
}

test("holds each counted tree once, with its id and state", async () => {
  const { trees = [] } = await layersOf(at(12));
  expect(trees).toHaveLength(80);
  expect(new Set(trees.map(({ properties }) => properties.id)).size).toBe(80);
  expect(trees.map(({ id, properties }) => id === properties.id)).not.toContain(false);
  const states = trees.map(({ properties }) => properties.green);
  expect([0, 1, 2].map((state) => states.filter((s) => s === state).length)).toEqual([20, 40, 20]);
});

test("filters by state and by date", async () => {
  expect((await layersOf(at(10), "?green=unsure")).trees).toHaveLength(20);
  expect((await layersOf(at(10), "?to=2023-12-31")).trees).toBeUndefined();
  expect((await layersOf(at(10), "?from=2025-05-02")).trees).toBeUndefined();
  expect((await get(at(10), "?green=blue")).statusCode).toBe(400);
});

test("shows in a past period the trees that the newest image of it saw", async () => {
  for (const z of [10, 19]) {
    const past = (await layersOf(at(z), "?to=2024-12-31")).trees?.length ?? 0;
    expect(past).toBe((await layersOf(at(z), `?whole_image=${images[0]}`)).trees?.length);
    expect(past).toBeGreaterThan(0);
    const now = (await layersOf(at(z), "?to=2030-12-31")).trees?.length;
    expect(now).toBe((await layersOf(at(z))).trees?.length);
  }
});

test("shows one image's own trees although a newer image replaced them", async () => {
  expect((await layersOf(at(10), `?whole_image=${images[0]}`)).trees).toHaveLength(40);
  expect((await layersOf(at(3), `?whole_image=${images[1]}`)).trees).toHaveLength(80);
});

test("draws crowns from zoom 17 beside the points of all trees, and none farther away", async () => {
  for (const [z, hasCrowns] of [
    [16, false],
    [17, true],
    [18, true],
  ] as const) {
    const { crowns = [], trees = [] } = await layersOf(at(z));
    expect(trees.length).toBeGreaterThan(0);
    expect(crowns.length > 0).toBe(hasCrowns);
  }
});

test("holds every tree of a dense place at each zoom, and says where crowns come nearer by", async () => {
  const dense = { west: 40, south: 20, side: 0.01, date: "2025-05-01" };
  const id = await insertImage(server.db, dense);
  const { x, y } = tileOf(40.005, 20.005, 17);
  const many = Array.from({ length: 4_900 }, (_, i) => ({
    lon: ((x + 0.01 + ((i % 70) * 0.98) / 70) / 2 ** 17) * 360 - 180,
    lat: 20.0045 + Math.floor(i / 70) * 0.000013,
    green: (i % 3) as 0 | 1 | 2,
  }));
  await plant(server.db, id, dense, many);
  const drawn = async (z: number, column: number, row: number) => {
    const { trees = [], crowns = [], crownless = [] } = await layersOf(`${z}/${column}/${row}`);
    const points = trees.flatMap((tree) => tree.loadGeometry()).length;
    return { points, crowns: crowns.length, said: crownless.map(({ properties }) => properties.n) };
  };
  const tiles = (z: number) =>
    Array.from({ length: 4 ** (z - 16) }, (_, i) => {
      const side = 2 ** (z - 16);
      const [left, top] = [(x >> 1) * side, (y >> 1) * side];
      return drawn(z, left + (i % side), top + Math.floor(i / side));
    });
  for (const z of [16, 17, 18, 19]) {
    const all = await Promise.all(tiles(z));
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(4_900);
    for (const { points, crowns, said } of all) {
      const lacksCrowns = z >= 17 && points > 0 && crowns === 0;
      expect(said).toEqual(lacksCrowns ? [points] : []);
    }
    expect(all.some(({ said }) => said.length > 0)).toBe(z === 17);
  }
});

test("draws crowns where they stand", async () => {
  const { crowns = [], trees = [] } = await layersOf(at(19));
  expect(crowns.length).toBeGreaterThan(0);
  const [x, y] = at(19).split("/").slice(1).map(Number) as [number, number];
  const crown = crowns.find(({ id }) => id === trees[0]?.id);
  const shape = crown?.toGeoJSON(x, y, 19).geometry;
  const ring = shape?.type === "Polygon" ? (shape.coordinates[0] ?? []) : [];
  const [lon, lat] = [0, 1].map(
    (axis) => ring.slice(1).reduce((sum, p) => sum + (p[axis] ?? 0), 0) / (ring.length - 1),
  );
  const tree = trees[0]?.toGeoJSON(x, y, 19).geometry;
  expect(tree?.type === "Point" && tree.coordinates[0]).toBeCloseTo(lon as number, 5);
  expect(tree?.type === "Point" && tree.coordinates[1]).toBeCloseTo(lat as number, 5);
  expect(crown?.properties).toEqual(trees[0]?.properties);
});

test("is not sent again until trees change", async () => {
  const first = await get(at(9));
  const etag = first.headers.etag as string;
  expect((await get(at(9), "", { "if-none-match": etag })).statusCode).toBe(304);
  const elsewhere = { west: 50, south: 30, side: 0.01, date: "2025-01-01" };
  const id = await insertImage(server.db, elsewhere);
  await plant(server.db, id, elsewhere, [{ lon: 50.001, lat: 30.001 }]);
  const second = await get(at(9), "", { "if-none-match": etag });
  expect([second.statusCode, second.headers.etag === etag]).toEqual([200, false]);
});

test("has no bytes where there are no trees, and none beyond the world", async () => {
  const empty = await get("8/0/0");
  expect([empty.statusCode, empty.rawPayload.length]).toEqual([200, 0]);
  expect((await get("2/9/0")).statusCode).toBe(404);
  expect((await get("23/0/0")).statusCode).toBe(400);
});

test("is sent compressed", async () => {
  const { headers, rawPayload } = await get(at(10), "", { "accept-encoding": "gzip" });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(rawPayload.length).toBeGreaterThan(0);
});

test("answers with cells of many trees above 30,000 points, and their sum is exact", async () => {
  const place = { west: 20, south: 10, side: 0.2 };
  const id = await insertImage(server.db, place);
  const many = Array.from({ length: 31_000 }, (_, i) => ({
    lon: 20.001 + (i % 200) * 0.0009,
    lat: 10.001 + Math.floor(i / 200) * 0.0009,
    green: (i % 2) as 0 | 1,
  }));
  await plant(server.db, id, place, many);
  const { x, y } = tileOf(20.05, 10.05, 6);
  for (const query of ["", `?whole_image=${id}`]) {
    const { cells = [], trees } = await layersOf(`6/${x}/${y}`, query);
    expect(trees).toBeUndefined();
    expect(cells.reduce((sum, { properties }) => sum + Number(properties.n), 0)).toBe(31_000);
    expect(cells.every(({ properties }) => Math.abs(Number(properties.green) - 50) <= 50)).toBe(
      true,
    );
  }
});

test("leaves out what lies outside a person's scope", async () => {
  const { email } = await server.person("nowhere", {
    permissions: grants({ planttreedetail: "v" }),
    ministryId: (
      await server.db.sql
        .insertInto("ministry")
        .values({ name: json({ tg: "м", ru: "м", en: "m", az: "" }) })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id,
  });
  const { access } = await server.tokensOf(email);
  for (const [z, query] of [
    [4, ""],
    [12, ""],
    [19, ""],
    [12, `?whole_image=${images[1]}`],
  ] as const) {
    const { rawPayload } = await get(at(z), query, { authorization: `Bearer ${access}` });
    expect(rawPayload.length).toBe(0);
  }
  expect((await server.anonymous("GET", `/tiles/trees/${at(4)}.mvt`)).status).toBe(401);
});
