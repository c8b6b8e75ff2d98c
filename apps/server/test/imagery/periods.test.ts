/** A past period says the same in statistics, list, file, map, garden labels and report. */
import type { ChildProcess } from "node:child_process";
import { VectorTile } from "@mapbox/vector-tile";
import type { Garden } from "@nihol/contract/gardens";
import type { ImageMosaic, SeenGround } from "@nihol/contract/imagery/mosaic";
import type { TreeDates } from "@nihol/contract/imagery/trees";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Report } from "@nihol/contract/reports/reports";
import type { Statistics } from "@nihol/contract/statistics";
import { json } from "@nihol/db/json";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant, type Spot } from "../support/tree-fixture.ts";
import { endWorker, startWorkerOf } from "../support/worker-process.ts";

let server: TestApp;
let worker: ChildProcess;
let call: Caller;
let token: string;
let garden: number;
const place = { west: 68.7, south: 38.5, side: 0.01 };
const images = {
  first: { ...place, date: "2023-05-01" },
  /** Over the western half of the first one. */
  second: { ...place, side: 0.005, date: "2024-05-01" },
  third: { ...place, date: "2026-05-01" },
};
/** Columns of ten trees, from west to east. */
const spots = (columns: number): Spot[] =>
  Array.from({ length: columns * 10 }, (_, i) => ({
    lon: place.west + 0.0005 + Math.floor(i / 10) * 0.001,
    lat: place.south + 0.0003 + (i % 10) * 0.0004,
    green: ([1, 0, 1, 2] as const)[i % 4],
  }));
const square = ({ west, south, side }: typeof place) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

beforeAll(async () => {
  server = await testApp();
  worker = startWorkerOf(server);
  const { call: asMaster, email } = await server.person("MasterAdmin");
  call = asMaster;
  token = (await server.tokensOf(email)).access;
  for (const [image, columns] of [
    [images.first, 10],
    [images.second, 3],
    [images.third, 6],
  ] as const) {
    const id = await insertImage(server.db, image);
    await plant(server.db, id, image, spots(columns));
  }
  const boundary = { type: "Polygon", coordinates: [square({ ...place, side: 0.008 })] };
  const names = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  garden = (await call<{ id: number }>("POST", "/garden", { name: names, boundary })).body.id;
});
afterAll(async () => {
  await endWorker(worker);
  await server.close();
});

