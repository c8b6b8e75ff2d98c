import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type {
  ImageMetadata,
  RasterMetadata,
  Stretch,
} from "@nihol/contract/values/imagery/raster-metadata";
import { type CanopyGridCell, noCanopy } from "../detect/canopy.ts";
import { detectBlock } from "../detect/detect-image.ts";
import { greenLevelOfBlock, rasterSource } from "../detect/detect-raster.ts";
import type { DescribedCandidate, Detection, Detector } from "../detect/detector.ts";
import { noTimings, type TileTimings } from "../detect/detector-tile.ts";
import { noLook } from "../detect/image-look.ts";
import type { GreenLevel } from "../green/green.ts";
import type { LearnedTrees } from "../learn/learn-ground.ts";
import { scorerOf } from "../learn/learned-ground.ts";
import type { Rect } from "../pixels/pixels.ts";
import type { Planting } from "../plantings/find-plantings.ts";
import { plantingsOfBlock, type RowsGround } from "../plantings/plantings-of-block.ts";
import { openRaster } from "../raster/raster.ts";
import { measureStretch } from "../raster/stretch.ts";
import { partShrubs, type Shrub, sunKnownOf } from "../shrubs/dry-land.ts";

/** The part of lessons that detection uses. */
export type Lessons = Pick<LearnedTrees, "model" | "lowest" | "threshold">;

/** Block of an image to detect; plain values, so that it can cross to another process. */
export type DetectJob = {
  path: string;
  facts: RasterMetadata & Pick<ImageMetadata, "shownGsdMeters">;
  /** Source pixels. */
  block: Rect;
  /** The model's own, or that of `lessons`, when absent. */
  threshold?: number;
  /** Lessons of people's labels on the ground: they say what is a tree in place of the network. */
  lessons?: Lessons;
  /** Tell also what the network proposes from the threshold on, and what is known of each. */
  describe?: boolean;
  /** Measure the green level alone: the image is too coarse for counting trees. */
  greenOnly?: boolean;
  /** Ground of the block on which young trees in rows are looked for, source pixels; it does not overlap. */
  rowsIn?: readonly RowsGround[];
  /** Day of the image (ISO) as it is known beside the file: with the place it says how high the sun stood. */
  capturedOn?: string;
  /** Measured from the file when absent. */
  stretch?: Stretch | null;
};

export type DetectResult = {
  trees: Detection[];
  /** Shrubs of dry land, which are not among the trees. */
  shrubs: Shrub[];
  ground: GreenLevel;
  look: ImageLook;
  /** Ground by how much of it crowns fill; trees are not told to it yet. */
  canopy: CanopyGridCell[];
  timings: TileTimings;
  /** Young trees in rows, which are not among `trees`. */
  plantings: Planting[];
  /** Empty unless they were asked for; some lie beyond the block. */
  candidates: DescribedCandidate[];
};
export type JobProgress = { done: number; total: number };

const signalOf = ({ signal }: { signal?: AbortSignal }) => (signal ? { signal } : {});

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
  const canopy = noCanopy();
  const candidates: DescribedCandidate[] = [];
  const threshold = job.threshold ?? job.lessons?.threshold;
  const detect = () =>
    detectBlock(source, job.facts.gsdMeters, job.block, detector, {
      timings,
      look,
      canopy,
      shownGsdMeters: job.facts.shownGsdMeters,
      onTile: (done, total) => options.onProgress?.({ done, total }),
      ...(threshold === undefined ? {} : { threshold }),
      ...(job.lessons ? { scorer: scorerOf(job.lessons) } : {}),
      ...(job.describe ? { onCandidate: (one) => candidates.push(one) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  // Detection says by itself what it reads; without it strips across the whole image would be decoded.
  if (job.greenOnly) source.expect?.(job.block);
  const found = job.greenOnly ? [] : await detect();
  const { bbox, gsdMeters } = job.facts;
  const sun = sunKnownOf(job.facts, job.capturedOn ?? null, (bbox[1] + bbox[3]) / 2);
  const { trees, shrubs } = await partShrubs(source, gsdMeters, job.block, found, sun);
  options.signal?.throwIfAborted();
  const ground = await greenLevelOfBlock(source, job.block, trees);
  const plantings: Planting[] = [];
  for (const rect of job.greenOnly ? [] : (job.rowsIn ?? []))
    plantings.push(
      ...(await plantingsOfBlock(source, job.facts.gsdMeters, rect, signalOf(options))),
    );
  const cells = [...canopy.values()];
  return { trees, shrubs, ground, look, canopy: cells, timings, plantings, candidates };
}
