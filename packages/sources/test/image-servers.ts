/**
 * Servers of images that we did not write, on loopback, over two days of a drawn place: MapServer for WMS with time and
 * tiles by number, MapProxy for WMTS, lighttpd for a static STAC catalogue whose files it hands out by ranges.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Bbox } from "@nihol/geo/geometry";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";

const run = promisify(execFile);
const proj4 = "+proj=utm +zone=42 +datum=WGS84 +units=m +no_defs";
/** Near Dushanbe: 0.5 m a pixel, UTM zone 42 north. */
const affine = [480_000, 0.5, 0, 4_268_000, 0, -0.5] as const;
const size = 512;

/** Days of the place, and the colour that each is of: which day an image shows is seen in its middle. */
export const days = { "2026-05-17": [90, 140, 60], "2026-06-20": [170, 120, 60] } as const;
export type ServedDay = keyof typeof days;
/** A day on which nothing was taken: it shows the image of another one, as servers do that answer with their nearest. */
export const repeatedDay = { day: "2026-06-25", of: "2026-06-20" } as const;

/** Days that are served, with the day that each shows. */
const servedDays = (repeats: boolean): [day: string, of: ServedDay][] => [
  ...(Object.keys(days) as ServedDay[]).map((day): [string, ServedDay] => [day, day]),
  ...(repeats ? [[repeatedDay.day, repeatedDay.of] as [string, ServedDay]] : []),
];

/** The colour of the day with a little noise, and a dark square at a quarter of its sides: place and day can be read. */
function drawn(day: ServedDay) {
  const data = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      for (let band = 0; band < 3; band++) {
        const isMark = x >= 96 && x < 160 && y >= 96 && y < 160;
        const noise = (x * 7 + y * 13 + band * 5) % 11;
        data[(y * size + x) * 3 + band] = isMark ? 20 : (days[day][band] ?? 0) + noise;
      }
  return { data, width: size, height: size, bands: 3 };
}

const corner = (x: number, y: number) => pixelToLonLat({ affine, proj4 }, x, y);
const corners = [corner(0, 0), corner(size, 0), corner(size, size), corner(0, size)];
/** Of the whole image, degrees. */
export const servedBbox: Bbox = [
  Math.min(...corners.map(([lon]) => lon)),
  Math.min(...corners.map(([, lat]) => lat)),
  Math.max(...corners.map(([lon]) => lon)),
  Math.max(...corners.map(([, lat]) => lat)),
];
const ring = [...corners, corners[0]];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const mapFile = (dir: string, port: number, repeats: boolean) => `MAP
  NAME "place"
  SIZE 256 256
  EXTENT 7540000 4650000 7560000 4670000
  IMAGETYPE PNG
  PROJECTION "init=epsg:3857" END
  WEB METADATA
    "wms_title" "Drawn place"
    "wms_onlineresource" "http://127.0.0.1:${port}/mapserv?"
    "wms_srs" "EPSG:3857 EPSG:4326"
    "wms_enable_request" "*"
  END END
  LAYER
    NAME "index" TYPE POLYGON STATUS OFF DATA "${dir}/index.shp"
    METADATA "wms_enable_request" "!*" END
  END
  LAYER
    NAME "orto" TYPE RASTER STATUS ON
    TILEINDEX "index" TILEITEM "location"
    PROJECTION "init=epsg:32642" END
    METADATA
      "wms_title" "Orthophoto"
      "wms_timeextent" "${servedDays(repeats)
        .map(([day]) => day)
        .join(",")}"
      "wms_timeitem" "day"
      "wms_timedefault" "2026-05-17"
    END
  END
  LAYER
    NAME "plain" TYPE RASTER STATUS ON DATA "${dir}/www/2026-05-17.tif"
    PROJECTION "init=epsg:32642" END
    METADATA "wms_title" "One day" END
  END
END
`;

