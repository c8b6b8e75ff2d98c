import { rangeOfPlaces, sumPlaces } from "@nihol/contract/values/planting/place-range";
import { ownsTree } from "../detect/detector-grid.ts";
import type { PixelSource, Rect } from "../pixels/pixels.ts";
import {
  COARSEST_METERS,
  FINEST_METERS,
  findPlantings,
  MAX_PIXELS,
  type Planting,
} from "./find-plantings.ts";
import { saplingsOfBlock } from "./find-saplings.ts";
import type { LatticeOptions } from "./lattices.ts";

/** Ground on which rows are looked for, source pixels; metres between places where a task orders them. */
export type RowsGround = Rect & { taskSpacingMeters?: number | undefined };

/** Ground around a block that is looked at with it: half a window in which a pattern must repeat. */
const MARGIN_METERS = 25;
/** Fewer places in a block are left to the block beside it. */
const MIN_PLACES = 4;

/** Squares that together are the block, each small enough to be looked at with its margin. */
function piecesOf(block: Rect, gsdMeters: number): Rect[] {
  const working = Math.max(FINEST_METERS, gsdMeters);
  const side = ((Math.sqrt(MAX_PIXELS) - 1) * working - 2 * MARGIN_METERS) / gsdMeters;
  const across = Math.ceil(block.width / side);
  const down = Math.ceil(block.height / side);
  const edge = (size: number, n: number, of: number): number => Math.round((size * n) / of);
  return Array.from({ length: across * down }, (_, n) => {
    const [i, j] = [n % across, Math.floor(n / across)];
    const [x, y] = [edge(block.width, i, across), edge(block.height, j, down)];
    return {
      x: block.x + x,
      y: block.y + y,
      width: edge(block.width, i + 1, across) - x,
      height: edge(block.height, j + 1, down) - y,
    };
  });
}

function withMargin(piece: Rect, { width, height }: PixelSource, margin: number): Rect {
  const x = Math.max(0, piece.x - margin);
  const y = Math.max(0, piece.y - margin);
  return {
    x,
    y,
    width: Math.min(width, piece.x + piece.width + margin) - x,
    height: Math.min(height, piece.y + piece.height + margin) - y,
  };
}

/** Of a planting what stands in a rectangle. */
function partIn(planting: Planting, piece: Rect): Planting {
  const places = planting.places.filter((place) => ownsTree(piece, place));
  const sums = sumPlaces(places.map(({ chance }) => chance));
  return { ...planting, places, ...rangeOfPlaces(sums, planting.shared) };
}

/** Places nearer than this are one, in metres. */
const SAME_METERS = 0.7;
/** A planting of which more than this share was found as a larger pattern is that. */
const MAX_SHARED = 0.3;

/** Rows of saplings but those that were found as rows of young trees already. */
function withoutFound(
  saplings: readonly Planting[],
  found: readonly Planting[],
  gsdMeters: number,
): Planting[] {
  const known = found.flatMap(({ places }) => places);
  const isKnown = ({ x, y }: { x: number; y: number }): boolean =>
    known.some((place) => Math.hypot(place.x - x, place.y - y) * gsdMeters < SAME_METERS);
  return saplings.filter(
    ({ places }) => places.filter(isKnown).length <= MAX_SHARED * places.length,
  );
}

/**
 * Young trees in rows whose places lie in a block (source pixels): looked at piece by piece with the ground around it,
 * so that memory is bounded, and each place belongs to the block and piece that hold it. A planting that reaches over
 * several is given in parts. Throws the signal's reason when aborted.
 */
export async function plantingsOfBlock(
  source: PixelSource,
  gsdMeters: number,
  block: RowsGround,
  options: LatticeOptions = {},
): Promise<Planting[]> {
  if (gsdMeters > COARSEST_METERS) return [];
  const found: Planting[] = [];
  const margin = Math.round(MARGIN_METERS / gsdMeters);
  for (const piece of piecesOf(block, gsdMeters)) {
    const area = withMargin(piece, source, margin);
    source.expect?.(area);
    const plantings = await findPlantings(source, gsdMeters, area, options);
    found.push(...plantings.map((planting) => partIn(planting, piece)));
  }
  const saplings = await saplingsOfBlock(source, gsdMeters, block, {
    ...options,
    spacingMeters: block.taskSpacingMeters,
  });
  const all = [...found, ...withoutFound(saplings, found, gsdMeters)];
  return all.filter(({ places }) => places.length >= MIN_PLACES);
}
