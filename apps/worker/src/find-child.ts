/** Finds the trees of one block: a process of its own. */
import { setPriority } from "node:os";
import { detectBlock } from "@nihol/vision/detect-image";
import type { PixelSource } from "@nihol/vision/detector";
import { greenLevel } from "@nihol/vision/green";
import { openOnnxDetector } from "@nihol/vision/onnx-detector";
import { openRaster, readPixels } from "@nihol/vision/raster";
import { toBytes } from "@nihol/vision/stretch";
import { serveChildTask } from "./runner/child-task.ts";
import type { BlockFinding, BlockTask } from "./tree-finder.ts";

setPriority(15);
serveChildTask<BlockTask & { card: string }, BlockFinding>(async (task, signal) => {
  const raster = await openRaster(task.path, task.facts);
  const source: PixelSource = {
    width: raster.width,
    height: raster.height,
    bands: raster.bands,
    read: async ({ x, y, width, height }) => {
      const pixels = await readPixels(raster, x, y, width, height);
      const { valid, bands } = pixels;
      return { data: toBytes(pixels, task.facts.stretch), valid, width, height, bands };
    },
  };
  const detector = await openOnnxDetector(task.card);
  const { threshold } = task;
  const trees = await detectBlock(source, task.facts.gsdMeters, task.rect, detector, {
    signal,
    ...(threshold === undefined ? {} : { threshold }),
  });
  void greenLevel;
  return { trees, groundPixels: 0, greenPixels: 0, indexName: null };
});
