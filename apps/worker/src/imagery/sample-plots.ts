/** Which squares of a picture people are asked to count: drawn at random, so that they speak for all. */
import type { MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";

/** About so many trees lie in a window: enough to say something, few enough to count without losing one. */
const TREES = 15;
const SIDE_METERS = { least: 20, most: 120 };
const SIDE_PIXELS = { least: 48, most: 1024 };
/** Of the windows so many lie where trees had been found; the others look for what was missed. */
const OCCUPIED_SHARE = 2 / 3;

export interface SquareGrid {
  side: number;
  /** Numbering: square (column, row) is `row * columns + column`; the last ones may be cut by the border. */
  columns: number;
}

export interface SampledImage {
  width: number;
  height: number;
  gsd_m: number;
  coverage: MultiPolygon;
  coverage_m2: number;
  tree_count: number;
}

const between = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, value));

/** Squares of a side that holds about `TREES` trees at the picture's density. */
export function squareGrid(image: SampledImage): SquareGrid {
  const perTree = image.coverage_m2 / Math.max(1, image.tree_count);
  const meters = between(Math.sqrt(TREES * perTree), SIDE_METERS);
  const pixels = between(Math.round(meters / image.gsd_m), SIDE_PIXELS);
  const side = Math.min(pixels, image.width, image.height);
  return { side, columns: Math.ceil(image.width / side) };
}

/** Numbers of the whole squares whose middle lies in the picture's coverage. */
export function squaresOf(
  image: SampledImage,
  georeference: Georeference,
  { side, columns }: SquareGrid,
): number[] {
  const covers = preparePolygon(image.coverage);
  const squares: number[] = [];
  for (let row = 0; (row + 1) * side <= image.height; row++)
    for (let column = 0; (column + 1) * side <= image.width; column++) {
      const at = pixelToLonLat(georeference, (column + 0.5) * side, (row + 0.5) * side);
      if (covers(...at)) squares.push(row * columns + column);
    }
  return squares;
}

function takeSome(squares: number[], count: number, random: () => number): number[] {
  const left = [...squares];
  const taken: number[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

export interface DrawnSquare {
  cell: number;
  is_occupied: boolean;
}

/**
 * Draws squares that are not drawn yet, without replacement in each stratum, until `wanted` are drawn in
 * all; fewer where the picture has no more.
 */
export function drawSquares(
  strata: { occupied: number[]; empty: number[] },
  drawn: DrawnSquare[],
  wanted: number,
  random: () => number,
): DrawnSquare[] {
  const taken = new Set(drawn.map(({ cell }) => cell));
  const free = (squares: number[]) => squares.filter((cell) => !taken.has(cell));
  const occupied = free(strata.occupied);
  const empty = free(strata.empty);
  const missing = Math.max(0, wanted - drawn.length);
  const share = Math.round(wanted * OCCUPIED_SHARE) - drawn.filter((d) => d.is_occupied).length;
  const fromOccupied = between(Math.max(share, missing - empty.length), {
    least: 0,
    most: Math.min(missing, occupied.length),
  });
  return [
    ...takeSome(occupied, fromOccupied, random).map((cell) => ({ cell, is_occupied: true })),
    ...takeSome(empty, missing - fromOccupied, random).map((cell) => ({
      cell,
      is_occupied: false,
    })),
  ];
}
