import { COVER_PATCH } from "../cover/cover-features.ts";
import { COVER, type TileCover } from "../cover/cover-model.ts";
import type { Point, Rect, WorkTile } from "../pixels/pixels.ts";
import type { TileDetections } from "./detector.ts";

/** Side of the grid cells of ground by which canopy is told. */
export const GRID_CELL_METERS = 20;
/** Share of a grid cell that must be canopy, by its crowns or by its pixels, for it to be closed. */
const CLOSED = 0.8;
/** A group of trees is no closed canopy: it fills so many neighbouring grid cells, 0.12 ha. */
const FEWEST_GRID_CELLS = 3;
/** Every so many working pixels along both axes are sampled, as for the look of an image. */
const STEP = 4;
const CROWN = 0.5;
const M2_A_HECTARE = 10_000;

/**
 * Samples of a grid cell of ground: all of them, those that are crown, those that are canopy by crowns or by pixels, and
 * low plants among the others; and the trees that stand in it. `classified` are samples whose pixels were looked at: where there
 * are fewer than samples, nobody knows what is no crown.
 */
export type CanopyGridCell = {
  column: number;
  row: number;
  samples: number;
  crown: number;
  hectares: number;
  trees: number;
  canopy: number;
  low: number;
  classified: number;
};
/** Keys are the grid cell's column and row. */
export type CanopyGridCells = Map<string, CanopyGridCell>;

/** Where a tile lies: its corner, its core and the image's corner in working pixels, and what one of them measures. */
type CanopyPlace = { rect: Rect; core: Rect; image: Point; gsdMeters: number };

export const noCanopy = (): CanopyGridCells => new Map();

const newGridCell = (column: number, row: number): CanopyGridCell => ({
  ...{ column, row, samples: 0, crown: 0, hectares: 0, trees: 0, canopy: 0, low: 0, classified: 0 },
});

/** Adds the grid cells of another part of the image; parts may hold a share of the same cell. */
export function mergeCanopy(into: CanopyGridCells, part: Iterable<CanopyGridCell>): void {
  for (const { column, row, samples, crown, hectares, trees, canopy, low, classified } of part) {
    const key = `${column},${row}`;
    const gridCell = into.get(key) ?? newGridCell(column, row);
    into.set(key, gridCell);
    gridCell.samples += samples;
    gridCell.crown += crown;
    gridCell.hectares += hectares;
    gridCell.trees += trees;
    gridCell.canopy += canopy;
    gridCell.low += low;
    gridCell.classified += classified;
  }
}

/** Middle of a grid cell in pixels of the image. */
export function middleOf({ column, row }: CanopyGridCell, gsdMeters: number) {
  const at = (n: number): number => ((n + 0.5) * GRID_CELL_METERS) / gsdMeters;
  return { x: at(column), y: at(row) };
}

/** Counts trees (pixels of the image) to the grid cells that they stand in. */
export function addTreesToCanopy(
  gridCells: CanopyGridCells,
  trees: readonly { x: number; y: number }[],
  gsdMeters: number,
): void {
  const cellAt = (v: number): number => Math.floor((v * gsdMeters) / GRID_CELL_METERS);
  for (const { x, y } of trees) {
    const gridCell = gridCells.get(`${cellAt(x)},${cellAt(y)}`);
    if (gridCell) gridCell.trees++;
  }
}

/**
 * Adds what a tile shows of crowns, ground and, where pixels say it, cover to the grid cells; `core` is in pixels of
 * the tile. Pixels without an image are left out.
 */
export function addCanopy(
  gridCells: CanopyGridCells,
  tile: WorkTile,
  crowns: NonNullable<TileDetections["crowns"]>,
  { rect, core, image: [left, top], gsdMeters }: CanopyPlace,
  cover?: TileCover,
): void {
  const hectares = (STEP * gsdMeters) ** 2 / M2_A_HECTARE;
  // Samples are fixed to the grid of tiles, so that a pixel is one wherever blocks and tiles are cut.
  const next = (from: number, origin: number): number =>
    Math.ceil((from + origin) / STEP) * STEP - origin;
  for (let y = next(core.y, rect.y); y < core.y + core.height; y += STEP)
    for (let x = next(core.x, rect.x); x < core.x + core.width; x += STEP) {
      if (tile.valid?.[y * tile.width + x] === 0) continue;
      const column = Math.floor(((rect.x + x - left) * gsdMeters) / GRID_CELL_METERS);
      const row = Math.floor(((rect.y + y - top) * gsdMeters) / GRID_CELL_METERS);
      const key = `${column},${row}`;
      const gridCell = gridCells.get(key) ?? newGridCell(column, row);
      gridCells.set(key, gridCell);
      gridCell.samples++;
      gridCell.hectares += hectares;
      const u = Math.floor((x * crowns.width) / tile.width);
      const v = Math.floor((y * crowns.height) / tile.height);
      const isCrown = (crowns.data[v * crowns.width + u] ?? 0) >= CROWN;
      const shown = cover && coverAt(cover, x, y);
      if (isCrown) gridCell.crown++;
      if (cover) gridCell.classified++;
      if (isCrown || shown === COVER.canopy) gridCell.canopy++;
      else if (shown === COVER.low) gridCell.low++;
    }
}

