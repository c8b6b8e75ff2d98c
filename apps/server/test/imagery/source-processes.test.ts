/** An area of a source on a day, through HTTP: what it would take, and the process that is made of it. */
import type { FetchPlan } from "@nihol/contract/imagery/fetch-plans";
import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import type { Process } from "@nihol/contract/imagery/processes";
import { seedDemo } from "@nihol/seed/demo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startImageServers } from "../../../../packages/sources/test/image-servers.ts";
import { servedBbox } from "../../../../packages/sources/test/served-place.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let servers: Awaited<ReturnType<typeof startImageServers>>;
let server: TestApp;
let call: Caller;
let region: number;
let elsewhere: number;
const russian = { "accept-language": "ru" };
const day = "2026-05-17";

/** A box in degrees as an outline. */
const box = ([west, south, east, north]: readonly number[]) => {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
};
const [west, south, east, north] = servedBbox;
const [dx, dy] = [(east - west) / 4, (north - south) / 4];
const area = { boundary: box([west + dx, south + dy, east - dx, north - dy]) };

beforeAll(async () => {
  servers = await startImageServers();
  server = await testApp({ sources: { inside: servers.inside, keyFile: "" } });
  ({ call } = await server.person("MasterAdmin"));
  const add = async (path: string, body: object) =>
    (await call<{ id: number }>("POST", path, body)).body.id;
  const around = box([west - 0.1, south - 0.1, east + 0.1, north + 0.1]);
  region = await add("/region", { name: fresh(), boundary: around });
  elsewhere = await add("/region", { name: fresh() });
});
afterAll(async () => {
  await server?.close();
  await servers?.close();
});

const credit = { attribution: "© Somebody <b>", licence: "CC BY 4.0" };
const source = async (more: object) =>
  (
    await call<ImagerySource>("POST", "/imagery-source", {
      name: fresh(),
      ...credit,
      ...more,
    })
  ).body.id;
const wms = () => source({ kind: "wms", address: servers.wms, layer: "orto", gsd_m: 0.5 });
const plan = (body: object, who: Caller = call, headers = {}) =>
  who<FetchPlan & Record<string, string[]>>("POST", "/satellite-imagery/fetch-plan", body, headers);
const start = (body: object, who: Caller = call) =>
  who<Process & Record<string, string[]>>("POST", "/satellite-imagery", body);

test("a map server: pieces, pixels and days before one is chosen; bytes and a sample with it", async () => {
  const id = await wms();
  const open = await plan({ source: id, area });
  expect([open.status, open.body]).toEqual([
    200,
    {
      pieces: 1,
      unread: 0,
      width: 512,
      height: 512,
      gsd_m: expect.closeTo(0.5, 3),
      bytes: null,
      has_date: true,
      days: [
        { day: "2026-06-20", cloud: null },
        { day, cloud: null },
      ],
      image: null,
      ...credit,
    },
  ]);
  const dated = await plan({ source: id, area, date: day });
  expect(dated.body.image).toMatch(/^data:image\/png;base64,/);
  expect(dated.body.bytes).toBeGreaterThan(1000);
});

test("tiles have no days; a catalogue has captures with their clouds", async () => {
  const tiles = await source({ kind: "xyz", address: servers.xyz, max_zoom: 18 });
  expect((await plan({ source: tiles, area, date: day })).body).toMatchObject({
    has_date: false,
    days: [],
    image: expect.stringMatching(/^data:image\/png/),
  });
  const stac = await source({ kind: "stac", address: servers.stac });
  expect((await plan({ source: stac, area, date: day })).body).toMatchObject({
    pieces: expect.any(Number),
    gsd_m: 0.5,
    days: [
      { day: "2026-06-20", cloud: 0.03 },
      { day, cloud: 0.03 },
    ],
    image: expect.stringMatching(/^data:image\/png/),
  });
});

