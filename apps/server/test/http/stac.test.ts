/** The catalogue of images: what STAC asks of its documents, who finds what, and its files by ranges, also with GDAL. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StacCollection, StacItem, StacItems, StacLink } from "@nihol/contract/open-data/stac";
import { inspectInChild } from "@nihol/vision/render/render-pool";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOf } from "../support/stac-rules.ts";
import { idsOf, items, stacWorld } from "../support/stac-world.ts";
import { grants, type TestApp } from "../support/test-app.ts";

let world: Awaited<ReturnType<typeof stacWorld>>;
let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let [drawn, west, east, region] = [0, 0, 0, 0];
let [api, access] = ["", ""];
let bytes: Buffer;
beforeAll(async () => {
  world = await stacWorld();
  ({ server, master, drawn, west, east, region, api, access, bytes } = world);
});
afterAll(() => world.server.close());

/** Behind the first `/api` of an address. */
const pathOf = (href: string) => href.slice(href.indexOf("/api") + 4);
const searched: typeof world.searched = (...asked) => world.searched(...asked);

describe("the documents", () => {
  it("are what STAC 1.0.0 and its API ask for, from the landing page to each image", async () => {
    const { body: landing } = await server.anonymous("GET", "/stac");
    expect(problemsOf("catalog", landing)).toEqual([]);
    expect(problemsOf("landing", landing)).toEqual([]);
    const { body: list } = await master.call<{ collections: StacCollection[] }>(
      "GET",
      "/stac/collections",
    );
    expect(list.collections.flatMap((one) => problemsOf("collection", one))).toEqual([]);
    const { body } = await master.call<StacItems>("GET", items);
    expect(problemsOf("itemCollection", body)).toEqual([]);
    expect(body.features).toHaveLength(3);
    expect(body.features.flatMap((one) => problemsOf("item", one))).toEqual([]);
  });

  it("lead to each other by their links", async () => {
    const seen = new Set<string>();
    const waiting = ["/stac"];
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, body } = await master.call<{ links?: StacLink[] }>("GET", path);
      expect([path, status]).toEqual([path, 200]);
      const followed = (body.links ?? []).filter(({ rel }) => rel !== "xyz");
      waiting.push(...followed.map(({ href }) => pathOf(href)));
    }
    expect([...seen].sort()).toEqual(
      [
        "",
        "/api",
        "/collections",
        "/collections/images",
        "/collections/images/items",
        "/conformance",
        "/search",
      ].map((path) => `/stac${path}`),
    );
  });

  it("say of an image where its pixels lie, in which bands and how large they are", async () => {
    const { body } = await master.call<StacItem>("GET", `${items}/${drawn}`);
    expect(body).toMatchObject({
      id: String(drawn),
      properties: {
        title: "Боғ 2024.jp2",
        start_datetime: "2024-06-01T00:00:00Z",
        end_datetime: "2024-06-01T23:59:59Z",
        "proj:shape": [512, 512],
      },
    });
    const bands = body.assets.image?.["eo:bands"] as { common_name: string }[];
    expect(bands.slice(0, 3).map((band) => band.common_name)).toEqual(["red", "green", "blue"]);
    expect(body.properties.gsd).toBeCloseTo(0.25, 2);
  });
});

describe("a search", () => {
  it.each<[string, () => Record<string, unknown>, () => number[]]>([
    ["everything, the newest first", () => ({}), () => [east, drawn, west]],
    ["a box", () => ({ bbox: [67.9, 37.9, 68.001, 38.001] }), () => [west]],
    ["a box of no size", () => ({ bbox: [68.005, 38.005, 68.005, 38.005] }), () => [west]],
    ["days", () => ({ datetime: "2024-01-01T00:00:00Z/.." }), () => [east, drawn]],
    ["ids", () => ({ ids: [String(west), "none"] }), () => [west]],
    ["the collection", () => ({ collections: ["images"], limit: 2 }), () => [east, drawn]],
    ["a collection that does not exist", () => ({ collections: ["trees"] }), () => []],
    [
      "a point",
      () => ({ intersects: { type: "Point", coordinates: [70.005, 38.005] } }),
      () => [east],
    ],
    [
      "a line",
      () => ({
        intersects: {
          type: "LineString",
          coordinates: [
            [67, 38.005],
            [71, 38.005],
          ],
        },
      }),
      () => [east, west],
    ],
    [
      "an area whose bounds hold an image that it does not meet",
      () => ({
        intersects: {
          type: "Polygon",
          coordinates: [
            [
              [67, 39],
              [67, 37.5],
              [70.1, 37.5],
              [67, 39],
            ],
          ],
        },
      }),
      () => [west],
    ],
  ])("by %s finds the same by its address and by its body", async (_name, asked, wanted) => {
    expect(await searched(asked())).toEqual(wanted());
  });

  it("leads on page by page, each image once, by address and by body", async () => {
    for (const method of ["GET", "POST"] as const) {
      const found: number[] = [];
      let link: StacLink | undefined = {
        ...{ rel: "next", href: "/api/stac/search?limit=1", type: "", method },
        ...(method === "POST" && { href: "/api/stac/search", body: { limit: 1 } }),
      };
      while (link) {
        const path = pathOf(link.href);
        const page: { body: StacItems } = await master.call<StacItems>(method, path, link.body);
        expect(page.body.numberReturned).toBe(1);
        if (found.length === 0) expect(page.body.numberMatched).toBe(3);
        found.push(...idsOf(page.body));
        link = page.body.links.find(({ rel }) => rel === "next");
      }
      expect(found).toEqual([east, drawn, west]);
    }
  });

  it.each([
    ["bbox=1,2,3"],
    ["datetime=yesterday"],
    ["limit=0"],
    ["after=x"],
    ["cloud=20"],
    ['intersects={"type":"Circle"}'],
    ["intersects=none"],
    ['bbox=1,2,3,4&intersects={"type":"Point","coordinates":[1,2]}'],
  ])("with %s is refused, and never answered as if it had not been said", async (query) => {
    const { status, body } = await master.call("GET", `/stac/search?${query}`);
    expect([status, body.code]).toEqual([400, "invalid"]);
  });
});

