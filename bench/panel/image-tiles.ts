/**
 * `npm run bench -- image-tiles [--side 10000] [--tiles 100]`: map tiles a second of a drawn Cloud Optimized GeoTIFF, each
 * tile once (cold) and ten times more (warm), by `wrk` over eight connections that are kept: of this server with the
 * tiles that every image gets after its process, of this server from the GeoTIFF alone, and of MapServer (FastCGI under
 * lighttpd, JPEG, which it writes fastest) from the same file. The last line is JSON. Takes `mapserv`, `lighttpd`, `wrk`
 * and GDAL from Debian.
 * Smallest: `--side 1000 --tiles 4`. Packages: gdal-bin bubblewrap cgi-mapserver lighttpd wrk.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { type Connection, connect } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { mercatorX, mercatorY } from "@nihol/geo/tiles/tile-math";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { makeCog } from "@nihol/vision/raster/cog";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { openBenchServer } from "../server.ts";
import { storeTiles } from "./stored-tiles.ts";

const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    side: { type: "string", default: "10000" },
    tiles: { type: "string", default: "100" },
  },
});
/** Pixels of a side of the image, and of each of the drawn parts that it is put together from. */
const side = Number(values.side);
const part = Math.min(2000, side);
const gsdM = 0.25;
/** Upper left corner in UTM zone 42 north: near Dushanbe. */
const corner = [480_000, 4_268_000] as const;
/** Zooms that the image is looked at in, from the whole to its own pixels, and how many tiles of each are asked. */
const [zooms, tilesEach, atOnce] = [[14, 15, 16, 17, 18, 19], Number(values.tiles), 8] as const;
/** Number of times that a tile is asked for again. */
const warmRounds = 10;
/** Times the speed of MapServer. */
const GOAL = 5;

/** The drawn image: parts of it beside each other, a GeoTIFF as a program for drone images writes it. */
async function drawImage(dir: string): Promise<string> {
  const seeds = side > part ? [1, 2, 3] : [1];
  const parts = seeds.map((seed) => {
    const scene = drawScene({ seed, lon: 69, lat: 38.5, date: 0, size: part, gsdMeters: gsdM });
    return scene.pixels;
  });
  const data = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / part), Math.floor(y / part)];
      const from = parts[(column + row) % parts.length];
      if (!from) throw new Error("no part");
      const at = ((y % part) * part + (x % part)) * from.bands;
      for (let band = 0; band < 3; band++)
        data[(y * side + x) * 3 + band] = from.data[at + band] ?? 0;
    }
  const plain = join(dir, "plain.tif");
  const raw = { width: side, height: side, channels: 3 as const };
  await sharp(data, { raw, limitInputPixels: false }).tiff({ compression: "none" }).toFile(plain);
  const image = join(dir, "image.tif");
  const [west, north] = corner;
  const bounds = [west, north, west + side * gsdM, north - side * gsdM].map(String);
  await run("gdal_translate", ["-q", "-a_srs", "EPSG:32642", "-a_ullr", ...bounds, plain, image]);
  await rm(plain);
  return image;
}

type Tile = readonly [zoom: number, x: number, y: number];

/** Tiles that lie wholly within the box, so many of each zoom, in an order of their own. */
function chooseTiles([west, south, east, north]: Bbox): Tile[] {
  const random = seededRandom(7);
  const chosen = zooms.flatMap((zoom) => {
    const across = 2 ** zoom;
    const column = (lon: number) => mercatorX(lon) * across;
    const row = (lat: number) => mercatorY(lat) * across;
    const all: Tile[] = [];
    for (let x = Math.ceil(column(west)); x < Math.floor(column(east)); x++)
      for (let y = Math.ceil(row(north)); y < Math.floor(row(south)); y++) all.push([zoom, x, y]);
    return shuffled(all, random).slice(0, tilesEach);
  });
  return shuffled(chosen, random);
}

