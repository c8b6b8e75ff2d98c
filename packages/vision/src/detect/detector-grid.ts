import type { ModelCard } from "../models/model-card.ts";
import { gridCorner, type PixelSource, type Point, type Rect } from "../pixels/pixels.ts";

/** Ratios are whole 32nds, so that tile corners fall on whole source pixels (origins are multiples of 32). */
const RATIO_STEPS = 32;

/**
 * The grid of tiles that covers an image at working resolution. It is fixed to the ground where the image's place
 * is known, else to the image's corner, and independent of blocks: a tile holds the same pixels for every block and for
 * every image that shows them. Of tiles at a block's edge only a part is detected, with so much around it that the trees
 * stay the same, whatever the block size.
 */
export type TileGrid = {
  /** Source pixels per working pixel. */
  ratio: number;
  /** Metres per working pixel. */
  gsdMeters: number;
  /** Where the image's corner lies in the first tile, source pixels. */
  corner: Point;
  /** The working pixels that the image lies on, counted from the first tile's corner. */
  extent: Rect;
  /** Source image size. */
  sourceWidth: number;
  sourceHeight: number;
  /** Working pixels from one tile's core to the next. */
  stride: number;
  margin: number;
  multiple: number;
};

/**
 * Surroundings of a part of a tile that the detector sees, in margins: 168 pixels of the shipped network, of whose
 * outputs none depends on pixels further away than 156 (its layers added up, with the smoothing of `heat` and the window
 * of a peak).
 */
const MARGINS_AROUND = 3.5;

export type TileAddress = { tx: number; ty: number };

/** The grid for an image of this size and resolution under a model's card. */
export function tileGrid(
  source: Pick<PixelSource, "width" | "height" | "groundPixel">,
  sourceGsd: number,
  workingGsd: number,
  card: ModelCard,
): TileGrid {
  const ratio = Math.max(1, Math.round((workingGsd / sourceGsd) * RATIO_STEPS)) / RATIO_STEPS;
  const { tile, margin, multiple } = card.input;
  const stride = tile - 2 * margin;
  const [left, top] = gridCorner(source, stride * ratio);
  const [x, y] = [Math.floor(left / ratio), Math.floor(top / ratio)];
  const width = Math.ceil((left + source.width) / ratio) - x;
  const height = Math.ceil((top + source.height) / ratio) - y;
  return {
    ratio,
    gsdMeters: sourceGsd * ratio,
    corner: [left, top],
    extent: { x, y, width, height },
    sourceWidth: source.width,
    sourceHeight: source.height,
    stride,
    margin,
    multiple,
  };
}

type Axis = "x" | "y";

/** First and end of the working pixels that the image lies on along an axis. */
function extentOf({ extent }: TileGrid, axis: Axis): [number, number] {
  return [extent[axis], extent[axis] + (axis === "x" ? extent.width : extent.height)];
}

/** First core pixel and end of the core of tile `t` along an axis. */
export function coreSpan(grid: TileGrid, t: number, axis: Axis): [number, number] {
  const [first, end] = extentOf(grid, axis);
  return [Math.max(first, t * grid.stride), Math.min(end, (t + 1) * grid.stride)];
}

/** A place along an axis in source pixels; `at` in working pixels. */
export function toSource({ ratio, corner }: TileGrid, at: number, axis: Axis): number {
  return at * ratio - corner[axis === "x" ? 0 : 1];
}

/** A place along an axis in working pixels; `at` in source pixels. */
export function toWorking({ ratio, corner }: TileGrid, at: number, axis: Axis): number {
  return (at + corner[axis === "x" ? 0 : 1]) / ratio;
}

/**
 * The tile with its margin, in working pixels, or the part of it that the image and `region` need with what its
 * trees depend on around; it may begin and end past the image, where pixels are mirrored. A part begins a whole
 * number of `multiple` further on, so that the network's cells stay where they are.
 */
export function tileRect(grid: TileGrid, { tx, ty }: TileAddress, region: Rect): Rect {
  const around = MARGINS_AROUND * grid.margin;
  const whole = (v: number): number => Math.ceil(v / grid.multiple) * grid.multiple;
  const span = (axis: Axis, t: number, from: number, length: number): [number, number] => {
    const [left, right] = extentOf(grid, axis);
    const first = t * grid.stride - grid.margin;
    const skipped = Math.max(left, from - around, first) - first;
    const start = first + Math.floor(skipped / grid.multiple) * grid.multiple;
    const end = (t + 1) * grid.stride + grid.margin;
    const stop = Math.min(right, end, Math.ceil(from + length + around));
    return [start, whole(stop - start)];
  };
  const [x, width] = span("x", tx, region.x, region.width);
  const [y, height] = span("y", ty, region.y, region.height);
  return { x, y, width, height };
}

/** A tree belongs to the block whose half-open rectangle holds its centre. */
export function ownsTree(block: Rect, tree: { x: number; y: number }): boolean {
  const { x, y, width, height } = block;
  return tree.x >= x && tree.x < x + width && tree.y >= y && tree.y < y + height;
}

/** The region of interest in which the trees of `rect` (source pixels) are decided: `halo` working pixels more on each side, in working pixels. */
export function regionWithHalo(grid: TileGrid, rect: Rect, halo: number): Rect {
  const range = (axis: Axis, from: number, length: number): [number, number] => {
    const [left, right] = extentOf(grid, axis);
    const first = Math.max(left, toWorking(grid, from, axis) - halo);
    return [first, Math.min(right, toWorking(grid, from + length, axis) + halo) - first];
  };
  const [x, width] = range("x", rect.x, rect.width);
  const [y, height] = range("y", rect.y, rect.height);
  return { x, y, width, height };
}

/** Tiles whose cores touch `region` (working pixels), row by row. */
export function tilesOver(grid: TileGrid, region: Rect): TileAddress[] {
  const range = (from: number, length: number): [number, number] => [
    Math.floor(from / grid.stride),
    Math.ceil((from + length) / grid.stride) - 1,
  ];
  const [x0, x1] = range(region.x, region.width);
  const [y0, y1] = range(region.y, region.height);
  const tiles: TileAddress[] = [];
  for (let ty = y0; ty <= y1; ty++) for (let tx = x0; tx <= x1; tx++) tiles.push({ tx, ty });
  return tiles;
}
