/**
 * A static STAC catalogue of one long image, handed out by lighttpd by ranges, and in front of it a server that now and
 * then answers 500, answers slowly or cuts its answer off.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Bbox } from "@nihol/geo/geometry";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";
import { drawScene } from "@nihol/vision/scene/scene";

const run = promisify(execFile);
const proj4 = "+proj=utm +zone=42 +datum=WGS84 +units=m +no_defs";
const [gsdM, west, north] = [0.25, 480_000, 4_268_000];
const affine = [west, gsdM, 0, north, 0, -gsdM] as const;
/** Two rows of fragments: the least height that has them. */
const height = 1040;
/** From one fragment to the next. */
const stride = 896;
const garden = 256;
/** Drawn pixels are so many of the image across: tall old trees, which a coarse look finds. */
const enlarged = 2;
/** Different gardens, which take turns. */
const gardens = 6;
export const servedDay = "2026-05-17";

/** Bytes that are left out of a slow answer at once, and the pause between two of them. */
const slowly = { parts: 6, pauseMs: 200 };
/** Accidents that answers of the image meet with, counted from 0. */
const accidents = new Map<number, "status" | "cut" | "slow">([
  [3, "status"],
  [4, "status"],
  [9, "cut"],
  [15, "slow"],
  [120, "cut"],
  [200, "status"],
  [260, "slow"],
]);

/** A garden in each of `columns` × 2 fragments of a strip along a road. */
async function drawStrip(dir: string, columns: number, file: string) {
  for (let seed = 0; seed < gardens; seed++) {
    const { pixels } = drawScene({
      ...{ seed: seed + 1, lon: 69, lat: 38.5, date: 0, gsdMeters: gsdM },
      size: garden / enlarged,
    });
    const colours = Buffer.alloc(garden * garden * 3);
    for (let i = 0; i < garden * garden; i++) {
      const [x, y] = [i % garden, Math.floor(i / garden)].map((at) => Math.floor(at / enlarged));
      const from = ((y ?? 0) * pixels.width + (x ?? 0)) * pixels.bands;
      for (let band = 0; band < 3; band++) colours[3 * i + band] = pixels.data[from + band] ?? 0;
    }
    const own = { data: colours, width: garden, height: garden, bands: 3 };
    await writeFile(join(dir, `${seed}.tif`), encodeGeoTiff(own, affine, 32642, ""));
  }
  const places = Array.from({ length: 2 * columns }, (_, n) => ({
    file: `${n % gardens}.tif`,
    x: (n % columns) * stride + 380,
    y: n < columns ? 130 : 650,
  }));
  const band = (n: number) =>
    `<VRTRasterBand dataType="Byte" band="${n}"><ColorInterp>${["Red", "Green", "Blue"][n - 1]}</ColorInterp>${places
      .map(
        (place) =>
          `<SimpleSource><SourceFilename relativeToVRT="1">${place.file}</SourceFilename><SourceBand>${n}</SourceBand><SrcRect xOff="0" yOff="0" xSize="${garden}" ySize="${garden}"/><DstRect xOff="${place.x}" yOff="${place.y}" xSize="${garden}" ySize="${garden}"/></SimpleSource>`,
      )
      .join("")}</VRTRasterBand>`;
  const width = columns * stride + 128;
  await writeFile(
    join(dir, "strip.vrt"),
    `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>EPSG:32642</SRS><GeoTransform>${[west, gsdM, 0, north, 0, -gsdM].join(", ")}</GeoTransform>${[1, 2, 3].map(band).join("")}</VRTDataset>`,
  );
  const options = ["COMPRESS=JPEG", "BLOCKSIZE=512", "OVERVIEWS=NONE"];
  await run("gdal_translate", [
    ...["-q", "-of", "COG", ...options.flatMap((option) => ["-co", option])],
    join(dir, "strip.vrt"),
    file,
  ]);
  return width;
}