const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** @param n of the image, of which none is there twice */
async function insertImage(
  db: Connection,
  facts: ImageMetadata,
  key: string,
  n: number,
): Promise<number> {
  const shown = { facts: json(facts) };
  const { id: process_id } = await db.sql
    .insertInto("imagery_process")
    .values({
      ...shown,
      file_name: "bench.tif",
      file_key: "none",
      capture_date: "2026-05-17",
      status: "completed",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db.sql
    .insertInto("whole_image")
    .values({
      ...shown,
      process_id,
      captured_on: "2026-05-17",
      date_hash: String(n).repeat(64),
      original_key: "none",
      cog_key: key,
      width: facts.width,
      height: facts.height,
      gsd_m: facts.gsdMeters,
      has_nir: false,
      bbox: facts.bbox,
      coverage: json<MultiPolygon>({
        type: "MultiPolygon",
        coordinates: [facts.footprint.coordinates],
      }),
      coverage_m2: (side * gsdM) ** 2,
      fragment_count: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const mapFile = (file: string) => `MAP
  NAME "image"
  SIZE 256 256
  EXTENT -20037508 -20037508 20037508 20037508
  IMAGETYPE "jpeg"
  PROJECTION "init=epsg:3857" END
  OUTPUTFORMAT NAME "jpeg" DRIVER "AGG/JPEG" MIMETYPE "image/jpeg" IMAGEMODE RGB END
  LAYER
    NAME "image" TYPE RASTER STATUS ON DATA "${file}"
    PROJECTION "init=epsg:32642" END
    PROCESSING "CLOSE_CONNECTION=DEFER"
  END
END
`;
const lighttpdFile = (dir: string, port: number) => `server.document-root = "${dir}"
server.port = ${port}
server.bind = "127.0.0.1"
server.modules = ( "mod_setenv", "mod_fastcgi" )
setenv.add-environment = ( "MS_MAPFILE" => "${dir}/image.map", "MAPSERVER_CONFIG_FILE" => "${dir}/mapserver.conf" )
server.max-keep-alive-requests = 1000000
fastcgi.server = ( "/mapserv" => (( "socket" => "${dir}/mapserv.socket", "check-local" => "disable",
  "bin-path" => "/usr/lib/cgi-bin/mapserv", "kill-signal" => 9, "min-procs" => ${availableParallelism()}, "max-procs" => ${availableParallelism()},
  "bin-environment" => ( "MS_MAPFILE" => "${dir}/image.map", "MAPSERVER_CONFIG_FILE" => "${dir}/mapserver.conf" ) )) )
`;

async function startMapServer(dir: string, file: string) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  await writeFile(join(dir, "image.map"), mapFile(file));
  await writeFile(join(dir, "mapserver.conf"), 'CONFIG\n ENV\n  MS_MAP_PATTERN "."\n END\nEND\n');
  await writeFile(join(dir, "lighttpd.conf"), lighttpdFile(dir, port));
  const child: ChildProcess = spawn("lighttpd", ["-D", "-f", join(dir, "lighttpd.conf")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const address = `http://127.0.0.1:${port}/mapserv`;
  while (!(await fetch(address).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error("lighttpd has ended");
    await wait(50);
  }
  return {
    addressOf: ([zoom, x, y]: Tile) =>
      `${address}?layers=image&mode=tile&tilemode=gmap&tile=${x}+${y}+${zoom}`,
    close: async () => {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}

/**
 * Reads tiles by `wrk`, a client in C, so that the cores are left to the server that is measured.
 * @param rounds how many times each
 */
async function readAll(addresses: string[], rounds: number, authorization?: string) {
  const urls = addresses.map((address) => new URL(address));
  const file = join(dir, "paths.txt");
  await writeFile(file, urls.map(({ pathname, search }) => `${pathname}${search}\n`).join(""));
  const script = join(import.meta.dirname, "tile-reader.lua");
  const connections = ["--threads", "1", "--connections", String(atOnce), "--timeout", "60s"];
  const count = String(rounds * addresses.length);
  const task = [file, count, ...(authorization ? [authorization] : [])];
  const child = spawn(
    "wrk",
    [...connections, "--duration", "1h", "--script", script, urls[0]?.origin ?? "", "--", ...task],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let [seconds, bytes, p50_ms, p95_ms] = [0, 0, 0, 0];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [word, ...figures] = line.split(" ");
      const [first = 0, second = 0, third = 0] = figures.map(Number);
      if (word === "refused:") throw new Error(line);
      if (word === "read") [seconds, bytes] = [second, third];
      // It would ask until its time is over.
      if (word === "read") child.kill("SIGINT");
      if (word === "done") [p50_ms, p95_ms] = [second, third];
      if (word === "done" && first > 0) throw new Error(`${first} connections broke`);
    }
  } finally {
    child.kill("SIGKILL");
  }
  if (seconds === 0) throw new Error("wrk has ended early");
  const answers = rounds * addresses.length;
  const round = (value: number) => Math.round(10 * value) / 10;
  return {
    tiles_s: round(answers / seconds),
    p50_ms: round(p50_ms),
    p95_ms: round(p95_ms),
    kb_each: round(bytes / answers / 1000),
  };
}

/** Each tile once of a server that has just begun, then so many times more. */
async function coldAndWarm(addresses: string[], rounds: number, authorization?: string) {
  const cold = await readAll(addresses, 1, authorization);
  return { cold, warm: await readAll(addresses, rounds, authorization) };
}

const times = (a: { tiles_s: number }, b: { tiles_s: number }) =>
  Math.round((10 * a.tiles_s) / b.tiles_s) / 10;

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-image-tiles-"));
try {
  const source = await drawImage(dir);
  const cog = join(dir, "cog.tif");
  const { facts: metadata } = await makeCog(source, cog, await inspectImage(source));
  const facts: ImageMetadata = { ...metadata, stretch: null };
  const cog_mb = Math.round((await stat(cog)).size / 1e6);
  const tiles = chooseTiles(facts.bbox);

  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 8 });
  await migrate(db.pool);
  const server = await openBenchServer(db, database.config);
  const key = "image/1/cog.tif";
  await server.files.put(key, { moveFrom: cog });
  // Two of the same file: the server remembers for a while that one has no stored tiles.
  const [bare, image] = [
    await insertImage(db, facts, key, 1),
    await insertImage(db, facts, key, 2),
  ];
  const { address, access } = await server.listen();
  const addressesOf = (id: number) =>
    tiles.map((tile) => `${address}/api/tiles/image/${id}/${tile.join("/")}`);
  const fromCog = await coldAndWarm(addressesOf(bare), 1, `Bearer ${access}`);
  const stored_s = Math.round(await storeTiles(server.files, image, key, facts));
  const stored = await coldAndWarm(addressesOf(image), warmRounds, `Bearer ${access}`);
  // At once after it, so that both had the same machine.
  const other = await startMapServer(dir, server.files.path(key));
  const mapserver = await coldAndWarm(tiles.map(other.addressOf), warmRounds).finally(other.close);
  await server.close();
  await db.close();
  await database.stop();

  console.table({
    "stored tiles, cold": stored.cold,
    "stored tiles, warm": stored.warm,
    "from the GeoTIFF, cold": fromCog.cold,
    "from the GeoTIFF, warm": fromCog.warm,
    "MapServer, cold": mapserver.cold,
    "MapServer, warm": mapserver.warm,
  });
  const times_mapserver = {
    cold: times(stored.cold, mapserver.cold),
    warm: times(stored.warm, mapserver.warm),
    cold_from_cog: times(fromCog.cold, mapserver.cold),
    warm_from_cog: times(fromCog.warm, mapserver.warm),
  };
  const figures = { stored, from_cog: fromCog, mapserver, times_mapserver, goal: GOAL };
  console.log(
    JSON.stringify({ bench: "image-tiles", tiles: tiles.length, cog_mb, stored_s, ...figures }),
  );
} finally {
  closeRenderPool();
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);