const lighttpdFile = (dir: string, port: number) => `server.document-root = "${dir}/www"
server.port = ${port}
server.bind = "127.0.0.1"
server.modules = ( "mod_setenv", "mod_alias", "mod_cgi" )
mimetype.assign = ( ".json" => "application/json", ".tif" => "image/tiff", ".png" => "image/png" )
alias.url = ( "/mapserv" => "/usr/lib/cgi-bin/mapserv" )
setenv.add-environment = ( "MS_MAPFILE" => "${dir}/place.map", "MAPSERVER_CONFIG_FILE" => "${dir}/mapserver.conf" )
$HTTP["url"] =~ "^/mapserv" { cgi.assign = ( "" => "" ) }
`;

const mapProxyFile = (dir: string, port: number) => `services:
  wmts:
    restful: true
    kvp: true
layers:
  - name: orto
    title: Orthophoto
    sources: [cache]
caches:
  cache:
    grids: [GLOBAL_WEBMERCATOR]
    sources: [wms]
    format: image/png
    disable_storage: true
sources:
  wms:
    type: wms
    req: { url: "http://127.0.0.1:${port}/mapserv", layers: plain, transparent: true }
    supported_srs: ["EPSG:3857"]
globals:
  cache: { base_dir: "${dir}/cache", lock_dir: "${dir}/locks" }
`;

/** The same place as layers of days: the day stands in the address of a tile. */
const mapProxyDaysFile = (dir: string, port: number, repeats: boolean) => `services:
  wmts:
    restful: true
    restful_template: "/{Layer}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileCol}/{TileRow}.{Format}"
    kvp: true
layers:
  - name: days
    title: Orthophotos
    sources: [cache]
    dimensions:
      Time:
        values: [${servedDays(repeats)
          .map(([day]) => `"${day}"`)
          .join(", ")}]
        default: "2026-05-17"
caches:
  cache:
    grids: [GLOBAL_WEBMERCATOR]
    sources: [wms]
    format: image/png
    disable_storage: true
    meta_size: [1, 1]
    meta_buffer: 0
sources:
  wms:
    type: wms
    req: { url: "http://127.0.0.1:${port}/mapserv", layers: orto, transparent: true }
    supported_srs: ["EPSG:3857"]
    forward_req_params: ["time"]
globals:
  cache: { base_dir: "${dir}/days-cache", lock_dir: "${dir}/days-locks" }
`;

async function writeCatalogue(dir: string, repeats: boolean) {
  const item = (day: string) => ({
    type: "Feature",
    stac_version: "1.0.0",
    id: `place-${day}`,
    bbox: servedBbox,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { datetime: `${day}T07:10:00Z`, "eo:cloud_cover": 3, gsd: 0.5 },
    collection: "orto",
    links: [],
    assets: {
      thumbnail: { href: "./thumbnail.png", type: "image/png", roles: ["thumbnail"] },
      visual: {
        href: `../${day}-cog.tif`,
        type: "image/tiff; application=geotiff; profile=cloud-optimized",
        roles: ["visual", "data"],
        "eo:bands": [{ common_name: "red" }, { common_name: "green" }, { common_name: "blue" }],
      },
    },
  });
  const catalogue = {
    type: "Catalog",
    stac_version: "1.0.0",
    id: "place",
    title: "Drawn place",
    description: "Two days",
    links: [{ rel: "child", href: "./orto/collection.json" }],
  };
  const collection = {
    type: "Collection",
    stac_version: "1.0.0",
    id: "orto",
    description: "Two days",
    license: "CC-BY-4.0",
    extent: { spatial: { bbox: [servedBbox] }, temporal: { interval: [[null, null]] } },
    links: servedDays(repeats).map(([day]) => ({ rel: "item", href: `./${day}.json` })),
  };
  await mkdir(join(dir, "orto"));
  await writeFile(join(dir, "catalog.json"), JSON.stringify(catalogue));
  await writeFile(join(dir, "orto/collection.json"), JSON.stringify(collection));
  for (const [day] of servedDays(repeats))
    await writeFile(join(dir, `orto/${day}.json`), JSON.stringify(item(day)));
}

