import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { CoverClassifier } from "../cover/cover-model.ts";
import { type GreenResult, greenOfCrowns } from "../green/green.ts";
import type { Box, PixelSource, Point, Rect, WorkTile } from "../pixels/pixels.ts";
import { candidateFeatures } from "./candidate-features.ts";
import { addCanopy, type CanopyGridCells } from "./canopy.ts";
import { crownOf } from "./crown.ts";
import type { Detection, DetectOptions, Detector, Proposal, TileDetections } from "./detector.ts";
import type { TileAddress, TileGrid } from "./detector-grid.ts";
import { coreSpan, ownsTree, toSource, toWorking } from "./detector-grid.ts";
import { readWorkTile, type TileMemory } from "./detector-resample.ts";
import { addGroundLook, addPeakLook } from "./image-look.ts";
import type { OverlapIndex, Scored } from "./nms.ts";

/** Proposals this far (working pixels) past a tile's core are kept too: two tiles may see one centre on either side of their seam, and suppression then keeps the better. */
const SEAM = 4;

/** No tree of the temperate zone has a wider crown: what is larger is a group, a shadow or a field. */
export const LARGEST_CROWN_METERS = 30;

function hasValidPixels(tile: WorkTile): boolean {
  return tile.valid?.includes(1) ?? true;
}

/** Time spent in reading and resampling, in the detector, on crowns and on green, in milliseconds. */
export type TileTimings = {
  readMs: number;
  networkMs: number;
  crownMs: number;
  greenMs: number;
  megapixels: number;
};

export function noTimings(): TileTimings {
  return { readMs: 0, networkMs: 0, crownMs: 0, greenMs: 0, megapixels: 0 };
}

/** A tile of the grid, the rectangle in which trees matter, and the one that the detector sees; working pixels. */
export type TilePlace = { tile: TileAddress; region: Rect; rect: Rect };

/** Limits of a scale pass: the lowest score before it is weighted, its weight, the smallest and largest crown diameter. */
export type ScalePass = {
  /** True for the pass that measures what the ground looks like. */
  isFirst: boolean;
  threshold: number;
  weight: number;
  fromMeters: number;
  toMeters: number;
};

/** The scale pass that every image gets: crowns of every size, with weighted scores from the threshold on. */
export function firstPass(threshold: number, weight = 1): ScalePass {
  const sizes = { fromMeters: 0, toMeters: LARGEST_CROWN_METERS };
  return { isFirst: true, threshold: threshold / weight, weight, ...sizes };
}

/** Above this line, in source pixels, lies no centre of a tile's trees. */
export function firstTreeOf(grid: TileGrid, { tile }: TilePlace): number {
  return toSource(grid, coreSpan(grid, tile.ty, "y")[0] - SEAM, "y");
}

/** Tells whether a centre lies in the tile's core, give or take the seam, in the region where trees matter, and on image. */
function isOwn(grid: TileGrid, at: TilePlace, tile: WorkTile, x: number, y: number): boolean {
  const [x0, x1] = coreSpan(grid, at.tile.tx, "x");
  const [y0, y1] = coreSpan(grid, at.tile.ty, "y");
  const [wx, wy] = [at.rect.x + x, at.rect.y + y];
  if (wx < x0 - SEAM || wx >= x1 + SEAM || wy < y0 - SEAM || wy >= y1 + SEAM) return false;
  const { region } = at;
  if (wx < region.x || wx > region.x + region.width) return false;
  if (wy < region.y || wy > region.y + region.height) return false;
  const [sx, sy] = [toSource(grid, wx, "x"), toSource(grid, wy, "y")];
  if (sx < 0 || sy < 0 || sx >= grid.sourceWidth || sy >= grid.sourceHeight) return false;
  const pixel = Math.floor(y) * tile.width + Math.floor(x);
  return tile.valid === undefined || tile.valid[pixel] === 1;
}

/**
 * A tree that a tile proposes, in source pixels. `found` is all that is known of it; it is absent where
 * another block owns it: here such a tree counts for deciding on its neighbours and for nothing else.
 */
