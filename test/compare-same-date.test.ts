/**
 * Compares a date with itself, which is no change, through the shipped detector: on a real image where the shared data
 * is at hand, else on a drawn one.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureSameDate } from "../bench/compare-parts/same-date.ts";

const real = join(
  import.meta.dirname,
  "../../shared/data/real/geotiff/pairs-naip/shared/chico_2018_71.tif",
);
let folder: string;
let detector: Awaited<ReturnType<typeof openOnnxDetector>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nihol-same-date-test-"));
  detector = await openOnnxDetector(SHIPPED_CARD);
});
afterAll(async () => {
  await detector?.close();
  await rm(folder, { recursive: true, force: true });
});

async function drawnFile(): Promise<string> {
  const path = join(folder, "drawn.tif");
  const scene = drawScene({ seed: 5, lon: 69.1, lat: 38.9, date: 0, size: 320 });
  await writeFile(path, encodeScene(scene));
  return path;
}

test("eight pixels aside, in another projection, hazy, greened and mown: no tree is planted or lost", async () => {
  const path = existsSync(real) ? real : await drawnFile();
  const ways = ["8, 8 px", "EPSG:3857", "haze", "open ground greened", "grass mown"];
  const found = await measureSameDate(detector, [path], ways);
  expect(Object.keys(found)).toEqual(ways);
  for (const [way, { trees, planted, lost }] of Object.entries(found)) {
    expect(trees).toBeGreaterThan(20);
    expect({ way, planted, lost }).toEqual({ way, planted: 0, lost: 0 });
  }
});
