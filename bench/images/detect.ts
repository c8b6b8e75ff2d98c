/**
 * `npm run bench -- detect [--megapixels 100] [--times 3] [--image FILE]`: `nihol detect` as it is typed, held to one core
 * (`taskset`), from its start to the written GeoJSON. Megapixels of the file a second and the peak memory, with a quarter
 * of the pixels first, to show that memory does not grow. Alone on the machine. Needs GDAL.
 * Smallest: `--megapixels 0.2 --times 1`. Packages: gdal-bin bubblewrap.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { makeLargeImage } from "./large-image.ts";
import { watchMemory } from "./process-memory.ts";

const { values } = parseArgs({
  options: {
    megapixels: { type: "string", default: "100" },
    times: { type: "string", default: "3" },
    image: { type: "string" },
  },
});
const COMMAND = join(import.meta.dirname, "../..", "scripts", "nihol.mjs");
const round = (value: number) => Math.round(value * 100) / 100;

/** Runs the command once: seconds from its start to its end, the trees that it wrote, megabytes at its peak. */
async function detect(image: string, dir: string) {
  const out = join(dir, "trees.geojson");
  const args = ["-c", "0", process.execPath, COMMAND, "detect", image, "--out", out];
  const began = performance.now();
  const child = spawn("taskset", args, { stdio: ["ignore", "ignore", "inherit"] });
  const memory = watchMemory(child.pid ?? 0);
  const [code] = await once(child, "exit");
  const seconds = (performance.now() - began) / 1000;
  const peak = memory.stop();
  if (code !== 0) throw new Error(`nihol detect ended with ${code}`);
  const written: { features: unknown[] } = JSON.parse(await readFile(out, "utf8"));
  return { seconds, peak, features: written.features.length };
}

async function measure(dir: string, megapixels: number, times: number) {
  const image = values.image ?? (await makeLargeImage(dir, megapixels));
  const { width, height } = await inspectImage(image);
  const runs: Awaited<ReturnType<typeof detect>>[] = [];
  for (let n = 0; n < times; n++) runs.push(await detect(image, dir));
  const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b);
  const mpx = (width * height) / 1e6;
  const result = {
    megapixels: round(mpx),
    features: runs[0]?.features,
    seconds: seconds.map(round),
    mpx_per_s: round(mpx / (seconds[Math.floor(times / 2)] ?? 0)),
    peak_mb: Math.max(...runs.map((run) => run.peak.all)),
    peak_own_mb: Math.max(...runs.map((run) => run.peak.own)),
  };
  console.log(result);
  return result;
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-"));
try {
  const megapixels = Number(values.megapixels);
  const quarter = values.image ? undefined : await measure(dir, megapixels / 4, 1);
  const full = await measure(dir, megapixels, Number(values.times));
  console.log(
    JSON.stringify({
      ...full,
      bench: "detect",
      cpu: cpus()[0]?.model,
      vnni: /vnni/.test(await readFile("/proc/cpuinfo", "utf8")),
      peak_mb_quarter: quarter?.peak_mb,
    }),
  );
} finally {
  await rm(dir, { recursive: true });
}
