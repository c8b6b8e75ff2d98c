/** The canopy of a block in a form that can be stored, and that of an image from its blocks. */
import type { CanopyPart, CoverPart } from "@nihol/contract/values/imagery/canopy";
import type { Rect } from "../pixels/pixels.ts";
import {
  addOpenGround,
  type Canopy,
  type CanopyGridCell,
  type CanopyGridCells,
  canopyOf,
  closedCanopyOf,
  GRID_CELL_METERS,
  isFull,
  mergeCanopy,
  noCanopy,
  noOpenGround,
  openGroundOf,
} from "./canopy.ts";

/** Tells whether a grid cell lies wholly in the block (source pixels). */
function isInside({ column, row }: CanopyGridCell, block: Rect, gsdMeters: number): boolean {
  const side = GRID_CELL_METERS / gsdMeters;
  const within = (n: number, from: number, length: number): boolean =>
    n * side >= from && (n + 1) * side <= from + length;
  return within(column, block.x, block.width) && within(row, block.y, block.height);
}

/** Packs the grid cells of a block (source pixels): those of closed canopy (`isFull`) and those across its border one by one, the others as sums. */
export function packCanopy(
  gridCells: Iterable<CanopyGridCell>,
  block: Rect,
  gsdMeters: number,
): CanopyPart {
  const part: CanopyPart = { ground_ha: 0, crown_ha: 0, cells: [] };
  const cover: CoverPart = { canopy_ha: 0, low_ha: 0, cells: [] };
  let isWhole = true;
  for (const gridCell of gridCells) {
    const { column, row, samples, crown, hectares, trees, canopy, low, classified } = gridCell;
    if (classified < samples) isWhole = false;
    if (isFull(gridCell) || !isInside(gridCell, block, gsdMeters)) {
      const rounded = Number(hectares.toPrecision(6));
      part.cells.push([column, row, samples, crown, rounded, trees]);
      cover.cells.push([canopy, low]);
      continue;
    }
    part.ground_ha += hectares;
    part.crown_ha += samples > 0 ? (hectares * crown) / samples : 0;
    const { canopyHectares, lowHectares } = openGroundOf(gridCell);
    cover.canopy_ha += canopyHectares;
    cover.low_ha += lowHectares;
  }
  return isWhole ? { ...part, cover } : part;
}

/** The grid cells that are kept one by one, put together from all blocks. */
function gridCellsOf(parts: readonly CanopyPart[]): CanopyGridCells {
  const gridCells = noCanopy();
  for (const { cells, cover } of parts)
    mergeCanopy(
      gridCells,
      cells.map(([column, row, samples, crown, hectares, trees], i): CanopyGridCell => {
        // Where pixels were not looked at, canopy is what crowns are.
        const [canopy, low] = cover?.cells[i] ?? [crown, 0];
        const classified = cover ? samples : 0;
        return { column, row, samples, crown, hectares, trees, canopy, low, classified };
      }),
    );
  return gridCells;
}

/** The canopy of an image from the parts of all its blocks. */
export function canopyOfParts(parts: readonly CanopyPart[]): Canopy {
  const canopy = canopyOf(gridCellsOf(parts));
  const open = canopy.open ?? noOpenGround();
  for (const { ground_ha, crown_ha, cover } of parts) {
    canopy.groundHectares += ground_ha;
    canopy.crownHectares += crown_ha;
    const { canopy_ha = 0, low_ha = 0 } = cover ?? {};
    // Sums of other parts: rounding may leave a little less than nothing.
    const bareHectares = Math.max(0, ground_ha - canopy_ha - low_ha);
    addOpenGround(open, { canopyHectares: canopy_ha, lowHectares: low_ha, bareHectares });
  }
  if (canopy.open && parts.every(({ cover }) => cover)) return { ...canopy, open };
  delete canopy.open;
  return canopy;
}

/** The grid cells of closed canopy of an image from the parts of all its blocks. */
export const closedCanopyOfParts = (parts: readonly CanopyPart[]): CanopyGridCell[] =>
  closedCanopyOf(gridCellsOf(parts));
