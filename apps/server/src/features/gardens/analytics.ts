/** Figures of one garden: its trees now, on each capture, and by the size of their crowns. */

import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import type { Db } from "@nihol/db/connection";
import { sharedFraction } from "@nihol/geo/overlap";
import { combineCounts } from "@nihol/store/trees/tree-count";
import { imageryFigures } from "../../shared/imagery/imagery-figures.ts";
import {
  type CaptureRow,
  countByCrown,
  countGardenTrees,
  listGardenCaptures,
  listGardenGround,
} from "./analytics-queries.ts";

/** Square metres: crowns of about 1.6, 2.5, 3.6, 5, 7 and 10 m across. */
const crownBounds = [0, 2, 5, 10, 20, 40, 80] as const;

interface Capture extends CaptureRow {
  /** Of the garden, 0 to 1. */
  covered: number;
}

/** The images that show a part of the garden, newest first, each with its own trees there. */
export async function listCapturesOf(db: Db, garden: Garden): Promise<Capture[]> {
  const { boundary, bbox, id } = garden;
  if (!boundary || !bbox) return [];
  const rows = await listGardenCaptures(db, id, bbox);
  return rows
    .map((row) => ({ ...row, covered: sharedFraction(boundary, row.coverage) }))
    .filter((row) => row.covered > 0);
}

/** The figures of a garden within the actor's scope; areas in square metres, percentages 0 to 100. */
export async function findAnalytics(db: Db, garden: Garden): Promise<GardenAnalytics> {
  const [trees, seen, captures, by_crown_m2] = await Promise.all([
    countGardenTrees(db, garden.id),
    listGardenGround(db, garden.id),
    listCapturesOf(db, garden),
    countByCrown(db, garden.id, crownBounds),
  ]);
  const figures = imageryFigures({ trees, seen }, garden.area_m2);
  return {
    garden: garden.id,
    area_m2: garden.area_m2,
    coverage: figures.coverage,
    trees: figures.trees,
    tree_area_m2: figures.tree_area_m2,
    tree_area_percent: figures.tree_area_percent,
    green_level: figures.green_levels[0] ?? null,
    green_levels: figures.green_levels,
    canopy: figures.canopy,
    shrubs: figures.shrubs,
    captures: captures.map((row) => ({
      whole_image: row.whole_image_id,
      date: row.captured_on,
      gsd_m: row.gsd_m,
      model: row.model ?? "",
      trees: combineCounts([row]),
      tree_area_m2: row.area_m2,
      covered_percent: row.covered * 100,
      given_by: row.given_by,
    })),
    by_crown_m2,
  };
}
