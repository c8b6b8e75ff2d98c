/** The base map is sent in ranges; a country's own archive takes the place of the panel's. */
import { copyFile, mkdir, mkdtempDisposable, open, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { sampleArchive, sampleBounds } from "../../../web/test/map/sample-archives.ts";
import { findOwnBaseMap, problemWords } from "../../src/http/own-base-map.ts";
import { serveWeb } from "../../src/http/web.ts";

const shipped = (name: string) =>
  new URL(`../../../web/public/basemap/${name}.pmtiles`, import.meta.url);

test("a range of the archive is sent, and of the country's own where there is one", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-base-map-"));
  const [web, data] = [join(folder.path, "web"), join(folder.path, "data")];
  await mkdir(join(web, "basemap"), { recursive: true });
  await mkdir(data);
  await writeFile(join(web, "index.html"), "<!doctype html>");
  await copyFile(shipped("land"), join(web, "basemap/land.pmtiles"));
  await copyFile(new URL("archive.json", shipped("land")), join(web, "basemap/archive.json"));
  const ask = async (url: string) => {
    const app = Fastify();
    await serveWeb(app, web, { baseMap: await findOwnBaseMap(data), methodsOf: () => [] });
    const answer = await app.inject({ url, headers: { range: "bytes=0-15" } });
    await app.close();
    return answer;
  };
  const facts = async () => (await ask("/basemap/archive.json")).json();
  const answer = await ask("/basemap/land.pmtiles");
  expect(answer.statusCode).toBe(206);
  expect(answer.rawPayload.subarray(0, 8)).toEqual(Buffer.from("PMTiles\x03"));
  const { length } = await readFile(shipped("land"));
  expect(answer.headers["content-range"]).toBe(`bytes 0-15/${length}`);

  // A byte more tells the country's own from the panel's.
  const file = join(data, "basemap.pmtiles");
  await writeFile(file, Buffer.concat([await readFile(shipped("land")), Buffer.alloc(1)]));
  const own = await ask("/basemap/land.pmtiles");
  expect(own.headers["content-range"]).toBe(`bytes 0-15/${length + 1}`);
  expect(await facts()).toMatchObject({ schema: "nihol", own: true, bounds: [38, 33, 80, 47] });

  // An archive that cannot be used: the panel's own is sent, and the panel can say why.
  await writeFile(file, await sampleArchive("unknown"));
  const left = await ask("/basemap/land.pmtiles");
  expect(left.headers["content-range"]).toBe(`bytes 0-15/${length}`);
  expect(await facts()).toEqual({
    schema: "nihol",
    own: false,
    problem: "unknown_schema",
    layers: ["parcels"],
  });
});

test.each([
  ["openmaptiles", "place"],
  ["protomaps", "places"],
  ["shortbread", "place_labels"],
  ["raster", undefined],
] as const)(
  "an archive in the schema %s is used and names its source in words",
  async (schema, layer) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-base-map-"));
    await writeFile(join(folder.path, "basemap.pmtiles"), await sampleArchive(schema));
    const facts = (await findOwnBaseMap(folder.path))?.facts;
    expect(facts).toMatchObject({ schema, own: true, attribution: "Survey & Co" });
    expect(facts?.bounds).toEqual(sampleBounds);
    expect(facts?.layers?.includes(layer ?? "")).toBe(layer ? true : undefined);
    expect(facts && problemWords(facts)).toBeUndefined();
  },
);

test("an archive that cannot be used is left aside and says why", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-base-map-"));
  expect(await findOwnBaseMap(folder.path)).toBeUndefined();
  const file = join(folder.path, "basemap.pmtiles");
  const said = async () => {
    const found = await findOwnBaseMap(folder.path);
    return found && problemWords(found.facts);
  };
  await writeFile(file, "no map at all");
  expect(await said()).toMatch(/cannot be read/);
  await writeFile(file, await sampleArchive("avif"));
  expect(await said()).toMatch(/neither vector tiles nor PNG/);
  await writeFile(file, await sampleArchive("unknown"));
  expect(await said()).toMatch(/its layers \(parcels\) are of no schema/);
  await copyFile(shipped("relief"), file);
  expect(await said()).toBeUndefined();
  await using cut = await open(file, "r+");
  await cut.truncate(60);
  expect(await said()).toMatch(/cannot be read/);
});
