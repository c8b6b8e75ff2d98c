import type { CoverClassifier } from "../cover/cover-model.ts";
import type { GreenClassifier, GreenState } from "../green/green.ts";
import type { ModelCard } from "../models/model-card.ts";
import type { Box, Pixels, Point, WorkTile } from "../pixels/pixels.ts";

/**
 * Tree that was detected, in pixels of the source image. `index` is the value that `green` was read from; `indexName`
 * says which index or classifier.
 */
export type Detection = {
  x: number;
  y: number;
  box: Box;
  score: number;
  green: GreenState;
  index: number;
  indexName: string;
  crown: Point[];
  areaM2: number;
};

/** A box that a detector proposes, in pixels of the tile. */
export type Proposal = { box: Box; score: number };

/**
 * Detections in a tile. `crowns` says how much each cell looks like crown (0..1); its grid may be coarser than the
 * tile's.
 */
export type TileDetections = {
  proposals: Proposal[];
  /** All peaks of the network's response down to a low score, whatever threshold was asked for. */
  peaks?: Proposal[];
  crowns?: { data: Float32Array; width: number; height: number };
  /** The response of each network by itself where a detector has several, on a grid of its own. */
  heats?: { planes: Float32Array[]; width: number; height: number };
  /** Activations of the networks before their last step, one plane after the other, on a coarser grid of its own. */
  context?: { data: Float32Array; width: number; height: number };
};

/** Scorer of how likely a candidate is a tree, learned from people's labels of the ground that an image shows. */
export type CandidateScorer = {
  /** Lowest score of the network that is looked at. */
  lowest: number;
  /** Probability of a tree, 0..1, by `candidateFeatures`. */
  probabilityOf(features: readonly number[]): number;
};

/** Proposal of a detector in an image before overlapping boxes are suppressed, in pixels of the image, and what is known of it. */
export type DescribedCandidate = Proposal & { x: number; y: number; features: number[] };

export type DetectOptions = {
  /** Lowest score that counts as a tree; the detector's own when absent. */
  threshold?: number;
  signal?: AbortSignal;
  /** Says of each candidate how likely it is a tree, in place of the network's score. */
  scorer?: CandidateScorer;
  /** Called with what is proposed before overlapping boxes are suppressed. */
  onCandidate?: (candidate: DescribedCandidate) => void;
};

/**
 * Method to find trees. A detector sees tiles at its working resolution and nothing else, so every rule on tiles, borders
 * and blocks is the same for all of them.
 */
export type Detector = {
  name: string;
  version: string;
  sha256: string;
  card: ModelCard;
  /** Metres a pixel to work at, for an image of `sourceGsd` metres a pixel. */
  workingGsd(sourceGsd: number): number;
  /** Proposals above `threshold` in one tile; `isDetailed`: with response and context of each network. */
  findInTile(
    tile: WorkTile,
    gsdMeters: number,
    threshold: number,
    isDetailed?: boolean,
  ): Promise<TileDetections>;
  /** Set where what is found at one place depends on all of the tile, which then is never shown in part. */
  wholeTiles?: true;
  /** Says whether crowns are green; a vegetation index does where it is absent. */
  green?: GreenClassifier;
  /** Says what covers the ground, pixel by pixel; where it is absent crowns alone say what is canopy. */
  cover?: CoverClassifier;
  /** Trees of an image in memory, best first. Throws RangeError on fewer than three bands. */
  detect(pixels: Pixels, gsdMeters: number, options?: DetectOptions): Promise<Detection[]>;
  /** Frees the memory of the model. */
  close(): Promise<void>;
};

/** An image this much finer or coarser than the model's resolution is not resampled. */
const AS_IT_IS = { finer: 0.9, coarser: 1.3 };

/**
 * The working resolution: the image's own where it is near the model's, else the model's; coarser
 * images are enlarged at most `maxEnlarge` times, finer ones reduced.
 */
export function chooseWorkingGsd(
  card: Pick<ModelCard, "gsdMeters" | "maxEnlarge">,
  sourceGsd: number,
): number {
  const times = sourceGsd / card.gsdMeters;
  if (times >= AS_IT_IS.finer && times <= AS_IT_IS.coarser) return sourceGsd;
  return Math.max(card.gsdMeters, sourceGsd / card.maxEnlarge);
}
