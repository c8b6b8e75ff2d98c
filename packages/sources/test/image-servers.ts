/**
 * Servers of images that we did not write, on loopback, over two days of a drawn place or over given images: MapServer for WMS with time and
 * tiles by number, MapProxy for WMTS, lighttpd for a static STAC catalogue whose files it hands out by ranges.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type PlaceOptions, type ServedPlace, writePlace } from "./served-place.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const mapFile = (dir: string, port: number, { days, epsg }: ServedPlace) => `MAP
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
    PROJECTION "init=epsg:${epsg}" END
    PROCESSING "BANDS=1,2,3"
    METADATA
      "wms_title" "Orthophoto"
      "wms_timeextent" "${days.map(({ day }) => day).join(",")}"
      "wms_timeitem" "day"
      "wms_timedefault" "${days[0]?.day}"
    END
  END
  LAYER
    NAME "plain" TYPE RASTER STATUS ON DATA "${days[0]?.file}"
    PROJECTION "init=epsg:${epsg}" END
    PROCESSING "BANDS=1,2,3"
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
const mapProxyDaysFile = (dir: string, port: number, { days }: ServedPlace) => `services:
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
        values: [${days.map(({ day }) => `"${day}"`).join(", ")}]
        default: "${days[0]?.day}"
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

/** Starts them; with `wmts` MapProxy too, once without days and once with them, which takes two seconds more. */
export async function startImageServers({
  wmts = false,
  ...options
}: PlaceOptions & { wmts?: boolean } = {}) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-sources-"));
  const [port, proxyPort, daysPort] = [await freePort(), await freePort(), await freePort()];
  const place = await writePlace(dir, options);
  await writeFile(join(dir, "place.map"), mapFile(dir, port, place));
  await writeFile(join(dir, "mapserver.conf"), 'CONFIG\n ENV\n  MS_MAP_PATTERN "."\n END\nEND\n');
  await writeFile(join(dir, "lighttpd.conf"), lighttpdFile(dir, port));
  await writeFile(join(dir, "mapproxy.yaml"), mapProxyFile(dir, port));
  await writeFile(join(dir, "mapproxy-days.yaml"), mapProxyDaysFile(dir, port, place));
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
    place,
    /** As NIHOL_SOURCES_INSIDE takes them. */
    inside: [port, proxyPort, daysPort].map((one) => `127.0.0.1:${one}`),
    wms: `http://127.0.0.1:${port}/mapserv`,
    xyz: `http://127.0.0.1:${port}/mapserv?mode=tile&tilemode=gmap&layers=plain&tile={x}+{y}+{z}`,
    wmts: `http://127.0.0.1:${proxyPort}/wmts/1.0.0/WMTSCapabilities.xml`,
    wmtsDays: `http://127.0.0.1:${daysPort}/wmts/1.0.0/WMTSCapabilities.xml`,
    stac: `http://127.0.0.1:${port}/catalog.json`,
    files: `http://127.0.0.1:${port}`,
    /** Folder whose files lighttpd serves. */
    www: join(dir, "www"),
    async close() {
      for (const child of children) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}
