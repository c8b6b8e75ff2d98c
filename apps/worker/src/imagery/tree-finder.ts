/** Finds the trees of a block in the pool of detector processes. */

import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { AssessedImage, GroundAssessment } from "@nihol/counting/ground/assess-ground";
import type { CanopyGridCell } from "@nihol/vision/detect/canopy";
import type { DescribedCandidate, Detection } from "@nihol/vision/detect/detector";
import type { Lessons } from "@nihol/vision/jobs/detect-job";
import type { ModelCard } from "@nihol/vision/models/model-card";
import type { Rect } from "@nihol/vision/pixels/pixels";
import type { Planting } from "@nihol/vision/plantings/find-plantings";
import type { RowsGround } from "@nihol/vision/plantings/plantings-of-block";
import type { Shrub } from "@nihol/vision/shrubs/dry-land";

/** The detector as its model card describes it. */
export interface Model {
  name: string;
  sha256: string;
  /** The lowest score that counts as a tree on images of this ground sample distance. */
  thresholdAt: (gsdMeters: number) => number;
  /** The 90 % range of a count on such images, as factors of the count. */
  rangeAt: (gsdMeters: number) => { low: number; high: number } | null;
  /** Familiarity of an image's ground, and the range of its count there; null where the model does not say. */
  assess: (look: ImageLook, image: AssessedImage) => GroundAssessment | null;
  /**
   * Distance of an image's look from those that taught a ground, as a multiple of what is usual; null where the model
   * does not say.
   */
  distanceFrom: (look: number[], image: ImageLook) => number | null;
  /** Settings of the model, as lessons need them, and how it chooses among overlapping candidates. */
  detector: Pick<ModelCard, "sources" | "suppress">;
  /** Metres across of the smallest crown that can be counted on such images. */
  smallestCrownAt: (gsdMeters: number) => number;
}

export interface BlockTask {
  /** The COG, and the metadata that it was made with. */
  path: string;
  facts: ImageMetadata;
  /** Source pixels. */
  rect: Rect;
  /** The model's own when undefined. */
  threshold: number | undefined;
  /** Measure the green level only, without detecting trees. */
  greenOnly?: boolean;
  /** Ground on which young trees in rows are looked for, source pixels. */
  rowsIn?: readonly RowsGround[];
  /** Day of the image, ISO. */
  capturedOn?: string;
  /** Lessons of people's labels on the ground; their threshold holds where none is asked for. */
  lessons?: Lessons | undefined;
  /** Tell also the candidates that trees are chosen from. */
  describe?: boolean;
}

export interface BlockResult {
  trees: Detection[];
  /** Shrubs of dry land, which are not among the trees; null where no trees were looked for. */
  shrubs: Shrub[] | null;
  /** Pixels apart from trees that were measured, and the green ones among them. */
  groundPixels: number;
  greenPixels: number;
  /** Look of the block to the detector; null where no trees were looked for. */
  look: ImageLook | null;
  /** Ground by how much of it crowns fill; null where no trees were looked for. */
  canopy: CanopyGridCell[] | null;
  /** The index that says what is green. */
  indexName: string | null;
  /** Young trees in rows; not among `trees`. */
  plantings: Planting[];
  /** Empty unless they were asked for; some lie beyond the block. */
  candidates: DescribedCandidate[];
  /** Time in the network alone. */
  networkMs: number;
}

export interface TreeFinder {
  model: Model;
  /** Blocks that run at once. */
  size: number;
  /** @throws the signal's reason; an Error when the detector's process died. */
  find: (task: BlockTask, signal: AbortSignal) => Promise<BlockResult>;
  close: () => Promise<void>;
}
