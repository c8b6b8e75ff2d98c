/** Squares of the ground by which `seen_area` is kept, so that a change costs only the squares that it touches. */
import type { Bbox } from "@nihol/geo/geometry";

/** Part of an image: a square's number, and the part of the image's bounds in it (degrees). */
export interface Cell {
  cell: number;
  box: Bbox;
}

/** Degrees; about 11 to 14 km. */
const SMALLEST = 1 / 8;
const MAX_CELLS_A_SIDE = 64;
/** More than there are squares on a parallel, so that column and row make one number. */
const ROW = 4096;

/** Large images get larger squares: at most 65 a side. It follows from the image's bounds alone. */
function sideOf([west, south, east, north]: Bbox): number {
  let side = SMALLEST;
  while (Math.max(east - west, north - south) > MAX_CELLS_A_SIDE * side) side *= 2;
  return side;
}

/** The squares of an image with these bounds that touch a box. */
export function cellsOf(image: Bbox, box: Bbox): Cell[] {
  const side = sideOf(image);
  const west = Math.max(image[0], box[0]);
  const south = Math.max(image[1], box[1]);
  const east = Math.min(image[2], box[2]);
  const north = Math.min(image[3], box[3]);
  const cells: Cell[] = [];
  for (let y = Math.floor(south / side); y * side <= north; y++)
    for (let x = Math.floor(west / side); x * side <= east; x++)
      cells.push({ cell: y * ROW + x, box: within(image, [x, y], side) });
  return cells;
}

/** The square of an image with these bounds that holds a position within them. */
export function cellAt(image: Bbox, [lon, lat]: readonly [number, number]): number {
  const side = sideOf(image);
  return Math.floor(lat / side) * ROW + Math.floor(lon / side);
}

function within([west, south, east, north]: Bbox, [x, y]: [number, number], side: number): Bbox {
  return [
    Math.max(west, x * side),
    Math.max(south, y * side),
    Math.min(east, (x + 1) * side),
    Math.min(north, (y + 1) * side),
  ];
}