/** Bounds of the strip in degrees: its corners and the middles of its long sides, which bow. */
function bboxOfStrip(width: number): Bbox {
  const places = [0, width / 2, width].flatMap((x) =>
    [0, height].map((y) => pixelToLonLat({ affine, proj4 }, x, y)),
  );
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

async function writeCatalogue(dir: string, bbox: Bbox) {
  const [w, s, e, n] = bbox;
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const item = {
    ...{ type: "Feature", stac_version: "1.0.0", id: "strip", bbox, links: [] },
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { datetime: `${servedDay}T07:10:00Z`, gsd: gsdM },
    assets: {
      visual: {
        ...{ href: "./strip.tif", roles: ["data"] },
        type: "image/tiff; application=geotiff; profile=cloud-optimized",
      },
    },
  };
  const catalogue = {
    ...{ type: "Catalog", stac_version: "1.0.0", id: "road", description: "Trees along a road" },
    links: [{ rel: "item", href: "./strip.json" }],
  };
  await writeFile(join(dir, "strip.json"), JSON.stringify(item));
  await writeFile(join(dir, "catalog.json"), JSON.stringify(catalogue));
}

async function startLighttpd(dir: string, port: number): Promise<ChildProcess> {
  const file = join(dir, "lighttpd.conf");
  await writeFile(
    file,
    `server.document-root = "${dir}/www"\nserver.port = ${port}\nserver.bind = "127.0.0.1"\nmimetype.assign = ( ".json" => "application/json", ".tif" => "image/tiff" )\n`,
  );
  const child = spawn("lighttpd", ["-D", "-f", file], { stdio: "ignore" });
  for (;;) {
    if (child.exitCode !== null) throw new Error("lighttpd has ended");
    const isUp = await fetch(`http://127.0.0.1:${port}/catalog.json`).then(
      () => true,
      () => false,
    );
    if (isUp) return child;
    await wait(50);
  }
}

async function answerSlowly(reply: ServerResponse, bytes: Buffer) {
  const step = Math.ceil(bytes.length / slowly.parts);
  for (let at = 0; at < bytes.length; at += step) {
    reply.write(bytes.subarray(at, at + step));
    await wait(slowly.pauseMs);
  }
  reply.end();
}

/**
 * Starts both.
 * @param columns fragments of each of the strip's two rows
 */
export async function startFailingCatalogue(dir: string, columns: number) {
  const www = join(dir, "www");
  await mkdir(www, { recursive: true });
  const bbox = bboxOfStrip(await drawStrip(dir, columns, join(www, "strip.tif")));
  await writeCatalogue(www, bbox);
  const met: string[] = [];
  let images = 0;
  let behind = "";
  const between = createServer(async (request, reply) => {
    const answer = await fetch(behind + (request.url ?? ""), {
      headers: request.headers.range ? { range: request.headers.range } : {},
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isImage = request.url?.endsWith(".tif") ?? false;
    const accident = isImage ? accidents.get(images++) : undefined;
    if (accident) met.push(accident);
    if (accident === "status") return void reply.writeHead(500).end("busy");
    const kept = ["content-type", "content-length", "content-range", "accept-ranges"];
    const headers = kept.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    reply.writeHead(answer.status, Object.fromEntries(headers));
    if (accident === "slow") return answerSlowly(reply, bytes);
    if (accident !== "cut") return void reply.end(bytes);
    reply.write(bytes.subarray(0, bytes.length / 2));
    await wait(50);
    reply.destroy();
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  const { port } = between.address() as AddressInfo;
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const own = (free.address() as AddressInfo).port;
  free.close();
  await once(free, "close");
  behind = `http://127.0.0.1:${own}`;
  const lighttpd = await startLighttpd(dir, own);
  return {
    bbox,
    /** As NIHOL_SOURCES_INSIDE takes it. */
    inside: `127.0.0.1:${port}`,
    address: `http://127.0.0.1:${port}/catalog.json`,
    /** Accidents that its askers met with, in their order. */
    met,
    /** Number of times that the image was asked for. */
    asked: () => images,
    async close() {
      between.closeAllConnections();
      between.close();
      lighttpd.kill();
      if (lighttpd.exitCode === null && lighttpd.signalCode === null) await once(lighttpd, "exit");
    },
  };
}
