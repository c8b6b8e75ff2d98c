import type { ModelCard } from "../models/model-card.ts";
import type { Rect } from "../pixels/pixels.ts";

/** Ratios are whole 32nds, so that tile corners fall on whole source pixels (origins are multiples of 32). */
const RATIO_STEPS = 32;

/**
 * The grid of tiles that covers an image at working resolution. It is anchored at the image's
 * own corner and independent of blocks: a tile holds the same pixels for every block. Of
 * tiles at a block's edge only a part is detected, with so much around it that the trees stay the
 * same, whatever the block size.
 */
export type TileGrid = {
  /** Source pixels per working pixel. */
  ratio: number;
  /** Metres per working pixel. */
  gsdMeters: number;
  /** Image size in working pixels. */
  width: number;
  height: number;
  /** Source image size. */
  sourceWidth: number;
  sourceHeight: number;
  /** Working pixels from one tile's core to the next. */
  stride: number;
  margin: number;
  multiple: number;
};

/**
 * What is seen around a part of a tile, in margins: 168 pixels of the shipped network, of whose outputs none depends on
 * what is further away than 156 (its layers added up, with the smoothing of `heat` and the window of a peak).
 */
const MARGINS_AROUND = 3.5;

export type TileAddress = { tx: number; ty: number };

/** The grid for an image of this size and resolution under a model's card. */
export function tileGrid(
  source: { width: number; height: number },
  sourceGsd: number,
  workingGsd: number,
  card: ModelCard,
): TileGrid {
  const ratio = Math.max(1, Math.round((workingGsd / sourceGsd) * RATIO_STEPS)) / RATIO_STEPS;
  const { tile, margin, multiple } = card.input;
  return {
    ratio,
    gsdMeters: sourceGsd * ratio,
    width: Math.ceil(source.width / ratio),
    height: Math.ceil(source.height / ratio),
    sourceWidth: source.width,
    sourceHeight: source.height,
    stride: tile - 2 * margin,
    margin,
    multiple,
  };
}

/** First core pixel and end of the core of tile `t` along one axis of `size` working pixels. */
export function coreSpan(grid: TileGrid, t: number, size: number): [number, number] {
  return [t * grid.stride, Math.min(size, (t + 1) * grid.stride)];
}

/**
 * The tile with its margin, in working pixels, or the part of it that `region` needs with what its
 * trees depend on around; it may end past the image, where pixels are mirrored. A part begins a whole
 * number of `multiple` further on, so that the network's cells stay where they are.
 */
export function tileRect(grid: TileGrid, { tx, ty }: TileAddress, region: Rect): Rect {
  const around = MARGINS_AROUND * grid.margin;
  const whole = (v: number): number => Math.ceil(v / grid.multiple) * grid.multiple;
  const span = (t: number, size: number, from: number, length: number): [number, number] => {
    const [core, end] = coreSpan(grid, t, size);
    const first = Math.max(0, core - grid.margin);
    const skipped = Math.max(0, from - around - first);
    const start = first + Math.floor(skipped / grid.multiple) * grid.multiple;
    const stop = Math.min(size, end + grid.margin, Math.ceil(from + length + around));
    return [start, whole(stop - start)];
  };
  const [x, width] = span(tx, grid.width, region.x, region.width);
  const [y, height] = span(ty, grid.height, region.y, region.height);
  return { x, y, width, height };
}

/** A tree belongs to the block whose half-open rectangle holds its centre. */
export function ownsTree(block: Rect, tree: { x: number; y: number }): boolean {
  const { x, y, width, height } = block;
  return tree.x >= x && tree.x < x + width && tree.y >= y && tree.y < y + height;
}

/** The region of interest in which the trees of `rect` (source pixels) are decided: `halo` working pixels more on each side, in working pixels. */
export function regionWithHalo(grid: TileGrid, rect: Rect, halo: number): Rect {
  const range = (from: number, length: number, size: number): [number, number] => {
    const first = Math.max(0, from / grid.ratio - halo);
    return [first, Math.min(size, (from + length) / grid.ratio + halo) - first];
  };
  const [x, width] = range(rect.x, rect.width, grid.width);
  const [y, height] = range(rect.y, rect.height, grid.height);
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
