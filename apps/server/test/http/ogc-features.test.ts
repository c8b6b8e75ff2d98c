/** OGC API - Features: who reads what, page by page, by HTTP and with GDAL. */
import { execFile } from "node:child_process";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { OgcCollection, OgcFeature, OgcFeaturePage } from "@nihol/contract/open-data/ogc";
import type { OpenData } from "@nihol/contract/open-data/open-data";
import type { OpenCollection } from "@nihol/contract/values/open-data/collections";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";
import { insertImage, plant } from "../support/tree-fixture.ts";

/** Two regions side by side, each with a district, gardens, a device and trees. */
const treesEach = 700;
const gardensEach = 30;
let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let api: string;
const regions: number[] = [];

const square = (west: number, south: number, side: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  ],
});
const placed = (name: string, west: number, south: number, side: number) => ({
  name: json({ tg: `${name} тг`, ru: `${name} ру`, en: name, az: `${name} az` }),
  boundary: json(square(west, south, side)),
  bbox: [west, south, west + side, south + side] as [number, number, number, number],
  area_m2: 1000,
});

async function addRegion(name: string, west: number, date: string) {
  const { sql } = server.db;
  const region = await sql
    .insertInto("region")
    .values(placed(name, west, 38, 1))
    .returning("id")
    .executeTakeFirstOrThrow();
  const district = await sql
    .insertInto("district")
    .values({ ...placed(`${name} district`, west, 38, 0.5), region_id: region.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const place = { region_id: region.id, district_id: district.id };
  const gardens = Array.from({ length: gardensEach }, (_, n) => ({
    ...placed(`${name} ${n}`, west + n / 100, 38.1, 0.005),
    ...place,
  }));
  await sql.insertInto("garden").values(gardens).execute();
  await sql
    .insertInto("device")
    .values({ name, type: "soil", latitude: 38.2, longitude: west + 0.2, ...place })
    .execute();
  const options = { west, south: 38, side: 0.5, date };
  const image = await insertImage(server.db, options);
  const spots = Array.from({ length: treesEach }, (_, n) => ({
    lon: west + 0.001 + (n % 50) / 200,
    lat: 38.001 + Math.floor(n / 50) / 200,
    region: region.id,
    district: district.id,
  }));
  await plant(server.db, image, options, spots);
  return region.id;
}

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  regions.push(
    await addRegion("West", 68, "2024-06-01"),
    await addRegion("East", 70, "2025-06-01"),
  );
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/ogc`;
});
afterAll(() => server.close());

const publish = (...published: OpenCollection[]) =>
  master.call("PUT", "/open-data", { published, confirm_publish: true });
beforeEach(() => publish());
async function publishedNames() {
  const { body } = await master.call<OpenData>("GET", "/open-data");
  return body.results.flatMap(({ name, published_at }) => (published_at ? [name] : []));
}

const collectionsOf = async (call: Caller) =>
  (await call<{ collections: OgcCollection[] }>("GET", "/ogc/collections")).body.collections.map(
    ({ id }) => id,
  );

/** Follows `next` to the end. */
async function readAll(call: Caller, collection: string, query: string) {
  const pages: OgcFeature[][] = [];
  let path: string | undefined = `/ogc/collections/${collection}/items?${query}`;
  let matched: number | undefined;
  while (path) {
    const { status, body }: { status: number; body: OgcFeaturePage } = await call("GET", path);
    expect(status).toBe(200);
    expect(body.numberReturned).toBe(body.features.length);
    matched ??= body.numberMatched;
    pages.push(body.features);
    path = body.links.find(({ rel }) => rel === "next")?.href.split("/api")[1];
  }
  return { pages, features: pages.flat(), matched };
}

const count = async (call: Caller, collection: string, query = "") =>
  (await readAll(call, collection, query)).features.length;

describe("the documents", () => {
  it("lead from the landing page to everything, and name what is conformed to", async () => {
    const { body } = await server.anonymous<OgcCollection>("GET", "/ogc");
    const rels = body.links.map(({ rel }) => rel);
    expect(rels.sort()).toEqual(["conformance", "data", "self", "service-desc"]);
    for (const { href } of body.links)
      expect((await server.anonymous("GET", href.split("/api")[1] ?? "")).status).toBe(200);
    const { body: found } = await server.anonymous("GET", "/ogc/conformance");
    const classes = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
    expect(found).toEqual({
      conformsTo: [`${classes}/core`, `${classes}/geojson`, `${classes}/oas30`],
    });
  });

  it("say where and when the features of a collection lie", async () => {
    const { body } = await master.call<OgcCollection>("GET", "/ogc/collections/trees");
    expect(body).toMatchObject({ id: "trees", title: "Trees", itemType: "feature" });
    expect(body.extent?.spatial?.bbox).toEqual([[68, 38, 70.5, 38.5]]);
    expect(body.extent?.temporal?.interval).toEqual([
      ["2024-06-01T00:00:00Z", "2025-06-01T23:59:59Z"],
    ]);
  });
});

describe("without signing in", () => {
  it("without publishing there is nothing, and the refusal is an exception of the OGC", async () => {
    expect(await collectionsOf(server.anonymous)).toEqual([]);
    const russian = server.callerWith({ "accept-language": "ru" });
    for (const path of ["", "/items", "/items/1"]) {
      const { status, body } = await russian("GET", `/ogc/collections/gardens${path}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        code: "not_found",
        description: expect.stringMatching(/[а-я]/),
      });
    }
  });

  it("all of a published collection is there, until it is withdrawn", async () => {
    await publish("gardens", "trees");
    expect(await collectionsOf(server.anonymous)).toEqual(["gardens", "trees"]);
    expect(await count(server.anonymous, "gardens")).toBe(2 * gardensEach);
    await publish("trees");
    expect((await server.anonymous("GET", "/ogc/collections/gardens/items")).status).toBe(404);
    expect(await count(server.anonymous, "trees")).toBe(2 * treesEach);
  });

  it("a token that has ended is refused, and not taken for nobody", async () => {
    await publish("trees");
    const ended = server.callerWith({ authorization: "Bearer ended" });
    const { status, body } = await ended("GET", "/ogc/collections");
    expect([status, body.code]).toEqual([401, "token_invalid"]);
  });
});

