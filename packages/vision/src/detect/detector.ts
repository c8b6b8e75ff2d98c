import type { GreenSeer } from "../green/green.ts";
import type { ModelCard } from "../models/model-card.ts";

/** `[xmin, ymin, xmax, ymax]` in pixels; the outer top-left corner of the first pixel is (0, 0). */
export type Box = readonly [number, number, number, number];
export type Point = readonly [number, number];
export type Rect = { x: number; y: number; width: number; height: number };

/**
 * 8-bit pixels, interleaved: red, green, blue and, from the fourth band on, near infrared.
 * `valid` has one byte a pixel, 0 where there is no picture (outside the capture). `raw` holds the
 * values before a stretch to 8 bits, in the same order: a vegetation index is a ratio of bands, and
 * a stretch of each band by itself would spoil it.
 */
export type Pixels = {
  data: Uint8Array;
  width: number;
  height: number;
  bands: number;
  valid?: Uint8Array;
  raw?: Uint16Array;
};

/** A picture that can be read in windows: in memory, or a file behind `readWindow`. */
export type PixelSource = {
  width: number;
  height: number;
  bands: number;
  /** Says that windows of `area` will be read next, from top to bottom. */
  expect?(area: Rect): void;
  /** Pixels of a window that lies inside the picture. */
  read(window: Rect): Promise<Pixels>;
};

export type GreenState = "green" | "not_green" | "unsure";

/** One tree, in pixels of the source picture. `index` is the value that `green` was read from; `indexName` says which index or classifier. */
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

/** A square of picture at working resolution: one plane per band, values 0..1. */
export type WorkTile = {
  width: number;
  height: number;
  planes: Float32Array[];
  /** Where the planes lie one after the other: four of them, those that are not there 0. */
  stack?: Float32Array;
  /** The bands before the stretch, where there was one. */
  rawPlanes?: Float32Array[];
  /** One byte a pixel, 0 where there is no picture; absent when all of it is picture. */
  valid?: Uint8Array;
};

/** A box that a detector proposes, in pixels of the tile. */
export type Proposal = { box: Box; score: number };

/**
 * What a detector sees in a tile. `crowns` says how much each cell looks like crown (0..1);
 * its grid may be coarser than the tile's.
 */
export type TileFinding = {
  proposals: Proposal[];
  crowns?: { data: Float32Array; width: number; height: number };
};

export type DetectOptions = {
  /** Lowest score that counts as a tree; the detector's own when absent. */
  threshold?: number;
  signal?: AbortSignal;
};

/**
 * One way to find trees. A detector sees tiles at its working resolution and nothing else, so
 * every rule on tiles, borders and blocks is the same for all of them.
 */
export type Detector = {
  name: string;
  version: string;
  sha256: string;
  card: ModelCard;
  /** Metres a pixel to work at, for a picture of `sourceGsd` metres a pixel. */
  workingGsd(sourceGsd: number): number;
  /** Proposals above `threshold` in one tile. */
  findInTile(tile: WorkTile, gsdMeters: number, threshold: number): Promise<TileFinding>;
  /** Set where what is found at one place depends on all of the tile, which then is never shown in part. */
  wholeTiles?: true;
  /** Says whether crowns are green; a vegetation index does where it is absent. */
  green?: GreenSeer;
  /** Trees of a picture in memory, best first. Throws RangeError on fewer than three bands. */
  detect(pixels: Pixels, gsdMeters: number, options?: DetectOptions): Promise<Detection[]>;
  /** Frees the memory of the model. */
  close(): Promise<void>;
};

/** A picture this much finer or coarser than the model's resolution is looked at as it is. */
const AS_IT_IS = { finer: 0.9, coarser: 1.3 };

/**
 * The working resolution: the picture's own where it is near the model's, else the model's; coarser
 * pictures are enlarged at most `maxEnlarge` times, finer ones reduced.
 */
export function chooseWorkingGsd(
  card: Pick<ModelCard, "gsdMeters" | "maxEnlarge">,
  sourceGsd: number,
): number {
  const times = sourceGsd / card.gsdMeters;
  if (times >= AS_IT_IS.finer && times <= AS_IT_IS.coarser) return sourceGsd;
  return Math.max(card.gsdMeters, sourceGsd / card.maxEnlarge);
}

/** The pixels of `rect` out of a window whose first pixel lies at `at`. */
export function cutPixels(from: Pixels, at: { x: number; y: number }, rect: Rect): Pixels {
  const { width, height } = rect;
  const cut = <T extends Uint8Array | Uint16Array>(data: T, out: T, per: number): T => {
    for (let y = 0; y < height; y++) {
      const start = ((rect.y - at.y + y) * from.width + rect.x - at.x) * per;
      out.set(data.subarray(start, start + width * per), y * width * per);
    }
    return out;
  };
  const { bands, data, valid, raw } = from;
  return {
    width,
    height,
    bands,
    data: cut(data, new Uint8Array(width * height * bands), bands),
    ...(valid ? { valid: cut(valid, new Uint8Array(width * height), 1) } : {}),
    ...(raw ? { raw: cut(raw, new Uint16Array(width * height * bands), bands) } : {}),
  };
}

/** Reads windows out of pixels that are in memory already. */
export function pixelSource(pixels: Pixels): PixelSource {
  const { width, height, bands } = pixels;
  const corner = { x: 0, y: 0 };
  return { width, height, bands, read: async (rect) => cutPixels(pixels, corner, rect) };
}
