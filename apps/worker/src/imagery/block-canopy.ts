/** The ground of a block under crowns: what is kept of it, and of all blocks of an image. */

import type { ProcessArea } from "@nihol/contract/values/imagery";
import type { CanopyPart } from "@nihol/contract/values/imagery/canopy";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import type { ImageCover } from "@nihol/store/trees/ground-cover";
import { pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import {
  addTreesToCanopy,
  type CanopyGridCell,
  mergeCanopy,
  middleOf,
  noCanopy,
} from "@nihol/vision/detect/canopy";
import { canopyOfParts, closedCanopyOfParts, packCanopy } from "@nihol/vision/detect/canopy-part";
import { fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { blockRect } from "./coverage.ts";
import type { BlockResult } from "./tree-finder.ts";

const M2_A_HECTARE = 10_000;

/** A block of an image, and the ground that is counted. */
type CountedBlock = Parameters<typeof blockRect>[1] & {
  facts: ImageMetadata;
  width: number;
  height: number;
  area_kind: ProcessArea;
  coverage: MultiPolygon;
};

/** Of the ground that is counted what crowns cover, with the trees in it; null where no trees were looked for. */
export function canopyOfBlock(work: CountedBlock, result: BlockResult): CanopyPart | null {
  if (!result.canopy) return null;
  const { gsdMeters } = work.facts;
  const gridCells = noCanopy();
  mergeCanopy(gridCells, countedCells(work, result.canopy));
  addTreesToCanopy(gridCells, result.trees, gsdMeters);
  const rect = blockRect(fragmentGrid(work.width, work.height), work);
  return packCanopy(gridCells.values(), rect, gsdMeters);
}

/** Grid cells whose middle lies in the coverage: ground beyond it is counted by nobody. */
function countedCells(work: CountedBlock, cells: CanopyGridCell[]): CanopyGridCell[] {
  if (work.area_kind === "image") return cells;
  const covered = preparePolygon(work.coverage);
  const middles = cells.map((cell) => middleOf(cell, work.facts.gsdMeters));
  const positions = pixelsToLonLats(
    work.facts,
    middles.flatMap(({ x, y }) => [x, y]),
  );
  return cells.filter((_, i) =>
    covered(positions[2 * i] as number, positions[2 * i + 1] as number),
  );
}

const noCover = {
  closed_canopy_trees: null,
  missed_canopy_ha: null,
  open_canopy_ha: null,
  low_plants_ha: null,
  bare_ha: null,
};

/** The columns of an image that say its canopy; nulls where a block has none. */
export function canopyColumns(parts: readonly (CanopyPart | null)[]) {
  const known = parts.flatMap((part) => (part ? [part] : []));
  if (known.length < parts.length || known.length === 0)
    return { ...noCover, ground_ha: null, crown_ha: null, closed_canopy_ha: null };
  const canopy = canopyOfParts(known);
  const { open } = canopy;
  return {
    ground_ha: canopy.groundHectares,
    crown_ha: canopy.crownHectares,
    closed_canopy_ha: canopy.closedHectares,
    closed_canopy_trees: canopy.trees,
    missed_canopy_ha: open ? canopy.missedHectares : null,
    open_canopy_ha: open?.canopyHectares ?? null,
    low_plants_ha: open?.lowHectares ?? null,
    bare_ha: open?.bareHectares ?? null,
  };
}

/** Places of closed canopy and shrubs in one block, as its row keeps them; null where the block does not say. */
export interface CoveredBlock {
  canopy: CanopyPart | null;
  /** Source pixels x0, y0, x1, y1, … */
  shrub_points: number[] | null;
}

/** Where closed canopy and shrubs of an image stand; null each where a block does not say. */
export function coverOfBlocks(facts: ImageMetadata, blocks: readonly CoveredBlock[]): ImageCover {
  const parts = blocks.flatMap(({ canopy }) => canopy ?? []);
  const points = blocks.flatMap(({ shrub_points }) => (shrub_points ? [shrub_points] : []));
  const isWhole = (known: readonly unknown[]) => known.length > 0 && known.length === blocks.length;
  return {
    canopy: isWhole(parts) ? placesOfCanopy(facts, parts) : null,
    shrubs: isWhole(points) ? [...pixelsToLonLats(facts, points.flat())] : null,
  };
}

function placesOfCanopy(facts: ImageMetadata, parts: readonly CanopyPart[]): number[] {
  const closed = closedCanopyOfParts(parts);
  const middles = closed.map((gridCell) => middleOf(gridCell, facts.gsdMeters));
  const positions = pixelsToLonLats(
    facts,
    middles.flatMap(({ x, y }) => [x, y]),
  );
  return closed.flatMap(({ hectares }, i) => [
    positions[2 * i] as number,
    positions[2 * i + 1] as number,
    hectares * M2_A_HECTARE,
  ]);
}
