/** The country's own orthophoto beneath the map, from real servers of tiles and maps. */
import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { baseLayerKey, clearBaseLayer } from "@nihol/store/sources/base-layer";
import { noSourceAccess } from "@nihol/store/sources/source-rows";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startImageServers } from "../../../../packages/sources/test/image-servers.ts";
import { days, servedBbox } from "../../../../packages/sources/test/served-place.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

type Source = ImagerySource & Record<string, string[]>;
interface Layer {
  id: number;
  attribution: string;
  max_zoom: number;
  version: string;
}

let servers: Awaited<ReturnType<typeof startImageServers>>;
let server: TestApp;
let call: Caller;
let token: string;

beforeAll(async () => {
  servers = await startImageServers({ wmts: true });
  server = await testApp({ sources: { inside: servers.inside, keyFile: "" } });
  const master = await server.person("MasterAdmin");
  call = master.call;
  token = (await server.tokensOf(master.email)).access;
});
afterAll(async () => {
  await server?.close();
  await servers?.close();
});
beforeEach(() => server.db.sql.deleteFrom("imagery_source").execute());

const [west, south, east, north] = servedBbox;
/** The middle of the place that is served. */
const middle = tileOf((west + east) / 2, (south + north) / 2, 18);

const make = (more: object) =>
  call<Source>("POST", "/imagery-source", {
    name: fresh(),
    attribution: "© Land registry",
    is_base_layer: true,
    ...more,
  });
const layer = async () => (await call<Layer | null>("GET", "/base-layer")).body as Layer;
async function tile(
  version: string,
  { z, x, y }: typeof middle,
  authorization = `Bearer ${token}`,
) {
  const answer = await server.app.inject({
    url: `/api/base-layer/${version}/${z}/${x}/${y}`,
    headers: { authorization },
  });
  const type = answer.headers["content-type"];
  return { status: answer.statusCode, type, bytes: answer.rawPayload, body: answer.body };
}
/** Says whether a tile shows the day's colour in its middle. */
async function isOf(bytes: Buffer, day: keyof typeof days) {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (128 * info.width + 128) * info.channels;
  return days[day].every((value, band) => Math.abs((data[at + band] ?? 0) - value) <= 12);
}

test("without one there is none, and no tile of it", async () => {
  expect(await layer()).toBeNull();
  expect((await tile("0123456789abcdef", middle)).status).toBe(404);
});

test("WMTS and WMS are asked for the tiles of the map", async () => {
  const may = "2026-05-17";
  for (const [more, shown] of [
    [{ kind: "wmts", address: servers.wmts }, may],
    // Of a server with days the newest is shown.
    [{ kind: "wms", address: servers.wms, layer: "orto", gsd_m: 0.5 }, "2026-06-20"],
  ] as const) {
    expect((await make(more)).status).toBe(201);
    const { version } = await layer();
    const { status, type, bytes } = await tile(version, middle);
    expect([more.kind, status, type]).toEqual([more.kind, 200, "image/png"]);
    expect(await isOf(bytes, shown), more.kind).toBe(true);
  }
});

test("at most one source lies beneath the map, and only one that is a single image", async () => {
  const first = (await make({ kind: "xyz", address: servers.xyz })).body;
  expect((await layer()).id).toBe(first.id);
  const second = (await make({ kind: "wms", address: servers.wms, layer: "plain" })).body;
  expect((await layer()).id).toBe(second.id);
  const one = await call<Source>("GET", `/imagery-source/${first.id}`);
  expect(one.body.is_base_layer).toBe(false);

  await call("PATCH", `/imagery-source/${second.id}`, { attribution: "© Another" });
  expect((await layer()).attribution, "it stays when something else of it changes").toBe(
    "© Another",
  );

  const dated = servers.xyz.replace("mode=tile", "mode=tile&day={date}");
  for (const more of [
    { kind: "stac", address: servers.stac },
    { kind: "upload", address: "" },
    { kind: "xyz", address: dated },
  ]) {
    const refused = await make(more);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["is_base_layer"]]);
  }
  expect((await layer()).id, "a refusal changes nothing").toBe(second.id);
  const turned = await call("PATCH", `/imagery-source/${second.id}`, {
    kind: "stac",
    address: servers.stac,
  });
  expect(turned.status).toBe(400);
  await call("PATCH", `/imagery-source/${second.id}`, { is_base_layer: false });
  expect(await layer()).toBeNull();
});

test("tiles are for people who are signed in, of the present source and of the world alone", async () => {
  await make({ kind: "xyz", address: servers.xyz });
  const { version } = await layer();
  expect((await tile(version, middle, "Bearer none")).status).toBe(401);
  expect((await tile("0123456789abcdef", middle)).status).toBe(404);
  expect((await tile(version, { z: 3, x: 8, y: 0 })).status).toBe(404);
  expect((await tile(version, { z: 25, x: 0, y: 0 })).status).toBe(400);
  const reader = await server.person("Nothing but signed in", { permissions: grants({}) });
  const { access } = await server.tokensOf(reader.email);
  expect((await tile(version, middle, `Bearer ${access}`)).status).toBe(200);
});

test("a tile that a server does not have is none, and bytes that are no image are never handed on", async () => {
  await make({ kind: "xyz", address: `${servers.files}/none/{z}/{x}/{y}.png` });
  expect((await tile((await layer()).version, middle)).status).toBe(204);
  await make({ kind: "xyz", address: `${servers.files}/catalog.json?{z}/{x}/{y}` });
  const { version } = await layer();
  const refused = await tile(version, middle);
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([502, "source_not_image"]);

  // A description that cannot be used is not asked for again with each tile.
  await make({ kind: "wmts", address: `${servers.files}/catalog.json` });
  const { version: unread } = await layer();
  for (const x of [middle.x, middle.x + 1]) {
    const { status, body } = await tile(unread, { ...middle, x });
    expect([status, JSON.parse(body).code]).toEqual([502, "source_not_xml"]);
  }
});

test("an address that may not be asked is not asked for the map either", async () => {
  await make({ kind: "xyz", address: servers.xyz });
  const address = "http://127.0.0.1:9/{z}/{x}/{y}.png";
  await server.db.sql.updateTable("imagery_source").set({ address }).execute();
  const { status, body } = await tile((await layer()).version, middle);
  expect([status, JSON.parse(body).code]).toEqual([502, "source_host"]);
});

test("a tile server lies beneath the map, and its tiles stay when it is gone", async () => {
  await make({ kind: "xyz", address: servers.xyz, max_zoom: 18 });
  const shown = await layer();
  expect(shown).toMatchObject({ attribution: "© Land registry", max_zoom: 18 });
  const { version } = shown;
  const first = await tile(version, middle);
  expect([first.status, await isOf(first.bytes, "2026-05-17")]).toEqual([200, true]);
  expect((await tile(version, { ...middle, z: 19 })).status, "deeper than it goes").toBe(204);

  const deleted = await clearBaseLayer(server.db.sql, noSourceAccess, server.files);
  expect(deleted, "those of the sources before").toBeGreaterThan(0);
  await servers.close();
  expect((await tile(version, middle)).bytes).toEqual(first.bytes);
  const other = await tile(version, { ...middle, x: middle.x + 1 });
  expect([other.status, JSON.parse(other.body).code]).toEqual([502, "source_unreachable"]);

  expect(await clearBaseLayer(server.db.sql, noSourceAccess, server.files, 0)).toBe(2);
  expect(await server.files.stat(baseLayerKey(version, middle))).toBeUndefined();
});
