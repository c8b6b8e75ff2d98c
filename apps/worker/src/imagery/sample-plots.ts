/** Which grid cells of an image people count: sample plots drawn at random, so that they are representative. */
import type { MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";

/** Trees a window holds on average: enough for statistics, few enough to count without missing one. */
const TREES = 15;
const SIDE_METERS = { min: 20, max: 120 };
const SIDE_PIXELS = { min: 48, max: 1024 };
/** Share of windows in cells with detections; the others show what was missed. */
const OCCUPIED_SHARE = 2 / 3;

export interface CellGrid {
  side: number;
  /** Numbering: cell (column, row) is `row * columns + column`; the last ones may be cut by the border. */
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

const between = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value));

/** Grid cells of a side that holds about `TREES` trees at the image's density. */
export function cellGrid(image: SampledImage): CellGrid {
  const perTree = image.coverage_m2 / Math.max(1, image.tree_count);
  const meters = between(Math.sqrt(TREES * perTree), SIDE_METERS);
  const pixels = between(Math.round(meters / image.gsd_m), SIDE_PIXELS);
  const side = Math.min(pixels, image.width, image.height);
  return { side, columns: Math.ceil(image.width / side) };
}

/** Numbers of the whole cells whose centre lies in the image's coverage. */
export function gridCellsOf(
  image: SampledImage,
  georeference: Georeference,
  { side, columns }: CellGrid,
): number[] {
  const covers = preparePolygon(image.coverage);
  const cells: number[] = [];
  for (let row = 0; (row + 1) * side <= image.height; row++)
    for (let column = 0; (column + 1) * side <= image.width; column++) {
      const at = pixelToLonLat(georeference, (column + 0.5) * side, (row + 0.5) * side);
      if (covers(...at)) cells.push(row * columns + column);
    }
  return cells;
}

/** Places a side by which the ground of a cut or half covered cell is measured. */
const PLACES = 5;

/** Ground in the coverage that is in none of `cells`, in cells: strips at the border, and cells whose centre lies beyond. */
export function outsideCells(
  image: SampledImage,
  georeference: Georeference,
  { side, columns }: CellGrid,
  cells: readonly number[],
): number {
  const covers = preparePolygon(image.coverage);
  const inGrid = new Set(cells);
  const steps = Array.from({ length: PLACES }, (_, i) => (i + 0.5) / PLACES);
  let outside = 0;
  for (let row = 0; row * side < image.height; row++)
    for (let column = 0; column < columns; column++) {
      if (inGrid.has(row * columns + column)) continue;
      const width = Math.min(side, image.width - column * side);
      const height = Math.min(side, image.height - row * side);
      const seen = steps.flatMap((x) =>
        steps.filter((y) =>
          covers(
            ...pixelToLonLat(georeference, column * side + x * width, row * side + y * height),
          ),
        ),
      );
      outside += ((width * height) / side ** 2) * (seen.length / PLACES ** 2);
    }
  return outside;
}

function takeSome(cells: number[], count: number, random: () => number): number[] {
  const left = [...cells];
  const taken: number[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

export interface SamplePlot {
  cell: number;
  is_occupied: boolean;
}

/**
 * Draws cells that are not drawn yet, without replacement in each stratum, until `wanted` are drawn in
 * all; fewer where the image has no more.
 */
export function drawSamplePlots(
  strata: { occupied: number[]; empty: number[] },
  drawn: SamplePlot[],
  wanted: number,
  random: () => number,
): SamplePlot[] {
  const taken = new Set(drawn.map(({ cell }) => cell));
  const free = (cells: number[]) => cells.filter((cell) => !taken.has(cell));
  const occupied = free(strata.occupied);
  const empty = free(strata.empty);
  const missing = Math.max(0, wanted - drawn.length);
  const share = Math.round(wanted * OCCUPIED_SHARE) - drawn.filter((d) => d.is_occupied).length;
  const fromOccupied = between(Math.max(share, missing - empty.length), {
    min: 0,
    max: Math.min(missing, occupied.length),
  });
  return [
    ...takeSome(occupied, fromOccupied, random).map((cell) => ({ cell, is_occupied: true })),
    ...takeSome(empty, missing - fromOccupied, random).map((cell) => ({
      cell,
      is_occupied: false,
    })),
  ];
}
