import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { hidesTrees } from "@nihol/contract/values/imagery/raster-metadata";
import { smallCrownsOf, sourceSettings } from "../models/model-card.ts";
import { halfColourScores, withSharperColours } from "../pixels/half-colours.ts";
import type { PixelSource, Pixels, Rect } from "../pixels/pixels.ts";
import { pixelSource } from "../pixels/pixels.ts";
import type { CanopyGridCells } from "./canopy.ts";
import type { Detection, DetectOptions, Detector, Proposal } from "./detector.ts";
import {
  regionWithHalo,
  type TileGrid,
  tileGrid,
  tileRect,
  tilesOver,
  toSource,
} from "./detector-grid.ts";
import { TileMemory } from "./detector-resample.ts";
import type { BlockWork, Candidate, ScalePass, TilePlace, TileTimings } from "./detector-tile.ts";
import { addTreesOfTile, firstPass, firstTreeOf, noTimings } from "./detector-tile.ts";
import { WEAK_SCORE } from "./image-look.ts";
import { byScore, overlapIndex } from "./nms.ts";

/** Trees whose centres are further apart than this are never the same tree: half the largest crown, in metres. */
export const APART_METERS = 12.8;
/**
 * Width of the ground around a block that is detected too: trees that decide on another may themselves be decided by
 * trees as far away again (`overlapIndex`).
 */
const HALO_METERS = 2 * APART_METERS;

type BlockOptions = DetectOptions & {
  /** Called after each tile, with how many are done and how many there are. */
  onTile?: (done: number, total: number) => void;
  timings?: TileTimings;
  /** Where the look of the block is added up. */
  look?: ImageLook;
  /** Where the ground of the block is summed up by how much of it crowns fill. */
  canopy?: CanopyGridCells;
  /** Metres a pixel of what an image shows that was blown up: it is looked at in that scale. */
  shownGsdMeters?: number | undefined;
};

/**
 * The scale passes that a model card asks for: one, for large crowns another at a coarser resolution, and for young trees
 * one at a finer resolution where the image has it.
 */
function scalePasses(
  source: PixelSource,
  { gsdMeters, shown }: { gsdMeters: number; shown: number },
  detector: Detector,
  threshold: number,
): { grid: TileGrid; pass: ScalePass }[] {
  const near = detector.workingGsd(shown);
  const gridAt = (working: number) => tileGrid(source, gsdMeters, working, detector.card);
  const further = (
    { times, weight }: { times: number; weight: number },
    limits: Partial<ScalePass>,
  ) => ({
    grid: gridAt(near * times),
    pass: { ...firstPass(threshold, weight), isFirst: false, ...limits },
  });
  const { largeCrowns } = sourceSettings(detector.card, shown);
  const smallCrowns = smallCrownsOf(detector.card, shown);
  return [
    { grid: gridAt(near), pass: firstPass(threshold) },
    ...(largeCrowns ? [further(largeCrowns, { fromMeters: largeCrowns.fromMeters })] : []),
    ...(smallCrowns ? [further(smallCrowns, { toMeters: smallCrowns.toMeters })] : []),
  ];
}

type BlockTile = { grid: TileGrid; pass: ScalePass; at: TilePlace };

/**
 * The tiles that decide on the trees of a block, from top to bottom and the scale passes by turns: a
 * source that decodes a file decodes each row once.
 */
function tilesOf(
  passes: { grid: TileGrid; pass: ScalePass }[],
  block: Rect,
  detector: Detector,
): BlockTile[] {
  const bottom = ({ grid, at }: BlockTile): number =>
    toSource(grid, (at.tile.ty + 1) * grid.stride, "y");
  return passes
    .flatMap(({ grid, pass }) => {
      const region = regionWithHalo(grid, block, HALO_METERS / grid.gsdMeters);
      return tilesOver(grid, region).map((tile) => {
        const rect = tileRect(grid, tile, detector.wholeTiles ? grid.extent : region);
        return { grid, pass, at: { tile, region, rect } };
      });
    })
    .sort((a, b) => bottom(a) - bottom(b));
}

/** Above which line (source pixels) all trees are known after each tile: those that follow add none there. */
function knownAfter(tiles: BlockTile[]): number[] {
  const lines: number[] = [];
  let line = Number.POSITIVE_INFINITY;
  for (const { grid, at } of tiles.toReversed()) {
    lines.push(line);
    line = Math.min(line, firstTreeOf(grid, at));
  }
  return lines.reverse();
}

