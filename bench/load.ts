/**
 * `npm run bench -- load [--seconds 10] [--gardens 20000] [--share 1]`: how quick lists, tiles and fragments stay while others upload files that are
 * slow to check, import readings, export lists and send heavy borders; against quiet, in one run (`--share 0.1`: with a tenth of
 * the bytes, rows and corners). Needs GDAL.
 * Smallest: `--seconds 0.1 --gardens 500 --share 0.02`. Packages: gdal-bin bubblewrap.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { type Client, clientOf, type Work, works } from "./load-parts/load-clients.ts";
import { figures, measure, startServer, type Times, viewers } from "./load-parts/load-measure.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    gardens: { type: "string", default: "20000" },
    share: { type: "string", default: "1" },
  },
});
const seconds = Number(values.seconds);
const share = Number(values.share);
/** Pixels of a side of an image with this share of the pixels. */
const sideOf = (whole: number) => Math.round(whole * Math.sqrt(share));
const emails = Array.from({ length: 8 }, (_, n) => `bench${n}@nihol.example`);
const password = "a bench of many at once";

/** Files of one strip: one of just under 64 MB unpacked, the slowest that is taken, and one of 588 MB. */
function makeFiles(dir: string, scene: string) {
  const strip = (side: number) => {
    const path = join(dir, `strip-${side}.tif`);
    // Repeats one pixel over and over: a file of some hundred kilobytes.
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
  execFileSync("gdal_translate", [
    "-q",
    "-outsize",
    `${sideOf(4000)}`,
    `${sideOf(4000)}`,
    scene,
    image,
  ]);
  return { image, slow: strip(sideOf(4700)), huge: strip(sideOf(14_000)) };
}

async function run(dir: string) {
  const scene = join(dir, "scene.tif");
  const where = { lon: 69, lat: 38.5, date: 0 as const };
  await writeFile(scene, encodeScene(drawScene({ seed: 1, size: 1000, ...where, gsdMeters: 0.3 })));
  const paths = makeFiles(dir, scene);
  const order = { dir, image: paths.image, emails, password, gardens: Number(values.gardens) };
  const { child, ready } = await startServer(order);
  try {
    const clients = await Promise.all(
      emails.map((email) => clientOf(ready.address, email, password)),
    );
    const result: Record<string, unknown> = { seconds };
    await measure(clients, ready, seconds);
    const quiet = await measure(clients, ready, seconds);
    result.quiet = figures(quiet);
    console.log("quiet".padEnd(18), JSON.stringify(result.quiet));
    for (const [name, work] of Object.entries(works(paths, ready, share))) {
      const { times, done } = await beside(clients, work, () => measure(clients, ready, seconds));
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
