/** The catalogue of images read by clients that are not ours: pystac-client's steps, and GDAL by two of its drivers. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StacItems, StacLink } from "@nihol/contract/open-data/stac";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idsOf, stacWorld } from "../support/stac-world.ts";

let world: Awaited<ReturnType<typeof stacWorld>>;
let [drawn, west, east] = [0, 0, 0];
let [api, access] = ["", ""];
let bytes: Buffer;
beforeAll(async () => {
  world = await stacWorld();
  ({ drawn, west, east, api, access, bytes } = world);
});
afterAll(() => world.server.close());
const searched: typeof world.searched = (...asked) => world.searched(...asked);

/** Steps of pystac-client when it opens a catalogue and searches it (its `Client.open`, `search`, `items`). */
describe("a client that is not ours", () => {
  const headers = () => ({ authorization: `Bearer ${access}` });
  const read = async (href: string) => {
    const answer = await fetch(href, { headers: headers() });
    expect([href, answer.status]).toEqual([href, 200]);
    return { type: answer.headers.get("content-type") ?? "", body: await answer.json() };
  };
  const linkOf = ({ links }: { links: StacLink[] }, rel: string, method = "GET") =>
    links.find((one) => one.rel === rel && (one.method ?? "GET") === method);

  it("goes from the first page by links alone to every image, and back", async () => {
    const { body: root } = await read(`${api}/stac`);
    // It looks whether the classes are among those it knows, of any 1.0 version.
    for (const name of ["core", "item-search", "ogcapi-features", "collections"])
      expect(
        root.conformsTo.some((one: string) =>
          new RegExp(`^https://api\\.stacspec\\.org/v1\\.0\\..*/${name}$`).test(one),
        ),
      ).toBe(true);
    const { body: list } = await read(linkOf(root, "data")?.href ?? "");
    const [own] = list.collections;
    expect(linkOf(root, "child")?.href).toBe(linkOf(own, "self")?.href);
    const { body: page, type } = await read(linkOf(own, "items")?.href ?? "");
    expect(type).toContain("application/geo+json");
    for (const one of page.features) {
      const { body: item, type: ofItem } = await read(linkOf(one, "self")?.href ?? "");
      expect(ofItem).toContain("application/geo+json");
      expect(item).toEqual(one);
      expect(linkOf(item, "root")?.href).toBe(`${api}/stac`);
      expect(linkOf(item, "collection")?.href).toBe(linkOf(own, "self")?.href);
    }
  });

  it.each([
    [
      "an interval of moments",
      { datetime: "2024-01-01T00:00:00Z/2024-12-31T23:59:59Z" },
      () => [drawn],
    ],
    [
      "an interval without a beginning",
      { datetime: "../2024-06-01T00:00:00Z" },
      () => [drawn, west],
    ],
    ["an interval that ends in nothing", { datetime: "2024-06-02T00:00:00Z/" }, () => [east]],
    ["one moment", { datetime: "2023-06-01T12:00:00Z" }, () => [west]],
    ["a moment of another zone", { datetime: "2023-06-02T03:00:00+05:00" }, () => [west]],
    ["a box with heights", { bbox: [67.9, 37.9, 0, 68.001, 38.001, 9000] }, () => [west]],
    ["more than there are on a page", { limit: 10_000 }, () => [east, drawn, west]],
    ["ids and a collection", { ids: ["1000000", "0"], collections: ["images"] }, () => []],
  ])("searches by %s, posted", async (_, asked, wanted) => {
    expect(await searched(asked)).toEqual(wanted());
  });

  it("follows the next pages as their links say: method, body, and whether it is the whole of it", async () => {
    const { body: root } = await read(`${api}/stac`);
    const asked = { limit: 1, bbox: [67, 37, 71, 39], datetime: "2023-01-01T00:00:00Z/.." };
    let next: StacLink | undefined = {
      ...(linkOf(root, "search", "POST") as StacLink),
      body: asked,
    };
    const found: number[] = [];
    while (next && found.length < 5) {
      const { merge } = next as StacLink & { merge?: boolean };
      const answer = await fetch(next.href, {
        method: next.method ?? "GET",
        headers: { ...headers(), "content-type": "application/json" },
        body: JSON.stringify(merge ? { ...asked, ...next.body } : next.body),
      });
      expect(answer.status).toBe(200);
      const page: StacItems = await answer.json();
      found.push(...idsOf(page));
      next = page.links.find(({ rel }) => rel === "next");
    }
    expect(found).toEqual([east, drawn, west]);
  });
});

describe("GDAL", () => {
  const asked = async (program: string, args: string[]) => {
    const config = ["--config", "GDAL_HTTP_HEADERS", `Authorization: Bearer ${access}`];
    return promisify(execFile)(program, [...config, ...args]);
  };

  it("reads all images page by page as a client of OGC API - Features, and says nothing against them", async () => {
    const { stdout, stderr } = await asked("ogrinfo", [
      ...["-ro", "-al", "-oo", "PAGE_SIZE=1", `OAPIF:${api}/stac`],
    ]);
    expect(stderr).toBe("");
    expect(stdout).toContain("Feature Count: 3");
    for (const day of ["2023/06/01", "2024/06/01", "2025/06/01"]) expect(stdout).toContain(day);
  });

  it("follows the pages of a search as a client of STAC", async () => {
    const { stdout } = await asked("gdalinfo", [
      "-json",
      `STACIT:"${api}/stac/search?limit=1&bbox=60,30,80,45":asset=image`,
    ]);
    const { metadata } = JSON.parse(stdout);
    // The images of both systems of coordinates: one of them lies on the second page.
    const names = Object.entries<string>(metadata.SUBDATASETS).filter(([key]) =>
      /_NAME$/.test(key),
    );
    expect(names.map(([, name]) => name.split("crs=")[1])).toEqual(["EPSG_32642", "EPSG_4326"]);
  });

  it("finds the image in the catalogue and reads its pixels by ranges", async () => {
    const dir = await mkdtemp(join(tmpdir(), "nihol-stac-"));
    const config = ["--config", "GDAL_HTTP_HEADERS", `Authorization: Bearer ${access}`];
    const run = async (program: string, args: string[]) =>
      (await promisify(execFile)(program, [...config, ...args])).stdout;
    const search = `${api}/stac/search?ids=${drawn}`;
    const info = JSON.parse(await run("gdalinfo", ["-json", `STACIT:"${search}"`]));
    expect(info.size).toEqual([512, 512]);
    const out = join(dir, "out.tif");
    await run("gdal_translate", ["-q", `STACIT:"${search}":asset=image`, out]);
    const original = join(dir, "original.tif");
    await writeFile(original, bytes);
    const sums = await Promise.all(
      [out, original].map(async (path) =>
        [...(await run("gdalinfo", ["-checksum", path])).matchAll(/Checksum=(\d+)/g)].map(
          ([, sum]) => sum,
        ),
      ),
    );
    expect(sums[0]).toEqual(sums[1]);
    await rm(dir, { recursive: true });
  });
});
