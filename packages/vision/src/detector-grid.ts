import type { Rect } from "./detector.ts";
import type { ModelCard } from "./model-card.ts";

/** Ratios are whole 32nds, so that tile corners fall on whole source pixels (origins are multiples of 32). */
const RATIO_STEPS = 32;

/**
 * The grid of tiles that covers a picture at working resolution. It is anchored at the picture's
 * own corner and knows nothing of blocks: a tile holds the same pixels whoever asks for it, which
 * is what makes the trees the same whatever the block size.
 */
export type TileGrid = {
  /** Source pixels per working pixel. */
  ratio: number;
  /** Metres per working pixel. */
  gsdMeters: number;
  /** Picture size in working pixels. */
  width: number;
  height: number;
  /** Source picture size. */
  sourceWidth: number;
  sourceHeight: number;
  /** Working pixels from one tile's core to the next. */
  stride: number;
  margin: number;
  multiple: number;
};

export type TileAddress = { tx: number; ty: number };

/** The grid for a picture of this size and resolution under a model's card. */
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

/** The tile with its margin, in working pixels; it may end past the picture, where pixels are mirrored. */
export function tileRect(grid: TileGrid, { tx, ty }: TileAddress): Rect {
  const span = (t: number, size: number): [number, number] => {
    const [core, end] = coreSpan(grid, t, size);
    const start = Math.max(0, core - grid.margin);
    const stop = Math.min(size, end + grid.margin);
    return [start, Math.ceil((stop - start) / grid.multiple) * grid.multiple];
  };
  const [x, width] = span(tx, grid.width);
  const [y, height] = span(ty, grid.height);
  return { x, y, width, height };
}

/** Tiles whose cores touch `rect` (source pixels) grown by `halo` working pixels, row by row. */
export function tilesOver(grid: TileGrid, rect: Rect, halo: number): TileAddress[] {
  const range = (from: number, length: number, size: number): [number, number] => {
    const first = Math.floor(Math.max(0, from / grid.ratio - halo) / grid.stride);
    const last = Math.ceil(Math.min(size, (from + length) / grid.ratio + halo) / grid.stride) - 1;
    return [first, last];
  };
  const [x0, x1] = range(rect.x, rect.width, grid.width);
  const [y0, y1] = range(rect.y, rect.height, grid.height);
  const tiles: TileAddress[] = [];
  for (let ty = y0; ty <= y1; ty++) for (let tx = x0; tx <= x1; tx++) tiles.push({ tx, ty });
  return tiles;
}