/** The pixels of the image that tiles are made of. */
function readBy(tiles: BlockTile[], { width, height }: PixelSource): Rect {
  const span = (from: "x" | "y", length: "width" | "height", size: number) => {
    const starts = tiles.map(({ grid, at }) => toSource(grid, at.rect[from], from));
    const ends = tiles.map(({ grid, at }) => toSource(grid, at.rect[from] + at.rect[length], from));
    const first = Math.max(0, Math.floor(Math.min(...starts)) - 1);
    return { first, length: Math.min(size, Math.ceil(Math.max(...ends)) + 1) - first };
  };
  const [across, down] = [span("x", "width", width), span("y", "height", height)];
  return { x: across.first, y: down.first, width: across.length, height: down.length };
}

/**
 * Trees whose centres lie in `block` (source pixels), best first.
 *
 * The tiles are those of a grid fixed to the ground (or to an image whose place is not known), the neighbourhood beyond the block that can
 * decide on its trees is detected too, and equal scores are ordered by place: so any cutting of an image
 * into blocks gives the same trees, each once, and any cutting of the image itself but at its rim.
 * Memory is bounded by one tile and what the source keeps.
 * Throws RangeError on fewer than three bands, and the signal's reason when aborted (between tiles).
 */
export async function detectBlock(
  file: PixelSource,
  gsdMeters: number,
  block: Rect,
  shipped: Detector,
  options: BlockOptions = {},
): Promise<Detection[]> {
  if (file.bands < 3) throw new RangeError("Trees are found in red, green and blue.");
  const { card } = shipped;
  const shown = options.shownGsdMeters ?? gsdMeters;
  const isFaded = hidesTrees(file.halfColours, shown);
  const source = isFaded ? withSharperColours(file) : file;
  const detector = isFaded ? withHigherScores(shipped, halfColourScores(shown)) : shipped;
  const own = sourceSettings(card, shown).threshold;
  const threshold = options.threshold ?? own;
  const passes = scalePasses(source, { gsdMeters, shown }, detector, threshold);
  const tiles = tilesOf(passes, block, detector);
  source.expect?.(readBy(tiles, source));
  const timings = options.timings ?? noTimings();
  const candidates = overlapIndex<Candidate>(card.suppress, APART_METERS / gsdMeters);
  const look = options.look && { look: { sums: options.look, threshold: own } };
  const canopy = options.canopy && { canopy: options.canopy };
  const work: BlockWork = {
    ...{ detector, block, timings, candidates, memory: new TileMemory() },
    ...look,
    ...canopy,
    ...(options.scorer ? { scorer: options.scorer } : {}),
    ...(options.onCandidate ? { onCandidate: options.onCandidate } : {}),
  };
  const lines = knownAfter(tiles);
  const kept: Detection[] = [];
  for (const [done, { grid, pass, at }] of tiles.entries()) {
    options.signal?.throwIfAborted();
    await addTreesOfTile(source, grid, at, pass, work);
    kept.push(...candidates.take(lines[done]).flatMap(({ found }) => found ?? []));
    options.onTile?.(done + 1, tiles.length);
  }
  return kept.sort(byScore);
}

/** The detector with its scores multiplied, 1 at most, for images in which it is less sure than of the same trees elsewhere. */
function withHigherScores(detector: Detector, times: number): Detector {
  const higher = (one: Proposal): Proposal => ({ ...one, score: Math.min(1, one.score * times) });
  return {
    ...detector,
    findInTile: async (tile, gsdMeters, threshold, isDetailed) => {
      const lowest = Math.min(threshold, WEAK_SCORE) / times;
      const found = await detector.findInTile(tile, gsdMeters, lowest, isDetailed);
      const planes = found.heats?.planes.map((plane) =>
        plane.map((value) => Math.min(1, value * times)),
      );
      return {
        ...found,
        proposals: found.proposals.map(higher).filter(({ score }) => score >= threshold),
        ...(found.peaks ? { peaks: found.peaks.map(higher) } : {}),
        ...(found.heats && planes ? { heats: { ...found.heats, planes } } : {}),
      };
    },
  };
}

/** Trees of an image in memory, best first; what `Detector.detect` does. */
export function detectPixels(
  detector: Detector,
  pixels: Pixels,
  gsdMeters: number,
  options: DetectOptions = {},
): Promise<Detection[]> {
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  return detectBlock(pixelSource(pixels), gsdMeters, whole, detector, options);
}
