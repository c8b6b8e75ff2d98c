import type { Point, Rect, WorkTile } from "../pixels/pixels.ts";
import type { TileDetections } from "./detector.ts";

/** Side of the grid cells of ground by which canopy is told. */
export const GRID_CELL_METERS = 20;
/** Share of a grid cell that the network must call crown for its canopy to be closed. */
const CLOSED = 0.8;
/** A group of trees is no closed canopy: it fills so many neighbouring grid cells, 0.12 ha. */
const FEWEST_GRID_CELLS = 3;
/** Every so many working pixels along both axes are sampled, as for the look of an image. */
const STEP = 4;
const CROWN = 0.5;
const M2_A_HECTARE = 10_000;

/** Samples of a grid cell of ground, all of them and those that are crown, and the trees that stand in it. */
export type CanopyGridCell = {
  column: number;
  row: number;
  samples: number;
  crown: number;
  hectares: number;
  trees: number;
};
/** Keys are the grid cell's column and row. */
export type CanopyGridCells = Map<string, CanopyGridCell>;

/** Where a tile lies: its corner, its core and the image's corner in working pixels, and what one of them measures. */
type CanopyPlace = { rect: Rect; core: Rect; image: Point; gsdMeters: number };

export const noCanopy = (): CanopyGridCells => new Map();

const newGridCell = (column: number, row: number): CanopyGridCell => ({
  ...{ column, row, samples: 0, crown: 0, hectares: 0, trees: 0 },
});

/** Adds the grid cells of another part of the image; parts may hold a share of the same cell. */
export function mergeCanopy(into: CanopyGridCells, part: Iterable<CanopyGridCell>): void {
  for (const { column, row, samples, crown, hectares, trees } of part) {
    const key = `${column},${row}`;
    const gridCell = into.get(key) ?? newGridCell(column, row);
    into.set(key, gridCell);
    gridCell.samples += samples;
    gridCell.crown += crown;
    gridCell.hectares += hectares;
    gridCell.trees += trees;
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
 * Adds what a tile shows of crowns and ground to the grid cells; `core` is in pixels of the tile. Pixels without an image
 * are left out.
 */
export function addCanopy(
  gridCells: CanopyGridCells,
  tile: WorkTile,
  crowns: NonNullable<TileDetections["crowns"]>,
  { rect, core, image: [left, top], gsdMeters }: CanopyPlace,
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
      if ((crowns.data[v * crowns.width + u] ?? 0) >= CROWN) gridCell.crown++;
    }
}

/** Ground under crowns, and under closed canopy, hectares; `trees` stand in closed canopy. */
export type Canopy = {
  groundHectares: number;
  crownHectares: number;
  closedHectares: number;
  trees: number;
};

/** Tells whether crowns fill a grid cell. */
export const isFull = ({ crown, samples }: CanopyGridCell): boolean =>
  crown >= CLOSED * samples && samples > 0;

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

/** The grid cells of closed canopy: neighbouring ones of 20 m, at least three, of which crowns fill four fifths or more. */
export const closedCanopyOf = (gridCells: CanopyGridCells): CanopyGridCell[] =>
  [...closedGridCells(gridCells)].flatMap((key) => gridCells.get(key) ?? []);

/** The canopy of an image. */
export function canopyOf(gridCells: CanopyGridCells): Canopy {
  const closed = closedGridCells(gridCells);
  const sum = { groundHectares: 0, crownHectares: 0, closedHectares: 0, trees: 0 };
  for (const [key, { samples, crown, hectares, trees }] of gridCells) {
    sum.groundHectares += hectares;
    sum.crownHectares += samples > 0 ? (hectares * crown) / samples : 0;
    if (!closed.has(key)) continue;
    sum.closedHectares += hectares;
    sum.trees += trees;
  }
  return sum;
}
