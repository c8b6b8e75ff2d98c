import type { Rect, WorkTile } from "../pixels/pixels.ts";
import type { TileDetections } from "./detector.ts";

/** Side of the grid cells of ground by which canopy is told. */
const GRID_CELL_METERS = 20;
/** Share of a grid cell that the network must call crown for its canopy to be closed. */
const CLOSED = 0.8;
/** A group of trees is no closed canopy: it fills so many neighbouring grid cells, 0.12 ha. */
const FEWEST_GRID_CELLS = 3;
/** Every so many working pixels along both axes are sampled, as for the look of an image. */
const STEP = 4;
const CROWN = 0.5;
const M2_A_HECTARE = 10_000;

/** Samples of each grid cell of ground, all of them and those that are crown; keys are the grid cell's column and row. */
export type CanopyGridCells = Map<
  string,
  { column: number; row: number; samples: number; crown: number; hectares: number }
>;

/** Where a tile lies: its corner and its core in working pixels, and what one of them measures. */
export type CanopyPlace = { rect: Rect; core: Rect; gsdMeters: number };

export const noCanopy = (): CanopyGridCells => new Map();

/**
 * Adds what a tile shows of crowns and ground to the grid cells; `core` is in pixels of the tile. Pixels without an image
 * are left out.
 */
export function addCanopy(
  gridCells: CanopyGridCells,
  tile: WorkTile,
  crowns: NonNullable<TileDetections["crowns"]>,
  { rect, core, gsdMeters }: CanopyPlace,
): void {
  const hectares = (STEP * gsdMeters) ** 2 / M2_A_HECTARE;
  // Samples are fixed to the image, so that a pixel is one wherever blocks and tiles are cut.
  const next = (from: number, origin: number): number =>
    Math.ceil((from + origin) / STEP) * STEP - origin;
  for (let y = next(core.y, rect.y); y < core.y + core.height; y += STEP)
    for (let x = next(core.x, rect.x); x < core.x + core.width; x += STEP) {
      if (tile.valid?.[y * tile.width + x] === 0) continue;
      const column = Math.floor(((rect.x + x) * gsdMeters) / GRID_CELL_METERS);
      const row = Math.floor(((rect.y + y) * gsdMeters) / GRID_CELL_METERS);
      const key = `${column},${row}`;
      const gridCell = gridCells.get(key) ?? { column, row, samples: 0, crown: 0, hectares: 0 };
      gridCells.set(key, gridCell);
      gridCell.samples++;
      gridCell.hectares += hectares;
      const u = Math.floor((x * crowns.width) / tile.width);
      const v = Math.floor((y * crowns.height) / tile.height);
      if ((crowns.data[v * crowns.width + u] ?? 0) >= CROWN) gridCell.crown++;
    }
}

/** How much of the ground is under crowns, and under closed canopy, hectares; `trees` stand in closed canopy. */
export type Canopy = {
  groundHectares: number;
  crownHectares: number;
  closedHectares: number;
  trees: number;
};

/** Squares of closed canopy that touch at least so many others of it, by their keys. */
function closedGridCells(gridCells: CanopyGridCells): Set<string> {
  const full = new Map(
    [...gridCells].filter(([, { samples, crown }]) => crown >= CLOSED * samples && samples > 0),
  );
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

/**
 * The canopy of an image. Closed canopy: neighbouring grid cells of 20 m, at least three, of which crowns fill four fifths
 * or more.
 * @param trees what was found, in pixels of the image
 */
export function canopyOf(
  gridCells: CanopyGridCells,
  trees: readonly { x: number; y: number }[],
  gsdMeters: number,
): Canopy {
  const closed = closedGridCells(gridCells);
  const sum = { groundHectares: 0, crownHectares: 0, closedHectares: 0 };
  for (const [key, { samples, crown, hectares }] of gridCells) {
    sum.groundHectares += hectares;
    sum.crownHectares += (hectares * crown) / samples;
    if (closed.has(key)) sum.closedHectares += hectares;
  }
  const gridCellOf = (v: number): number => Math.floor((v * gsdMeters) / GRID_CELL_METERS);
  const inside = trees.filter(({ x, y }) => closed.has(`${gridCellOf(x)},${gridCellOf(y)}`));
  return { ...sum, trees: inside.length };
}