export type Candidate = Scored & { found?: Detection };

/** State that the tiles of a block share. */
export type BlockWork = {
  detector: Detector;
  /** Rectangle whose trees are looked for, source pixels. */
  block: Rect;
  timings: TileTimings;
  candidates: OverlapIndex<Candidate>;
  /** Buffers that the tiles are made in, one after the other. */
  memory: TileMemory;
  /** Where the look of the image is summed up, and the model's own threshold. */
  look?: { sums: ImageLook; threshold: number };
  /** Where the ground of the block is summed up by how much of it crowns fill. */
  canopy?: CanopyGridCells;
} & Pick<DetectOptions, "scorer" | "onCandidate">;

/** The tile's core within the image and its place in the tile; only what lies in `region` is looked at. */
function coreWithin(grid: TileGrid, { tile, rect, region }: TilePlace): Rect {
  const [x0, x1] = coreSpan(grid, tile.tx, "x");
  const [y0, y1] = coreSpan(grid, tile.ty, "y");
  const from = (a: number, b: number, start: number) => Math.ceil(Math.max(a, b) - start);
  const to = (a: number, b: number, start: number) => Math.floor(Math.min(a, b) - start);
  const [x, y] = [from(x0, region.x, rect.x), from(y0, region.y, rect.y)];
  const width = to(x1, region.x + region.width, rect.x) - x;
  const height = to(y1, region.y + region.height, rect.y) - y;
  return { x, y, width, height };
}

/** Adds the ground of a block that a tile of the first scale pass shows. */
function addCanopyOfTile(
  gridCells: CanopyGridCells,
  block: Rect,
  grid: TileGrid,
  at: TilePlace,
  tile: WorkTile,
  { crowns }: TileDetections,
  cover: CoverClassifier | undefined,
): void {
  if (!crowns) return;
  const first = (from: number, axis: "x" | "y") => Math.ceil(toWorking(grid, from, axis));
  const [x, y] = [first(block.x, "x"), first(block.y, "y")];
  const width = first(block.x + block.width, "x") - x;
  const height = first(block.y + block.height, "y") - y;
  const core = coreWithin(grid, { ...at, region: { x, y, width, height } });
  const image = [toWorking(grid, 0, "x"), toWorking(grid, 0, "y")] as const;
  if (core.width <= 0 || core.height <= 0) return;
  const place = { rect: at.rect, core, image, gsdMeters: grid.gsdMeters };
  addCanopy(gridCells, tile, crowns, place, cover?.coverOf(tile));
}

/** Adds what a tile of the first scale pass shows. */
function addLookOfTile(
  look: NonNullable<BlockWork["look"]>,
  grid: TileGrid,
  at: TilePlace,
  tile: WorkTile,
  { peaks = [], crowns }: TileDetections,
): void {
  addGroundLook(look.sums, tile, coreWithin(grid, at), crowns);
  const own = peaks.filter(({ box: [x0, y0, x1, y1] }) =>
    isOwn(grid, at, tile, (x0 + x1) / 2, (y0 + y1) / 2),
  );
  addPeakLook(look.sums, own, look.threshold, grid.gsdMeters);
}

/** A point of a tile in source pixels; at the image's border where it lies beyond. */
function toImage(grid: TileGrid, rect: Rect, x: number, y: number): Point {
  return [
    Math.min(grid.sourceWidth, Math.max(0, toSource(grid, rect.x + x, "x"))),
    Math.min(grid.sourceHeight, Math.max(0, toSource(grid, rect.y + y, "y"))),
  ];
}

function candidateOf(tree: Proposal, grid: TileGrid, rect: Rect, weight: number): Candidate {
  const [x0, y0, x1, y1] = tree.box;
  const box: Box = [...toImage(grid, rect, x0, y0), ...toImage(grid, rect, x1, y1)];
  const x = toSource(grid, rect.x + (x0 + x1) / 2, "x");
  const y = toSource(grid, rect.y + (y0 + y1) / 2, "y");
  return { x, y, box, score: tree.score * weight };
}

