import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Detector } from "@nihol/vision/detect/detector";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { runDetectJob } from "@nihol/vision/jobs/detect-job";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";

const SIDE = 2400;

/** Megapixels a second of this process (one core), reading a drawn garden at 0.2 m from its file. */
export async function measureSpeed(detector: Detector) {
  const folder = await mkdtemp(join(tmpdir(), "nihol-bench-"));
  try {
    const path = join(folder, "scene.tif");
    const place = { lon: 68.78, lat: 38.56, date: 0 } as const;
    const scene = drawScene({ seed: 5, ...place, size: SIDE, gsdMeters: 0.2 });
    await writeFile(path, encodeScene(scene));
    const facts = await inspectImage(path);
    const block = { x: 0, y: 0, width: SIDE, height: SIDE };
    await runDetectJob({ path, facts, block: { ...block, width: 512, height: 512 } }, detector);
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const { trees, timings } = await runDetectJob({ path, facts, block }, detector);
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const megapixels = SIDE ** 2 / 1e6;
    const round = (v: number): number => Math.round(v * 100) / 100;
    return {
      megapixels: round(megapixels),
      trees: trees.length,
      networkMpxPerSecond: round(timings.megapixels / (timings.networkMs / 1000)),
      endToEndMpxPerSecond: round(megapixels / seconds),
      endToEndMpxPerCpuSecond: round(megapixels / ((user + system) / 1e6)),
      networkShare: round(timings.networkMs / 1000 / seconds),
      peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
