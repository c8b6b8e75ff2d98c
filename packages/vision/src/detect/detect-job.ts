import type { ImageLook } from "@nihol/contract/values/familiarity";
import type { RasterMetadata, Stretch } from "@nihol/contract/values/raster-metadata";
import type { GreenLevel } from "../green/green.ts";
import type { Rect } from "../pixels/pixels.ts";
import { openRaster } from "../raster/raster.ts";
import { measureStretch } from "../raster/stretch.ts";
import { detectBlock } from "./detect-image.ts";
import { greenLevelOfBlock, rasterSource } from "./detect-raster.ts";
import type { Detection, Detector } from "./detector.ts";
import { noTimings, type TileTimings } from "./detector-tile.ts";
import { noLook } from "./image-look.ts";

/** One block of an image to detect; plain values, so that it can cross to another process. */
export type DetectJob = {
  path: string;
  facts: RasterMetadata;
  /** Source pixels. */
  block: Rect;
  /** The model's own when absent. */
  threshold?: number;
  /** Measure the green level alone: the image is too coarse for counting trees. */
  greenOnly?: boolean;
  /** Measured from the file when absent. */
  stretch?: Stretch | null;
};

export type DetectResult = {
  trees: Detection[];
  ground: GreenLevel;
  look: ImageLook;
  timings: TileTimings;
};
export type JobProgress = { done: number; total: number };

/** Finds the trees of one block of a file that `makeCog` made, and the green level around them. */
export async function runDetectJob(
  job: DetectJob,
  detector: Detector,
  options: { signal?: AbortSignal; onProgress?: (progress: JobProgress) => void } = {},
): Promise<DetectResult> {
  const raster = await openRaster(job.path, job.facts);
  const stretch = job.stretch === undefined ? await measureStretch(raster) : job.stretch;
  const source = rasterSource(raster, stretch);
  const timings = noTimings();
  const look = noLook();
  const detect = () =>
    detectBlock(source, job.facts.gsdMeters, job.block, detector, {
      timings,
      look,
      onTile: (done, total) => options.onProgress?.({ done, total }),
      ...(job.threshold === undefined ? {} : { threshold: job.threshold }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  const trees = job.greenOnly ? [] : await detect();
  options.signal?.throwIfAborted();
  return { trees, ground: await greenLevelOfBlock(source, job.block, trees), look, timings };
}