describe("readers of the catalogue", () => {
  it("needs the right to see images, and finds what their list of images holds", async () => {
    expect((await server.anonymous("GET", "/stac/search")).status).toBe(401);
    const gardener = await server.person("Of gardens", { permissions: grants({ garden: "v" }) });
    expect((await gardener.call("GET", items)).status).toBe(403);
    const permissions = grants({ wholeimage: "v" });
    const one = await server.person("Of the east", { permissions, regions: [region] });
    expect(await searched({}, one.call)).toEqual([east]);
    for (const path of [
      `${items}/${drawn}`,
      `/whole-image/${drawn}/file/cog.tif`,
      `/whole-image/${drawn}/thumbnail`,
    ])
      expect([path, (await one.call("GET", path)).status]).toEqual([path, 404]);
    const { body } = await one.call<StacCollection>("GET", "/stac/collections/images");
    expect(body.extent.spatial.bbox).toEqual([[70, 38, 70.01, 38.01]]);
  });
});

describe("the files of an image", () => {
  const file = (range?: string, name = "cog.tif") =>
    fetch(`${api}/whole-image/${drawn}/file/${name}`, {
      headers: { authorization: `Bearer ${access}`, ...(range && { range }) },
    });

  it("come whole or by the ranges that are asked for, byte for byte", async () => {
    const whole = await file();
    expect([whole.status, whole.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await file("bytes=100-199");
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    expect((await file(`bytes=${bytes.length}-`)).status).toBe(416);
  });

  it("have names to be saved under: the original its own", async () => {
    const names = await Promise.all(
      ["cog.tif", "original"].map(async (name) => {
        const answer = await file("bytes=0-0", name);
        return decodeURIComponent(
          answer.headers.get("content-disposition")?.split("UTF-8''")[1] ?? "",
        );
      }),
    );
    expect(names).toEqual(["Боғ 2024.tif", "Боғ 2024.jp2"]);
  });

  it("has a thumbnail that is not sent again to who has it", async () => {
    const headers = { authorization: `Bearer ${access}` };
    const answer = await fetch(`${api}/whole-image/${drawn}/thumbnail`, { headers });
    const small = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([small.format, small.width, small.height]).toEqual(["webp", 512, 512]);
    const etag = answer.headers.get("etag") ?? "";
    const again = await master.call("GET", `/whole-image/${drawn}/thumbnail`, undefined, {
      "if-none-match": etag,
    });
    expect(again.status).toBe(304);
  });
});

describe("WMTS", () => {
  const document = "/wmts/1.0.0/WMTSCapabilities.xml";
  /** Image numbers of the layers of a document, in its order. */
  const layersOf = (text: string) =>
    [...text.matchAll(/<ows:Identifier>image-(\d+)</g)].map(([, id]) => Number(id));
  const asked = async (query: string, token = access) => {
    const answer = await fetch(`${api}${document}${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.status, text: await answer.text() };
  };

  it("names the images of one's own list as layers, the newest first, by place and days", async () => {
    const all = await asked("?SERVICE=WMTS&REQUEST=GetCapabilities");
    expect(all.status).toBe(200);
    expect(layersOf(all.text)).toEqual([east, drawn, west]);
    expect(layersOf((await asked("?bbox=69.9,37.9,70.1,38.1")).text)).toEqual([east]);
    expect(layersOf((await asked("?datetime=2023-01-01/2024-12-31")).text)).toEqual([drawn, west]);
    const { email } = await server.person("Valley", {
      permissions: grants({ wholeimage: "v" }),
      regions: [region],
    });
    const own = await asked("", (await server.tokensOf(email)).access);
    expect(layersOf(own.text)).toEqual([east]);
    const stranger = await server.person("Nobody", { permissions: grants({ garden: "v" }) });
    expect((await asked("", (await server.tokensOf(stranger.email)).access)).status).toBe(403);
  });

  it("is read by GDAL: a layer's tiles are the image where it lies", async () => {
    const dir = await mkdtemp(join(tmpdir(), "nihol-wmts-"));
    const config = ["--config", "GDAL_HTTP_HEADERS", `Authorization: Bearer ${access}`];
    // It keeps its tiles where it is started.
    const run = (program: string, args: string[]) =>
      promisify(execFile)(program, [...config, ...args], { cwd: dir });
    const facts = await inspectInChild(server.files.path("image/1/image.tif"));
    const [minX, minY, maxX, maxY] = facts.bbox;
    const layer = join(dir, "layer.png");
    const bounds = ["-te", minX, minY, maxX, maxY].map(String);
    const size = ["-ts", "128", "128", "-t_srs", "EPSG:4326", "-r", "average", "-of", "PNG"];
    await run("gdalwarp", [
      ...["-q", ...bounds, ...size],
      `WMTS:${api}${document},layer=image-${drawn}`,
      layer,
    ]);
    await writeFile(join(dir, "original.tif"), bytes);
    const original = join(dir, "original.png");
    await run("gdalwarp", ["-q", ...bounds, ...size, join(dir, "original.tif"), original]);
    const [read, drawnAs] = await Promise.all(
      [layer, original].map((path) => sharp(path).removeAlpha().raw().toBuffer()),
    );
    const apart = (read as Buffer).map((value, i) => Math.abs(value - (drawnAs?.[i] ?? 0)));
    expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(10);
    await rm(dir, { recursive: true });
  });
});