/** The class of the patch that a pixel of the tile lies in. */
const coverAt = ({ columns, classes }: TileCover, x: number, y: number): number | undefined =>
  classes[Math.floor(y / COVER_PATCH) * columns + Math.floor(x / COVER_PATCH)];

/** Ground outside closed canopy, hectares: under single trees and open wood, low plants, and bare or other. */
type OpenGround = { canopyHectares: number; lowHectares: number; bareHectares: number };

/**
 * Ground under crowns, and under closed canopy, hectares; `trees` stand in closed canopy, and of it crowns do not fill
 * `missedHectares`. `open` is the rest of the ground; absent where pixels were not looked at.
 */
export type Canopy = {
  groundHectares: number;
  crownHectares: number;
  closedHectares: number;
  missedHectares: number;
  trees: number;
  open?: OpenGround;
};

/** Closed canopy whose crowns were not found, beside all canopy, hectares; null where pixels were not looked at. */
export const missedOf = ({ missedHectares, closedHectares, open }: Canopy) =>
  open ? { missedHectares, canopyHectares: closedHectares + open.canopyHectares } : null;

/** Tells whether canopy fills a grid cell. */
export const isFull = ({ canopy, samples }: CanopyGridCell): boolean =>
  canopy >= CLOSED * samples && samples > 0;

/** Tells whether crowns by themselves do. */
const isFullOfCrowns = ({ crown, samples }: CanopyGridCell): boolean => crown >= CLOSED * samples;

/** Hectares of a grid cell under so many of its samples. */
const hectaresOf = ({ hectares, samples }: CanopyGridCell, n: number): number =>
  samples > 0 ? (hectares * n) / samples : 0;

/** The ground of a grid cell that is no closed canopy. */
export function openGroundOf(gridCell: CanopyGridCell): OpenGround {
  const { samples, canopy, low } = gridCell;
  return {
    canopyHectares: hectaresOf(gridCell, canopy),
    lowHectares: hectaresOf(gridCell, low),
    bareHectares: hectaresOf(gridCell, samples - canopy - low),
  };
}

/** Adds ground to ground. */
export function addOpenGround(into: OpenGround, part: OpenGround): void {
  into.canopyHectares += part.canopyHectares;
  into.lowHectares += part.lowHectares;
  into.bareHectares += part.bareHectares;
}
export const noOpenGround = (): OpenGround => ({
  ...{ canopyHectares: 0, lowHectares: 0, bareHectares: 0 },
});

/** Squares of closed canopy that touch at least so many others of it, by their keys. */
function closedGridCells(gridCells: CanopyGridCells): Set<string> {
  const full = new Map([...gridCells].filter(([, gridCell]) => isFull(gridCell)));
  const kept = new Set<string>();
  const seen = new Set<string>();
  for (const first of full.keys()) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const key of group) {
      const { column = 0, row = 0 } = full.get(key) ?? {};
      for (const [u, v] of [
        [column - 1, row],
        [column + 1, row],
        [column, row - 1],
        [column, row + 1],
      ]) {
        const beside = `${u},${v}`;
        if (!full.has(beside) || seen.has(beside)) continue;
        seen.add(beside);
        group.push(beside);
      }
    }
    if (group.length >= FEWEST_GRID_CELLS) for (const key of group) kept.add(key);
  }
  return kept;
}

/** The grid cells of closed canopy: neighbouring ones of 20 m, at least three, of which crowns or canopy by pixels fill four fifths or more. */
export const closedCanopyOf = (gridCells: CanopyGridCells): CanopyGridCell[] =>
  [...closedGridCells(gridCells)].flatMap((key) => gridCells.get(key) ?? []);

/** The canopy of an image. */
export function canopyOf(gridCells: CanopyGridCells): Canopy {
  const closed = closedGridCells(gridCells);
  const sum = {
    groundHectares: 0,
    crownHectares: 0,
    closedHectares: 0,
    missedHectares: 0,
    trees: 0,
  };
  const open = noOpenGround();
  let isWhole = true;
  for (const [key, gridCell] of gridCells) {
    const { crown, hectares, trees, samples, classified } = gridCell;
    sum.groundHectares += hectares;
    sum.crownHectares += hectaresOf(gridCell, crown);
    if (classified < samples) isWhole = false;
    if (!closed.has(key)) {
      addOpenGround(open, openGroundOf(gridCell));
      continue;
    }
    sum.closedHectares += hectares;
    if (!isFullOfCrowns(gridCell)) sum.missedHectares += hectares;
    sum.trees += trees;
  }
  return isWhole ? { ...sum, open } : sum;
}
