/** An area of a source becomes an image, from servers that we did not write; cut off, it goes on where it was. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf } from "@nihol/geo/polygon";
import { tileGrid } from "@nihol/sources/kinds/grid";
import { lonLatToPixel } from "@nihol/vision/coordinates/projection";
import { sharp } from "@nihol/vision/native/image-library";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeBands } from "../../../packages/sources/test/catalogue-files.ts";
import { startImageServers } from "../../../packages/sources/test/image-servers.ts";
import { days, servedBbox } from "../../../packages/sources/test/served-place.ts";
import { makeRig, type Rig } from "./rig.ts";

/** Hands a tile of MapServer on. */
const pass: RequestListener = (request, reply) => {
  const [, z = "", x = "", y = ""] = (request.url ?? "").split("/");
  const address = servers.xyz.replace("{z}", z).replace("{x}", x).replace("{y}", y);
  void fetch(address)
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => reply.end(Buffer.from(bytes)));
};

let rig: Rig;
let worker: ChildProcess;
const startWorker = () =>
  rig.startWorker({ NIHOL_SOURCES_INSIDE: [...servers.inside, failing.at].join(",") });
let servers: Awaited<ReturnType<typeof startImageServers>>;
/** Tiles by MapServer through a server that can be told to fail. */
let failing: { answer: RequestListener | undefined; asked: string[]; at: string };
beforeAll(async () => {
  servers = await startImageServers({ wmts: true });
  failing = { answer: undefined, asked: [], at: "" };
  const between = createServer((request, reply) => {
    failing.asked.push(request.url ?? "");
    return (failing.answer ?? pass)(request, reply);
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  failing.at = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  between.unref();
  rig = await makeRig();
  worker = startWorker();
});
afterAll(async () => {
  await rig?.close();
  await servers?.close();
});

/** The middle half of what the servers hold. */
const [west, south, east, north] = servedBbox;
const [dx, dy] = [(east - west) / 4, (north - south) / 4];
const ring: [number, number][] = [
  [west + dx, south + dy],
  [east - dx, south + dy],
  [east - dx, north - dy],
  [west + dx, north - dy],
  [west + dx, south + dy],
];
const area: MultiPolygon = { type: "MultiPolygon", coordinates: [[ring]] };

async function order(columns: object, day = "2026-05-17"): Promise<number> {
  const source = await rig.db.sql
    .insertInto("imagery_source")
    .values({ name: json({ tg: "С", ru: "С", en: "S", az: "" }), ...columns } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await rig.db.sql
    .insertInto("imagery_process")
    .values({
      source_id: source.id,
      attribution: "© Somebody",
      fetched: 0,
      file_name: `Source ${day}.tif`,
      file_key: `upload/source-${source.id}`,
      facts: json({} as RasterMetadata),
      capture_date: day,
      area_kind: "boundary",
      area: json(area),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await rig.jobs.send("imagery.fetch", { process: id });
  return id;
}
/** The process once its image is there; what becomes of the image afterwards is that of an upload. */
const untilFetched = (id: number) =>
  vi.waitFor(
    async () => {
      const row = await rig.db.sql
        .selectFrom("imagery_process")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (row.fetched !== 1) throw new Error(`${row.status} ${JSON.stringify(row.message)}`);
      return row;
    },
    { timeout: 120_000, interval: 100 },
  );
/** Spares the reading of an image that is not looked at. */
const stop = (id: number) =>
  rig.db.sql
    .updateTable("imagery_process")
    .set({ status: "stopped" })
    .where("id", "=", id)
    .execute();

const sources = {
  WMS: () => ({ kind: "wms", address: servers.wms, layer: "plain", gsd_m: 0.5 }),
  tiles: () => ({ kind: "xyz", address: servers.xyz, max_zoom: 18 }),
  WMTS: () => ({ kind: "wmts", address: servers.wmts, max_zoom: 18 }),
  catalogue: () => ({ kind: "stac", address: servers.stac }),
};

test.each([
  ["WMS", 3857, 0.5],
  ["tiles", 3857, 0.467],
  ["WMTS", 3857, 0.467],
  ["catalogue", 32642, 0.5],
] as const)("an area is fetched by %s, and lies where it should", async (name, epsg, gsd) => {
  const id = await order(sources[name]());
  const { facts } = await untilFetched(id);
  await stop(id);
  expect(facts.epsg).toBe(epsg);
  expect(facts.gsdMeters).toBeCloseTo(gsd, 2);
  // It covers the area, and ends within a tile of it.
  expect(facts.bbox[0]).toBeLessThanOrEqual(west + dx);
  expect(facts.bbox[3]).toBeGreaterThanOrEqual(north - dy);
  expect(facts.bbox[0]).toBeGreaterThan(west - 2 * dx);
});

test("an area whose bands are files of their own is put together, with infrared of coarser pixels", async () => {
  const address = `${servers.files}/${await writeBands(servers.www, "2026-05-17")}`;
  const id = await order({ kind: "stac", address, asset: "red,green,blue,nir" });
  const { facts, file_key } = await untilFetched(id);
  await stop(id);
  expect(facts).toMatchObject({ epsg: 32642, dtype: "uint8" });
  expect(facts.roles).toMatchObject({ red: 1, green: 2, blue: 3, nir: 4, alpha: null });
  expect(facts.gsdMeters).toBeCloseTo(0.5, 2);
  const [x, y] = lonLatToPixel(facts, (west + east) / 2, (south + north) / 2).map(Math.floor);
  // libvips takes the fourth band of such files for transparency, which changes nothing of its numbers.
  const pixel = await sharp(join(rig.dataDir, "files", file_key))
    .extract({ left: x ?? 0, top: y ?? 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const [red, green, blue] = days["2026-05-17"];
  [red, green, blue, green].forEach((value, band) => {
    expect(Math.abs((pixel[band] ?? 0) - value - 5)).toBeLessThanOrEqual(8);
  });
});

test("a fetched image is read to its end, as an upload is", async () => {
  const id = await order({ ...sources.WMS(), layer: "orto" }, "2026-06-20");
  await rig.waitForStatus(id, "completed");
  const { captured_on, date_hash, facts } = await rig.db.sql
    .selectFrom("whole_image")
    .selectAll()
    .where("process_id", "=", id)
    .executeTakeFirstOrThrow();
  expect([captured_on, facts.epsg]).toEqual(["2026-06-20", 3857]);
  expect(date_hash).toMatch(/^[0-9a-f]{64}$/);
});

/** Pieces of the area at level 18, and the address of the last one. */
const grid = tileGrid(bboxOf(area), 18);
const last = `/18/${grid.firstColumn + grid.columns - 1}/${grid.firstRow + grid.rows - 1}`;
const tiles = () => ({ kind: "xyz", address: `http://${failing.at}/{z}/{x}/{y}`, max_zoom: 18 });

/** Answers all pieces but the last; that one is handed over when all others have been answered. */
function holdLast(): Promise<{ reply: ServerResponse }> {
  const { promise, resolve } = Promise.withResolvers<{ reply: ServerResponse }>();
  let reply: ServerResponse | undefined;
  let answered = 0;
  const tell = () => {
    if (reply && answered === grid.columns * grid.rows - 1) resolve({ reply });
  };
  failing.answer = (request, given) => {
    if (request.url === last) {
      reply = given;
      return tell();
    }
    given.on("finish", () => {
      answered++;
      tell();
    });
    return pass(request, given);
  };
  return promise;
}

const piecesFolder = (id: number) => join(rig.dataDir, "files", "fetch", String(id));

/** Waits until every piece but the held one is a file: what was only sent would be asked for again. */
const untilKept = (id: number) =>
  vi.waitFor(
    () => {
      const names = readdirSync(piecesFolder(id), { recursive: true }).map(String);
      const whole = names.filter((name) => /\/\d+$/.test(name));
      expect(whole).toHaveLength(grid.columns * grid.rows - 1);
    },
    { timeout: 60_000, interval: 50 },
  );

async function restart(id: number) {
  failing.answer = undefined;
  failing.asked.length = 0;
  const { run } = await rig.process(id);
  await rig.db.sql
    .updateTable("imagery_process")
    .set({ status: "pending", message: null, run: run + 1 })
    .where("id", "=", id)
    .execute();
  await rig.jobs.send("imagery.prepare", { process: id });
  await untilFetched(id);
}

test("a tile that the server refuses is named with its status; a restart asks for that one alone", async () => {
  const holding = holdLast();
  const id = await order(tiles(), "2026-05-20");
  const { reply } = await holding;
  await untilKept(id);
  reply.writeHead(418).end();
  await expect(rig.waitForStatus(id, "completed")).rejects.toThrow(
    new RegExp(
      `source_piece_status.*${last.slice(1)}.*418|source_piece_status.*418.*${last.slice(1)}`,
    ),
  );
  await restart(id);
  expect(failing.asked).toEqual([last]);
  // The pieces are deleted once the image is put together.
  await vi.waitFor(() => expect(existsSync(piecesFolder(id))).toBe(false), { timeout: 30_000 });
});

test("a tile that is no image is named, thrown away, and asked for again by a restart", async () => {
  const holding = holdLast();
  const id = await order(tiles(), "2026-05-18");
  const { reply } = await holding;
  await untilKept(id);
  reply.end(Buffer.from("\x89PNG\r\n\x1a\n and nothing more", "latin1"));
  await expect(rig.waitForStatus(id, "completed")).rejects.toThrow(/source_piece_broken/);
  await restart(id);
  expect(failing.asked).toEqual([last]);
});

test("a server that is not let in is named, and is not asked", async () => {
  const id = await order({ kind: "xyz", address: "http://127.0.0.1:1/{z}/{x}/{y}" });
  await expect(rig.waitForStatus(id, "completed")).rejects.toThrow(/source_host/);
});

test("a worker that is killed while it fetches is followed by another, which asks for what is missing alone", async () => {
  const holding = holdLast();
  const id = await order(tiles(), "2026-05-19");
  await holding;
  await untilKept(id);
  failing.answer = undefined;
  failing.asked.length = 0;
  worker.kill("SIGKILL");
  worker = startWorker();
  await untilFetched(id);
  expect(failing.asked).toEqual([last]);
});