async function onMap(z: number, query: string): Promise<number> {
  const { x, y } = tileOf(place.west + 0.001, place.south + 0.001, z);
  const { rawPayload } = await server.app.inject({
    url: `/api/tiles/trees/${z}/${x}/${y}.mvt?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const layer = new VectorTile(new PbfReader(rawPayload)).layers.trees;
  return layer?.length ?? 0;
}

async function inFile(query: object): Promise<number> {
  const order = { list: "plant-tree-detail", format: "csv", query };
  const { status, body } = await call<{ id: number }>("POST", "/export", order);
  expect(status).toBe(202);
  for (let tries = 0; tries < 100; tries++) {
    const file = await call<string>("GET", `/export/${body.id}/file`);
    if (file.status === 200) return file.body.trimEnd().split("\r\n").length - 1;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error("the export does not end");
}

const get = async <T>(path: string) => (await call<T>("GET", path)).body;
type Listed = { count: number; results: { date: string }[] };

/** The number of trees from everywhere; a label of the map is the garden's in the list. */
async function numbersOf(period: Record<string, string>) {
  const query = new URLSearchParams(period).toString();
  const statistics = await get<Statistics>(`/statistics?${query}`);
  const list = await get<Listed>(`/plant-tree-detail?${query}&page_size=200`);
  const ofGarden = await get<Listed>(`/plant-tree-detail?${query}&garden=${garden}`);
  const report = await get<Report>(`/report/region?${query}`);
  const label = (await get<{ results: Garden[] }>(`/garden?${query}`)).results[0];
  const bbox = "68.6,38.4,68.8,38.6";
  return {
    everywhere: [
      // Where nothing was seen, figures are null and lists are empty.
      statistics.total_tree_count ?? 0,
      statistics.trees?.total ?? 0,
      list.count,
      list.results.length,
      (await get<Listed>(`/plant-tree-detail?${query}&bbox=${bbox}`)).count,
      report.total.trees?.total ?? 0,
      await onMap(6, query),
      await onMap(12, query),
      await inFile(period),
    ],
    garden: [statistics.garden_tree_count ?? 0, ofGarden.count, label?.tree_count ?? 0],
    seen: [statistics.coverage.from, statistics.coverage.to],
    label: label?.last_capture,
  };
}

test.each([
  // Of the first image alone.
  [{ to: "2023-12-31" }, 100, 80, "2023-05-01", "2023-05-01"],
  // The second one took over the west: 50 of the first are left.
  [{ to: "2025-12-31" }, 80, 60, "2023-05-01", "2024-05-01"],
  [{ from: "2024-01-01", to: "2025-12-31" }, 30, 30, "2024-05-01", "2024-05-01"],
  // The third one covers all.
  [{}, 60, 60, "2026-05-01", "2026-05-01"],
  [{ to: "2026-05-01" }, 60, 60, "2026-05-01", "2026-05-01"],
  [{ from: "2023-06-01" }, 60, 60, "2026-05-01", "2026-05-01"],
  [{ to: "2026-04-30" }, 80, 60, "2023-05-01", "2024-05-01"],
  [{ to: "2023-04-30" }, 0, 0, null, null],
])(
  "%o counts the newest image of each place within it",
  async (period, all, inGarden, from, to) => {
    const numbers = await numbersOf(period as Record<string, string>);
    expect(new Set(numbers.everywhere), JSON.stringify(numbers)).toEqual(new Set([all]));
    expect(new Set(numbers.garden)).toEqual(new Set([inGarden]));
    expect(numbers.seen).toEqual([from, to]);
    expect(numbers.label).toBe(to);
  },
);

test("says when the trees of a view were seen", async () => {
  const dates = async (bbox: string, query = "") =>
    Object.values(await get<TreeDates>(`/plant-tree-detail/dates?bbox=${bbox}${query}`));
  const [west, east] = ["68.7,38.5,68.704,38.51", "68.706,38.5,68.71,38.51"];
  const [first, second, third] = Object.values(images).map(({ date }) => date);
  // From nearby, from afar, and from the whole Earth.
  for (const all of ["68.69,38.49,68.72,38.52", "60,30,80,45", "-180,-90,180,90"]) {
    expect(await dates(all)).toEqual([third, third]);
    expect(await dates(all, "&to=2025-12-31")).toEqual([first, second]);
    expect(await dates(all, "&to=2022-12-31")).toEqual([null, null]);
  }
  expect(await dates(west, "&to=2025-12-31")).toEqual([second, second]);
  expect(await dates(east, "&to=2025-12-31")).toEqual([first, first]);
  expect(await dates("68.72,38.5,68.73,38.51")).toEqual([null, null]);
  expect(await dates(west, `&to=2025-12-31&garden=${garden}`)).toEqual([second, second]);
  expect((await call("GET", "/plant-tree-detail/dates?bbox=1,2,3")).status).toBe(400);
});

test("lists the images in view, and which of them count", async () => {
  const rejected = await insertImage(server.db, { ...place, west: 68.8, date: "2026-06-01" });
  const inView = async (bbox: string) =>
    (await get<{ results: WholeImage[] }>(`/whole-image?ordering=-date&bbox=${bbox}`)).results.map(
      ({ date, counts }) => [date, counts],
    );
  expect(await inView("68.706,38.5,68.71,38.51")).toEqual([
    [images.third.date, true],
    [images.first.date, true],
  ]);
  expect(await inView("68.79,38.5,68.81,38.51")).toEqual([["2026-06-01", false]]);
  // Published, but too coarse to distinguish trees.
  await server.db.sql
    .updateTable("whole_image")
    .set({ published_at: new Date(), counted: false })
    .where("id", "=", rejected)
    .execute();
  expect(await inView("68.79,38.5,68.81,38.51")).toEqual([["2026-06-01", false]]);
  await server.db.sql.deleteFrom("whole_image").where("id", "=", rejected).execute();
});

test("a garden's own page and its analytics go on saying what counts now", async () => {
  expect((await get<Garden>(`/garden/${garden}`)).tree_count).toBe(60);
  const analytics = await get<{ trees: { total: number }; by_crown_m2: { count: number }[] }>(
    `/garden/${garden}/analytics`,
  );
  expect(analytics.trees.total).toBe(60);
  expect(analytics.by_crown_m2.reduce((sum, { count }) => sum + count, 0)).toBe(60);
});

describe("the images of a view", () => {
  const box = "68.69,38.49,68.72,38.52";
  const [first, second, third] = Object.values(images).map(({ date }) => date);
  const shown = (mosaic: ImageMosaic) =>
    mosaic.images.filter(({ shows }) => shows).map(({ date }) => date);
  const ask = (query: string) => get<ImageMosaic>(`/whole-image/mosaic?bbox=${query}`);

  test("are the newest of each place within the period, the newest first; the days are those of all", async () => {
    expect(shown(await ask(box))).toEqual([third]);
    expect(shown(await ask(`${box}&to=2025-12-31`))).toEqual([second, first]);
    expect(shown(await ask(`${box}&from=2024-01-01&to=2025-12-31`))).toEqual([second]);
    expect(shown(await ask(`${box}&to=2023-04-30`))).toEqual([]);
    const { count, dates, images: all } = await ask(`${box}&to=2023-12-31`);
    expect({ count, dates }).toEqual({ count: 3, dates: [first, second, third] });
    expect(all.map(({ date }) => date)).toEqual([third, second, first]);
    expect((await ask("60,30,61,31")).images).toEqual([]);
  });

  test("show ground that was seen once and for all, whatever the period", async () => {
    const { footprints } = await get<SeenGround>(`/whole-image/seen-ground?bbox=${box}`);
    const wests = footprints.map(({ coordinates }) => coordinates[0]?.[0]?.[0]?.[0]);
    expect(wests).toEqual([place.west, place.west, place.west]);
    expect((await get<SeenGround>("/whole-image/seen-ground?bbox=60,30,61,31")).footprints).toEqual(
      [],
    );
    expect((await call("GET", "/whole-image/seen-ground?bbox=1,2,3")).status).toBe(400);
  });

  test("are those within the reader's scope, for who may view images", async () => {
    const permissions = grants({ wholeimage: "v" });
    const { id: ministryId } = await server.db.sql
      .insertInto("ministry")
      .values({ name: json({ tg: "Дигар", ru: "Другое", en: "Elsewhere", az: "" }) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const other = await server.person("Other ministry", { permissions, ministryId });
    expect((await other.call("GET", `/whole-image/mosaic?bbox=${box}`)).body).toEqual({
      images: [],
      count: 0,
      dates: [],
    });
    const none = await server.person("No images", { permissions: grants({ garden: "v" }) });
    expect((await none.call("GET", `/whole-image/mosaic?bbox=${box}`)).status).toBe(403);
    expect((await none.call("GET", `/whole-image/seen-ground?bbox=${box}`)).status).toBe(403);
    const nothing = { footprints: [], too_many: false };
    expect((await other.call("GET", `/whole-image/seen-ground?bbox=${box}`)).body).toEqual(nothing);
    expect((await call("GET", "/whole-image/mosaic?bbox=1,2,3")).status).toBe(400);
  });
});