test("a process is made with the source's words, in the log, and waits for its image", async () => {
  const id = await wms();
  const made = await start({ source: id, area, date: day });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    status: "pending",
    process_date: day,
    area: { kind: "boundary" },
    source: { id },
    ...credit,
  });
  expect(made.body.file_name).toMatch(/ 2026-05-17\.tif$/);
  const row = await server.db.sql
    .selectFrom("imagery_process")
    .selectAll()
    .where("id", "=", made.body.id)
    .executeTakeFirstOrThrow();
  expect([row.fetched, row.upload_id, row.region_id]).toEqual([0, null, region]);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "satelliteimagery")
    .where("resource_id", "=", String(made.body.id))
    .select(["action", "change"])
    .execute();
  expect(log).toEqual([{ action: "add", change: { source: id, date: day, area: "boundary" } }]);
  // Its source goes, whose image it is stays.
  await call("DELETE", `/imagery-source/${id}`);
  const after = await call<Process>("GET", `/satellite-imagery/${made.body.id}`);
  expect(after.body).toMatchObject({ source: null, ...credit });
  expect((await call("POST", `/satellite-imagery/${made.body.id}/stop`)).status).toBe(200);
  const again = await call("POST", `/satellite-imagery/${made.body.id}/restart`, { which: "all" });
  expect(again.body).toMatchObject({ code: "original_gone" });
});

test("a day without an image is refused under its field with the days there are, before a job is made", async () => {
  for (const id of [await wms(), await source({ kind: "stac", address: servers.stac })]) {
    const refused = await plan({ source: id, area, date: "2026-05-18" }, call, russian);
    expect([refused.status, refused.body.date?.[0]]).toEqual([
      400,
      expect.stringMatching(/нет снимка участка за 2026-05-18.*2026-06-20, 2026-05-17/),
    ]);
    expect((await start({ source: id, area, date: "2026-05-18" })).status).toBe(400);
  }
});

test.each([
  [
    "an area that is too large",
    "area",
    { area: { boundary: box([68, 38, 69, 39]) } },
    /million pixels/,
  ],
  ["no area", "area", { area: null }, /required/],
  ["a day to come", "date", { date: "2199-01-01" }, /future/],
  ["a source that is not there", "source", { source: 999_999 }, /not/i],
])("%s is refused under its field", async (_, field, body, text) => {
  const refused = await start({ source: await wms(), area, date: day, ...body });
  expect([refused.status, refused.body[field]?.[0]]).toEqual([400, expect.stringMatching(text)]);
});

test("a source that is switched off, or holds files of people, is not asked", async () => {
  const off = await source({ kind: "xyz", address: servers.xyz, enabled: false });
  expect((await plan({ source: off, area })).body.source?.[0]).toMatch(/switched off/);
  const files = await source({ kind: "upload" });
  expect((await plan({ source: files, area })).status).toBe(400);
});

test("a failure of its server is said in the reader's language", async () => {
  const id = await source({ kind: "wms", address: servers.wms, layer: "forest" });
  const refused = await plan({ source: id, area }, call, russian);
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: "source_layer", detail: expect.stringMatching(/нет слоя «forest»/) },
  ]);
});

test("without the right to add nothing is asked; beyond the territory the area is refused", async () => {
  const id = await wms();
  const reader = await server.person("Reader", {
    permissions: grants({ satelliteimagery: "v" }),
  });
  expect((await plan({ source: id, area }, reader.call)).status).toBe(403);
  expect((await start({ source: id, area, date: day }, reader.call)).status).toBe(403);
  const permissions = grants({ satelliteimagery: "vacd" });
  const local = await server.person("Local", { permissions, regions: [region] });
  expect((await plan({ source: id, area }, local.call)).status).toBe(200);
  const far = await server.person("Far", { permissions, regions: [elsewhere] });
  for (const ask of [plan, start])
    expect((await ask({ source: id, area, date: day }, far.call)).body.area).toEqual([
      expect.stringMatching(/territor/i),
    ]);
});

test("a district of the demonstration is an area that can be planned and fetched", async () => {
  const shown = await testApp({ sources: { inside: servers.inside, keyFile: "" } });
  try {
    const { call: ask } = await shown.person("MasterAdmin");
    await seedDemo(shown.db.sql, { passwordHash: "none", isSmall: true });
    const coarse = { kind: "xyz", address: servers.xyz, max_zoom: 14, ...credit, name: fresh() };
    const { body: made } = await ask<ImagerySource>("POST", "/imagery-source", coarse);
    const { body: found } = await ask<{ results: { id: number }[] }>(
      "GET",
      "/district?search=Dushanbe",
    );
    const district = found.results[0]?.id;
    const wanted = { source: made.id, area: { district } };
    const planned = await plan(wanted, ask);
    expect(planned.status, JSON.stringify(planned.body)).toBe(200);
    expect(planned.body.width).toBeGreaterThan(500);
    const started = await start({ ...wanted, date: day }, ask);
    expect([started.status, started.body.area]).toMatchObject([
      ...[201, { kind: "district", name: { en: "Dushanbe" } }],
    ]);
  } finally {
    await shown.close();
  }
});
