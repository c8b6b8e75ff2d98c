/**
 * `npm run bench -- load [--seconds 10]`: how quick lists, tiles and fragments stay while others upload files that are
 * slow to check, import readings, export lists and send heavy borders; against quiet, in one run. Needs GDAL.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { type Client, clientOf, type Work, works } from "./load-parts/load-clients.ts";
import type { LoadOrder, LoadReady } from "./load-parts/load-server.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const seconds = Number(values.seconds);
const emails = Array.from({ length: 8 }, (_, n) => `bench${n}@nihol.example`);
const password = "a bench of many at once";
/** Four view while four work. */
const viewers = 4;

/** Files of one strip: one of just under 64 MB unpacked, the slowest that is taken, and one of 588 MB. */
function makeFiles(dir: string, scene: string) {
  const strip = (side: number) => {
    const path = join(dir, `strip-${side}.tif`);
    // One pixel over and over: a file of some hundred kilobytes.
    const pixel = ["-b", "1", "-b", "2", "-b", "3", "-srcwin", "500", "500", "1", "1"];
    const size = ["-outsize", `${side}`, `${side}`, "-co", `BLOCKYSIZE=${side}`];
    execFileSync("gdal_translate", [
      "-q",
      ...pixel,
      ...size,
      "-co",
      "COMPRESS=DEFLATE",
      scene,
      path,
    ]);
    return path;
  };
  const image = join(dir, "image.tif");
  execFileSync("gdal_translate", ["-q", "-outsize", "4000", "4000", scene, image]);
  return { image, slow: strip(4700), huge: strip(14_000) };
}

async function startServer(order: LoadOrder): Promise<{ child: ChildProcess; ready: LoadReady }> {
  const child = fork(join(import.meta.dirname, "load-parts", "load-server.ts"), [], {
    execArgv: [],
  });
  child.send(order);
  const ready = await new Promise<LoadReady>((resolve, reject) => {
    child.once("message", (message) => resolve(message as LoadReady));
    child.once("exit", () => reject(new Error("the server of the bench ended")));
  });
  return { child, ready };
}

/** Another place each time, so that nothing is answered from memory. */
function looks({ bbox, image, fragments }: LoadReady) {
  let n = 0;
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const along = (from: number, to: number, step: number) => from + (to - from) * ((n * step) % 1);
  return {
    list: () => `/garden?page=${1 + (n++ % 400)}`,
    tile: () => {
      n++;
      const { x, y } = tileOf(along(west, east, 0.618), along(south, north, 0.382), 19);
      return `/tiles/image/${image}/19/${x}/${y}`;
    },
    fragment: () => `/whole-image/${image}/fragment/${1 + (n++ % fragments)}/original`,
  };
}

type Times = Record<"list" | "tile" | "fragment", number[]>;

/** The lookers ask one thing after another until the time is over. */
async function measure(clients: Client[], ready: LoadReady): Promise<Times> {
  const times: Times = { list: [], tile: [], fragment: [] };
  const ask = looks(ready);
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.slice(0, viewers).map(async (client) => {
      while (performance.now() < end)
        for (const kind of ["list", "tile", "fragment"] as const) {
          const start = performance.now();
          const { status } = await client.get(ask[kind]());
          if (status >= 400) throw new Error(`${kind} answered ${status}`);
          times[kind].push(performance.now() - start);
        }
    }),
  );
  return times;
}

const at = (sorted: number[], share: number) =>
  Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));

function figures(times: Times, quiet?: Times) {
  return Object.fromEntries(
    (Object.keys(times) as (keyof Times)[]).map((kind) => {
      const sorted = times[kind].toSorted((a, b) => a - b);
      const before = quiet?.[kind].toSorted((a, b) => a - b);
      const ratio =
        before && Number((at(sorted, 0.95) / Math.max(at(before, 0.95), 0.1)).toFixed(1));
      return [kind, { n: sorted.length, p50_ms: at(sorted, 0.5), p95_ms: at(sorted, 0.95), ratio }];
    }),
  );
}

async function run(dir: string) {
  const scene = join(dir, "scene.tif");
  const where = { lon: 69, lat: 38.5, date: 0 as const };
  await writeFile(scene, encodeScene(drawScene({ seed: 1, size: 1000, ...where, gsdMeters: 0.3 })));
  const paths = makeFiles(dir, scene);
  const order = { dir, image: paths.image, emails, password, gardens: 20_000 };
  const { child, ready } = await startServer(order);
  try {
    const clients = await Promise.all(
      emails.map((email) => clientOf(ready.address, email, password)),
    );
    const result: Record<string, unknown> = { seconds };
    await measure(clients, ready);
    const quiet = await measure(clients, ready);
    result.quiet = figures(quiet);
    console.log("quiet".padEnd(18), JSON.stringify(result.quiet));
    for (const [name, work] of Object.entries(works(paths, ready))) {
      const { times, done } = await beside(clients, work, () => measure(clients, ready));
      result[name] = { ...figures(times, quiet), done };
      console.log(name.padEnd(18), JSON.stringify(result[name]));
    }
    console.log(JSON.stringify({ bench: "load", ...result }));
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    await ended;
  }
}

/** Measures while the other clients do their work again and again. `done` counts what was answered, by its outcome. */
async function beside(clients: Client[], work: Work, look: () => Promise<Times>) {
  const done: Record<string, number> = {};
  let over = false;
  const working = clients.slice(viewers).map(async (client, i) => {
    while (!over) {
      const outcome = await work(client, i);
      done[outcome] = (done[outcome] ?? 0) + 1;
    }
  });
  const times = await look();
  over = true;
  await Promise.all(working);
  return { times, done };
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-load-"));
try {
  await run(dir);
} finally {
  await rm(dir, { recursive: true, force: true });
}