type OwnProposal = Proposal & { candidate: Candidate };

/** The proposals by what was learned of the ground, where something was: those that are likely enough to be trees. */
function learnedScores(
  own: OwnProposal[],
  tile: WorkTile,
  {
    detected,
    gsdMeters,
    threshold,
  }: { detected: TileDetections; gsdMeters: number; threshold: number },
  { scorer, onCandidate }: Pick<BlockWork, "scorer" | "onCandidate">,
): OwnProposal[] {
  if (!scorer && !onCandidate) return own;
  return own.flatMap((tree) => {
    const { candidate } = tree;
    const seen = { box: tree.box, score: candidate.score };
    const features = candidateFeatures(tile, seen, detected, gsdMeters);
    onCandidate?.({ ...candidate, features });
    if (!scorer) return [tree];
    const score = scorer.probabilityOf(features);
    return score >= threshold ? [{ ...tree, candidate: { ...candidate, score } }] : [];
  });
}

/** Adds the trees that one tile owns to the block's candidates. */
export async function addTreesOfTile(
  source: PixelSource,
  grid: TileGrid,
  at: TilePlace,
  pass: ScalePass,
  { detector, block, timings, candidates, memory, look, canopy, ...learned }: BlockWork,
): Promise<void> {
  const { rect } = at;
  const started = performance.now();
  const tile = await readWorkTile(source, rect, grid.ratio, memory, grid.corner);
  const read = performance.now();
  timings.readMs += read - started;
  if (!hasValidPixels(tile)) return;
  const isDetailed = learned.scorer !== undefined || learned.onCandidate !== undefined;
  const lowest = learned.scorer ? learned.scorer.lowest / pass.weight : pass.threshold;
  const { gsdMeters } = grid;
  const detected = await detector.findInTile(tile, gsdMeters, lowest, isDetailed);
  const found = performance.now();
  timings.networkMs += found - read;
  timings.megapixels += (tile.width * tile.height) / 1e6;
  if (look && pass.isFirst) addLookOfTile(look, grid, at, tile, detected);
  if (canopy && pass.isFirst) {
    addCanopyOfTile(canopy, block, grid, at, tile, detected, detector.cover);
  }
  const min = (2 * pass.fromMeters) / grid.gsdMeters;
  const max = (2 * pass.toMeters) / grid.gsdMeters;
  const widest = LARGEST_CROWN_METERS / grid.gsdMeters;
  const proposed = detected.proposals
    .filter(
      ({ box: [x0, y0, x1, y1] }) =>
        x1 - x0 + y1 - y0 >= min &&
        x1 - x0 + y1 - y0 <= max &&
        Math.max(x1 - x0, y1 - y0) <= widest &&
        isOwn(grid, at, tile, (x0 + x1) / 2, (y0 + y1) / 2),
    )
    .map((tree) => ({ ...tree, candidate: candidateOf(tree, grid, rect, pass.weight) }));
  const threshold = pass.threshold * pass.weight;
  const own = learnedScores(proposed, tile, { detected, gsdMeters, threshold }, learned);
  for (const { candidate } of own) candidates.add(candidate);
  // Trees that are kept are known only once all tiles are seen; one in six is covered, so that little is done in vain.
  const crowns = own
    .filter(({ candidate }) => ownsTree(block, candidate))
    .map((tree) => ({ ...tree, ...crownOf(tree.box, tile, detected.crowns) }));
  const crowned = performance.now();
  timings.crownMs += crowned - found;
  const green = await greenOfCrowns(tile, crowns, detector.green);
  timings.greenMs += performance.now() - crowned;
  crowns.forEach(({ candidate, outline, areaPx }, i) => {
    const { x, y, box, score } = candidate;
    candidate.found = {
      x,
      y,
      box,
      score,
      ...(green[i] as GreenResult),
      crown: outline.map(([u, v]) => toImage(grid, rect, u, v)),
      areaM2: areaPx * grid.gsdMeters ** 2,
    };
  });
}