async function writePlace(dir: string, repeats: boolean) {
  const www = join(dir, "www");
  await mkdir(www);
  const features = [];
  for (const [day, of] of servedDays(repeats)) {
    const file = join(www, `${day}.tif`);
    await writeFile(
      file,
      encodeGeoTiff(drawn(of), affine, 32642, `${day.replaceAll("-", ":")} 07:10:00`),
    );
    const options = ["-of", "COG", "-co", "BLOCKSIZE=128", "-co", "COMPRESS=DEFLATE"];
    await run("gdal_translate", ["-q", ...options, file, join(www, `${day}-cog.tif`)]);
    const [west, north] = [affine[0], affine[3]];
    const [east, south] = [west + size / 2, north - size / 2];
    const box = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
      [west, north],
    ];
    features.push({
      type: "Feature",
      properties: { location: file, day },
      geometry: { type: "Polygon", coordinates: [box] },
    });
  }
  const index = join(dir, "index.geojson");
  await writeFile(index, JSON.stringify({ type: "FeatureCollection", features }));
  await run("ogr2ogr", [
    "-q",
    "-a_srs",
    "EPSG:32642",
    "-lco",
    "ENCODING=UTF-8",
    join(dir, "index.shp"),
    index,
  ]);
  await writeCatalogue(www, repeats);
  const small = ["-q", "-of", "PNG", "-outsize", "64", "64"];
  await run("gdal_translate", [
    ...small,
    join(www, "2026-05-17.tif"),
    join(www, "orto/thumbnail.png"),
  ]);
}

/** Waits until it answers at all. @throws when it has ended */
async function answers(address: string, child: ChildProcess, said: () => string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} has ended: ${said()}`);
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return;
    await wait(50);
  }
}

/** Starts them; with `wmts` MapProxy too, once without days and once with them, which takes two seconds more, with `repeats` over a third day too. */
export async function startImageServers({ wmts = false, repeats = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-sources-"));
  const [port, proxyPort, daysPort] = [await freePort(), await freePort(), await freePort()];
  await writePlace(dir, repeats);
  await writeFile(join(dir, "place.map"), mapFile(dir, port, repeats));
  await writeFile(join(dir, "mapserver.conf"), 'CONFIG\n ENV\n  MS_MAP_PATTERN "."\n END\nEND\n');
  await writeFile(join(dir, "lighttpd.conf"), lighttpdFile(dir, port));
  await writeFile(join(dir, "mapproxy.yaml"), mapProxyFile(dir, port));
  await writeFile(join(dir, "mapproxy-days.yaml"), mapProxyDaysFile(dir, port, repeats));
  const children: ChildProcess[] = [];
  async function start(program: string, args: string[], address: string) {
    let said = "";
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => {
        said += text;
      });
    children.push(child);
    await answers(address, child, () => said.slice(-500));
  }
  await start("lighttpd", ["-D", "-f", join(dir, "lighttpd.conf")], `http://127.0.0.1:${port}/`);
  const proxies: [number, string][] = [
    [proxyPort, "mapproxy.yaml"],
    [daysPort, "mapproxy-days.yaml"],
  ];
  for (const [at, file] of wmts ? proxies : [])
    await start(
      "mapproxy-util",
      ["serve-develop", "-b", `127.0.0.1:${at}`, join(dir, file)],
      `http://127.0.0.1:${at}/`,
    );
  return {
    /** As NIHOL_SOURCES_INSIDE takes them. */
    inside: [port, proxyPort, daysPort].map((one) => `127.0.0.1:${one}`),
    wms: `http://127.0.0.1:${port}/mapserv`,
    xyz: `http://127.0.0.1:${port}/mapserv?mode=tile&tilemode=gmap&layers=plain&tile={x}+{y}+{z}`,
    wmts: `http://127.0.0.1:${proxyPort}/wmts/1.0.0/WMTSCapabilities.xml`,
    wmtsDays: `http://127.0.0.1:${daysPort}/wmts/1.0.0/WMTSCapabilities.xml`,
    stac: `http://127.0.0.1:${port}/catalog.json`,
    files: `http://127.0.0.1:${port}`,
    async close() {
      for (const child of children) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}
