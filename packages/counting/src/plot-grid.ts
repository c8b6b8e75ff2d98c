/** Size of the grid cells of an image; sample plots are cells that are drawn at random. */

/** Trees that a cell holds on average, a choice: enough for statistics, few enough to count without missing one. */
const TREES_IN_CELL = 15;
const SIDE_METERS = { min: 20, max: 120 };
const SIDE_PIXELS = { min: 48, max: 1024 };

export interface CellGrid {
  side: number;
  /** Numbering: cell (column, row) is `row * columns + column`; the last ones may be cut by the border. */
  columns: number;
}

export interface GriddedImage {
  width: number;
  height: number;
  gsd_m: number;
  coverage_m2: number;
  tree_count: number;
}

const between = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value));

/** Grid cells of a side that holds about `TREES` trees at the image's density. */
export function cellGrid(image: GriddedImage): CellGrid {
  const perTree = image.coverage_m2 / Math.max(1, image.tree_count);
  const meters = between(Math.sqrt(TREES_IN_CELL * perTree), SIDE_METERS);
  const pixels = between(Math.round(meters / image.gsd_m), SIDE_PIXELS);
  const side = Math.min(pixels, image.width, image.height);
  return { side, columns: Math.ceil(image.width / side) };
}
