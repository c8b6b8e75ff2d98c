/** The base map is sent in ranges; a country's own archive takes the place of the panel's. */
import { copyFile, mkdir, mkdtempDisposable, open, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { serveWeb } from "../../src/http/web.ts";
import { findOwnBaseMap } from "../../src/shared/own-base-map.ts";

const shipped = (name: string) =>
  new URL(`../../../web/public/basemap/${name}.pmtiles`, import.meta.url);

test("a range of the archive is sent, and of the country's own where there is one", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-base-map-"));
  const [web, data] = [join(folder.path, "web"), join(folder.path, "data")];
  await mkdir(join(web, "basemap"), { recursive: true });
  await mkdir(data);
  await writeFile(join(web, "index.html"), "<!doctype html>");
  await copyFile(shipped("land"), join(web, "basemap/land.pmtiles"));
  const ask = async (own: string | undefined) => {
    const app = Fastify();
    await serveWeb(app, web, own);
    const headers = { range: "bytes=0-15" };
    const answer = await app.inject({ url: "/basemap/land.pmtiles", headers });
    await app.close();
    return answer;
  };
  const answer = await ask(undefined);
  expect(answer.statusCode).toBe(206);
  expect(answer.rawPayload.subarray(0, 8)).toEqual(Buffer.from("PMTiles\x03"));
  const { length } = await readFile(shipped("land"));
  expect(answer.headers["content-range"]).toBe(`bytes 0-15/${length}`);

  // A byte more tells the country's own from the panel's.
  const file = join(data, "basemap.pmtiles");
  await writeFile(file, Buffer.concat([await readFile(shipped("land")), Buffer.alloc(1)]));
  expect(await findOwnBaseMap(data)).toEqual({ file });
  expect((await ask(file)).headers["content-range"]).toBe(`bytes 0-15/${length + 1}`);
});

test("an archive that cannot be used is left aside and says why", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "nihol-base-map-"));
  expect(await findOwnBaseMap(folder.path)).toBeUndefined();
  const file = join(folder.path, "basemap.pmtiles");
  await writeFile(file, "no map at all");
  expect(await findOwnBaseMap(folder.path)).toMatchObject({
    problem: expect.stringMatching(/cannot be read/),
  });
  await copyFile(shipped("relief"), file);
  expect(await findOwnBaseMap(folder.path)).toMatchObject({
    problem: expect.stringMatching(/no vector tiles/),
  });
  await using cut = await open(file, "r+");
  await cut.truncate(60);
  expect(await findOwnBaseMap(folder.path)).toMatchObject({
    problem: expect.stringMatching(/cannot be read/),
  });
});