describe("publishing", () => {
  it("is for administrators, and stands in the audit log", async () => {
    await publish("regions");
    expect(await publishedNames()).toEqual(["regions"]);
    const log = await master.call<{ results: object[] }>("GET", "/audit-log?resource=open_data");
    expect(log.body.results[0]).toMatchObject({
      action: "change",
      actor: { id: master.id },
      change: { published: ["regions"], withdrawn: [] },
    });
    const other = await server.person("Views all", { permissions: grants({ region: "vacd" }) });
    expect((await other.call("PUT", "/open-data", { published: [] })).status).toBe(403);
    expect((await master.call("PUT", "/open-data", { published: ["users"] })).status).toBe(400);
  });

  it("is refused once where it is not confirmed; what stays or is withdrawn needs no word", async () => {
    await publish("regions");
    const put = (...published: OpenCollection[]) =>
      master.call<Record<string, string[]>>("PUT", "/open-data", { published });
    const refused = await put("regions", "trees");
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["confirm_publish"]]);
    expect(await publishedNames()).toEqual(["regions"]);
    expect((await put("regions")).status).toBe(200);
    expect((await put()).status).toBe(200);
    expect(await publishedNames()).toEqual([]);
  });
});

describe("with a token", () => {
  it("a person reads the collections of their rights within their scope, and nothing beyond it", async () => {
    const all = { region: "v", district: "v", garden: "v", planttreedetail: "v", device: "v" };
    const [west = 0, east = 0] = regions;
    const one = await server.person("Of the west", { permissions: grants(all), regions: [west] });
    expect(await collectionsOf(one.call)).toHaveLength(5);
    const counts = { regions: 1, districts: 1, gardens: gardensEach, trees: treesEach, devices: 1 };
    for (const [name, wanted] of Object.entries(counts)) {
      const { features, matched } = await readAll(one.call, name, "limit=400");
      expect([name, features.length, matched]).toEqual([name, wanted, wanted]);
      const mine = features.map(({ id }) => id);
      const beyond = (await readAll(master.call, name, "")).features.find(
        ({ id }) => !mine.includes(id),
      );
      const path = `/ogc/collections/${name}/items`;
      expect((await one.call("GET", `${path}/${beyond?.id}`)).status).toBe(404);
      expect((await one.call("GET", `${path}/${mine[0]}`)).body).toMatchObject({ id: mine[0] });
    }
    const few = await server.person("Of gardens", { permissions: grants({ garden: "v" }) });
    expect(await collectionsOf(few.call)).toEqual(["gardens"]);
    await publish("regions");
    expect(await collectionsOf(few.call)).toEqual(["regions", "gardens"]);
    expect(east).toBeGreaterThan(west);
  });
});

