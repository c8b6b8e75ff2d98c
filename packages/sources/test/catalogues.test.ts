/** Catalogues as they are out there: a file a band, thousands of captures, items of several versions; handed out by lighttpd. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFetcher, type SourceFetcher } from "../src/fetch/source-fetcher.ts";
import type { SourceProblem } from "../src/fetch/source-problem.ts";
import { findCapture, findStacItems } from "../src/kinds/stac.ts";
import { toItem } from "../src/kinds/stac-documents.ts";
import { planFetch } from "../src/plan-fetch.ts";
import { understandSource } from "../src/understand-source.ts";
import { writeBands, writeYears } from "./catalogue-files.ts";
import { startImageServers } from "./image-servers.ts";
import { servedBbox } from "./served-place.ts";

let servers: Awaited<ReturnType<typeof startImageServers>>;
let fetcher: SourceFetcher;
/** In front of lighttpd: which documents are asked for. */
let front: Server;
let asked: string[];
let bands: string;
let narrow: string;
let wide: string;
beforeAll(async () => {
  servers = await startImageServers();
  const { www, files } = servers;
  bands = await writeBands(www, "2026-05-17");
  const captures = { captures: 900, file: "2026-05-17-cog.tif" };
  narrow = await writeYears(www, { ...captures, years: [2023, 2024, 2025], isWide: false });
  wide = await writeYears(www, { ...captures, years: [2023, 2024, 2025], isWide: true });
  asked = [];
  front = createServer((request, reply) => {
    asked.push(request.url ?? "");
    void fetch(`${files}${request.url}`).then(async (answer) => {
      reply.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      reply.end(Buffer.from(await answer.arrayBuffer()));
    });
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  const inside = [...servers.inside, `127.0.0.1:${(front.address() as AddressInfo).port}`];
  fetcher = openFetcher({ allowed: { hosts: [], inside } });
});
afterAll(async () => {
  fetcher?.close();
  front?.close();
  await servers?.close();
});

const settings = (path: string, given: Partial<SourceSettings> = {}): SourceSettings => ({
  kind: "stac",
  address: `http://127.0.0.1:${(front.address() as AddressInfo).port}/${path}`,
  date_format: "YYYY-MM-DD",
  layer: "",
  asset: "",
  max_zoom: null,
  gsd_m: null,
  ...given,
});
const everything = { bbox: servedBbox, from: null, to: null, items: 200 };
const filesOf = async (asset: string) => {
  const { items } = await findStacItems(settings(bands, { asset }), fetcher, everything);
  return items[0]?.files.map(({ address, band }) => `${address.split("/").at(-1)} ${band}`);
};

describe("a file a band", () => {
  const all = ["B04.tif 1", "B03.tif 1", "B02.tif 1", "B08.tif 1"];
  test("red, green, blue and infrared are taken where there is no image of several bands", async () => {
    expect(await filesOf("")).toEqual(all);
  });
  test.each([
    ["names of assets", "red, green, blue", all.slice(0, 3)],
    ["their own names", "B04,B03,B02,B08", all],
    ["another order, which makes false colours", "nir,red,green", [all[3], all[0], all[1]]],
    ["one asset alone", "aot", ["B08.tif null"]],
  ])("bands are chosen by %s", async (_, asset, files) => {
    expect(await filesOf(asset)).toEqual(files);
  });
  test("a band that is not there is named with those that are", async () => {
    await expect(filesOf("red,green,swir16")).rejects.toMatchObject({
      reason: { code: "source_asset", params: { asset: "red,green,swir16" } },
    });
    const { params } = await filesOf("red,green,swir16").then(
      () => ({ params: {} }),
      ({ reason }: SourceProblem) => reason,
    );
    expect((params as { assets: string }).assets).toContain("nir");
  });
  test("the test of the source says which bands there are and how fine they are", async () => {
    const asking = { place: servedBbox, day: "2026-05-17" };
    const found = await understandSource(settings(bands), fetcher, asking);
    expect(found).toMatchObject({ bands: ["red", "green", "blue", "nir"], gsdM: 0.5, unread: 0 });
  });
});

describe("items as others write them", () => {
  const place = { bbox: [1, 2, 3, 4], properties: { datetime: "2020-12-11T22:38:32.125Z" } };
  const href = "./a.tif";
  const tiff = "image/tiff; application=geotiff";
  test.each([
    [
      "STAC 1.1, whose bands have no prefix",
      {
        data: {
          href,
          type: tiff,
          bands: [
            { "eo:common_name": "red" },
            { "eo:common_name": "green" },
            { "eo:common_name": "blue" },
          ],
        },
      },
      ["red", "green", "blue"],
      [null],
    ],
    [
      "one file of four bands, of which three are wanted by their places",
      {
        image: {
          href,
          type: tiff,
          "eo:bands": ["red", "green", "blue", "nir"].map((name) => ({ name, common_name: name })),
        },
      },
      ["nir", "red", "green"],
      [4, 1, 2],
      "nir,red,green",
    ],
    [
      "a GeoTIFF without a word on bands",
      {
        thumbnail: { href: "./t.tif", type: tiff, roles: ["thumbnail"] },
        B1: { href, type: tiff },
      },
      [],
      [null],
    ],
  ])("%s", (_, assets, names, picked, wanted = "") => {
    const item = toItem({ id: "a", ...place, assets }, "http://a.test/b/item.json", wanted);
    expect(item).toMatchObject({ date: "2020-12-11", bands: names });
    expect(item?.files).toEqual(picked.map((band) => ({ address: "http://a.test/b/a.tif", band })));
  });
  test("a box with heights, an interval for the day, and no day at all", () => {
    const assets = { data: { href, type: tiff } };
    const own = { id: "a", bbox: [1, 2, 0, 3, 4, 900], assets };
    const base = "http://a.test/";
    const interval = {
      datetime: null,
      start_datetime: "2020-12-01T00:00:00Z",
      end_datetime: "2020-12-31T00:00:00Z",
    };
    expect(toItem({ ...own, properties: interval }, base, "")).toMatchObject({
      date: "2020-12-01",
      bbox: [1, 2, 3, 4],
    });
    expect(toItem({ ...own, properties: {} }, base, "")).toBeUndefined();
  });
});

describe("thousands of captures without a search", () => {
  test("collections that lie elsewhere or end before are not gone through", async () => {
    asked.length = 0;
    const { items, unread } = await findStacItems(settings(narrow), fetcher, everything);
    expect([items.length, unread]).toEqual([200, 0]);
    expect(asked.filter((path) => path.includes("/capture-") && !path.includes("/2025/"))).toEqual(
      [],
    );
  });
  test("a day that is wanted is found by the names of captures, however many there are", async () => {
    asked.length = 0;
    const item = await findCapture(settings(wide), fetcher, {
      area: servedBbox,
      day: "2023-02-03",
    });
    expect(item).toMatchObject({ date: "2023-02-03" });
    expect(asked.filter((path) => path.includes("/capture-") && !path.includes("/2023/"))).toEqual(
      [],
    );
  });
  test("captures that were not read are said with the days that were, which are the newest", async () => {
    const order = { area: servedBbox, day: null };
    const plan = await planFetch(settings(wide, { gsd_m: 0.5 }), fetcher, order);
    // Three collections and 2,700 captures, of which 2,000 are read.
    expect(plan.unread).toBe(703);
    expect(plan.days[0]?.day).toBe("2025-12-31");
    // A day beyond those that are read is found when it is chosen.
    const old = await planFetch(settings(wide, { gsd_m: 0.5 }), fetcher, {
      ...order,
      day: "2023-01-02",
    });
    expect(old.hasDate).toBe(true);
  });
  test("finding none of the area among what was read is no word that there is none", async () => {
    const [west, south] = servedBbox;
    const area: [number, number, number, number] = [west - 0.5, south, west - 0.4, south + 0.1];
    const failure = findCapture(settings(wide), fetcher, { area, day: "2025-02-03" });
    await expect(failure).rejects.toMatchObject({
      reason: { code: "source_catalogue_cut", params: { read: 2000, unread: 703 } },
    });
    const elsewhere = findCapture(settings(narrow), fetcher, {
      ...{ area: [20, 20, 20.1, 20.1], day: "2025-02-03" },
    });
    await expect(elsewhere).rejects.toMatchObject({ reason: { code: "source_nothing_there" } });
  });
});