describe("a published collection", () => {
  it("is read whole with a token too, however narrow the scope of its person", async () => {
    const permissions = grants({ garden: "v" });
    const one = await server.person("Of one region", { permissions, regions: regions.slice(1) });
    expect(await count(one.call, "gardens", "limit=1000")).toBe(gardensEach);
    await publish("gardens");
    expect(await count(one.call, "gardens", "limit=1000")).toBe(2 * gardensEach);
    expect(await count(server.anonymous, "gardens", "limit=1000")).toBe(2 * gardensEach);
  });
});

describe("features", () => {
  it("come page by page, each once", async () => {
    for (const [name, wanted] of [
      ["trees", 2 * treesEach],
      ["gardens", 2 * gardensEach],
    ] as const) {
      const { pages, features } = await readAll(master.call, name, `limit=${wanted / 4}`);
      expect(pages.map(({ length }) => length)).toEqual(Array(4).fill(wanted / 4));
      expect(new Set(features.map(({ id }) => id)).size).toBe(wanted);
    }
  });

  it("say what they are in plain values", async () => {
    const { features } = await readAll(master.call, "gardens", "limit=1000");
    const [west = 0] = regions;
    expect(features[0]).toMatchObject({
      type: "Feature",
      geometry: square(68, 38.1, 0.005),
      properties: { name_en: "West 0", name_tg: "West 0 тг", area_m2: 1000, region_id: west },
    });
    const [tree] = (await readAll(master.call, "trees", "limit=1000")).features;
    expect(tree?.properties).toMatchObject({ captured_on: "2024-06-01", green: "green" });
    expect(JSON.stringify((await readAll(master.call, "devices", "")).features[0])).toContain(
      '"geometry":{"type":"Point","coordinates":[68.2,38.2]}',
    );
  });

  it("are found within a box, also one over the antimeridian, and by their own outline", async () => {
    expect(await count(master.call, "trees", "bbox=67,37,69,39&limit=100")).toBe(treesEach);
    expect(await count(master.call, "trees", "bbox=69,37,0,69.9,39,9")).toBe(0);
    // All of the east, and of the west the columns up to 68.1: twenty of fifty in each of fourteen rows.
    expect(await count(master.call, "trees", "bbox=69.5,-90,68.1,90")).toBe(treesEach + 20 * 14);
    expect(await count(master.call, "gardens", "bbox=68,38,68.0949,39")).toBe(10);
    expect(await count(master.call, "regions", "bbox=68.5,38.5,68.6,38.6")).toBe(1);
    expect(await count(master.call, "devices", "bbox=70.1,38.1,70.3,38.3")).toBe(1);
  });

  it.each([
    ["2024-06-01", treesEach],
    ["2024-06-01T10:00:00Z/2024-12-31T00:00:00Z", treesEach],
    ["../2025-01-01", treesEach],
    ["2025-01-01/..", treesEach],
    ["2024-01-01/", 2 * treesEach],
    ["2023-01-01/2023-12-31", 0],
  ])("are found by the time %s; what has no time is always there", async (datetime, wanted) => {
    const { features, matched } = await readAll(
      master.call,
      "trees",
      `datetime=${datetime}&limit=500`,
    );
    expect([features.length, matched]).toEqual([wanted, wanted]);
    expect(await count(master.call, "gardens", `datetime=${datetime}`)).toBe(2 * gardensEach);
  });

  it("are at most so many at once, whatever is asked for", async () => {
    const { status, body } = await master.call<OgcFeaturePage>(
      "GET",
      "/ogc/collections/trees/items?limit=99999999",
    );
    expect([status, body.features.length]).toEqual([200, 2 * treesEach]);
  });

  it.each([
    "limit=0",
    "limit=few",
    "bbox=1,2,3",
    "bbox=1,2,3,x",
    "bbox=1,5,3,2",
    "datetime=yesterday",
    "datetime=2025-01-01/2024-01-01",
    "datetime=2025-13-01",
    "after=x",
    "colour=green",
  ])("%s is refused with an exception of the OGC", async (query) => {
    const { status, body } = await master.call("GET", `/ogc/collections/trees/items?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(body).toMatchObject({ code: "invalid", description: expect.stringMatching(/\w/) });
  });
});

describe("GDAL", () => {
  const run = promisify(execFile);
  /** GDAL's programs, with a person's token or without. */
  async function gdal(program: string, args: string[], email?: string) {
    const token = email && (await server.tokensOf(email)).access;
    const headers = token
      ? ["--config", "GDAL_HTTP_HEADERS", `Authorization: Bearer ${token}`]
      : [];
    const { stdout } = await run(program, [...headers, ...args], { maxBuffer: 50_000_000 });
    return stdout;
  }

  it("opens every collection, and counts what the lists count", async () => {
    const summary = await gdal("ogrinfo", ["-so", "-al", `OAPIF:${api}`], master.email);
    const counts = [...summary.matchAll(/Layer name: (\w+)[\s\S]*?Feature Count: (\d+)/g)];
    expect(Object.fromEntries(counts.map(([, name, n]) => [name, Number(n)]))).toEqual({
      regions: 2,
      districts: 2,
      gardens: 2 * gardensEach,
      trees: 2 * treesEach,
      devices: 2,
    });
  });

  it("reads a published collection to its end, page by page, each feature once", async () => {
    await publish("trees", "gardens");
    const read = async (layer: string, more: string[]) =>
      (await gdal("ogr2ogr", ["-f", "CSV", "/vsistdout/", `OAPIF:${api}`, layer, ...more]))
        .trim()
        .split("\n")
        .slice(1);
    const rows = await read("trees", ["-oo", "PAGE_SIZE=100", "-lco", "GEOMETRY=AS_XY"]);
    expect(new Set(rows).size).toBe(2 * treesEach);
    expect(await read("gardens", ["-oo", "PAGE_SIZE=7"])).toHaveLength(2 * gardensEach);
    const boxed = await read("trees", ["-spat", "67", "37", "69", "39", "-oo", "PAGE_SIZE=100"]);
    expect(boxed).toHaveLength(treesEach);
  });

  it("sees nothing beyond the scope of the person whose token it sends", async () => {
    const permissions = grants({ garden: "v" });
    const one = await server.person("Gardens of the east", {
      permissions,
      regions: regions.slice(1),
    });
    const found = await gdal("ogrinfo", ["-al", `OAPIF:${api}`], one.email);
    expect(found).toContain(`Feature Count: ${gardensEach}`);
    expect(found).toContain("East 1");
    expect(found).not.toContain("West");
    expect(found).not.toContain("Layer name: trees");
  });
});
