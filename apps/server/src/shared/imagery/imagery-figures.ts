/** Figures of trees and ground, put together from sums. Null where nothing was seen. */
import {
  combineCanopy,
  combineCoverage,
  combineGreenLevels,
  combineShrubs,
  percentOf,
  withSeenImages,
} from "@nihol/store/trees/seen-count";
import {
  combineCounts,
  crownArea,
  greenCrownArea,
  type ImageCount,
  mergeByImage,
} from "@nihol/store/trees/tree-count";
import type { ImagerySums } from "./imagery-sums.ts";

type GroundSums = { trees: readonly ImageCount[]; seen: ImagerySums["seen"] };

/** The counts of trees with the images that show none; undefined when no image shows the ground. */
function seenCounts(trees: readonly ImageCount[], seen: ImagerySums["seen"]) {
  const counts = withSeenImages(mergeByImage(trees), seen);
  return counts.length > 0 ? counts : undefined;
}

/** `total_m2` is the area that coverage is a part of. Areas in square metres, percentages 0 to 100. */
export function imageryFigures({ trees, seen }: GroundSums, total_m2: number | null) {
  const counts = seenCounts(trees, seen);
  const coverage = combineCoverage(seen, total_m2);
  const green_levels = combineGreenLevels(seen);
  const tree_area_m2 = counts ? crownArea(counts) : null;
  return {
    coverage,
    trees: counts ? combineCounts(counts) : null,
    tree_area_m2,
    tree_area_percent: tree_area_m2 === null ? null : percentOf(tree_area_m2, coverage.seen_m2),
    green_level: green_levels[0]?.percent ?? null,
    green_level_index: green_levels[0]?.index ?? null,
    green_levels,
    canopy: combineCanopy(seen),
    shrubs: combineShrubs(seen),
  };
}

/** The figures of gardens alone; `total_m2` is their area. */
export function gardenFigures(sums: ImagerySums, total_m2: number) {
  const counts = seenCounts(sums.gardenTrees, sums.gardenSeen);
  const coverage = combineCoverage(sums.gardenSeen, total_m2);
  return {
    coverage,
    seen: sums.gardensSeen.reduce((sum, row) => sum + row.count, 0),
    tree_count: counts ? combineCounts(counts).total : null,
    tree_area_m2: counts ? crownArea(counts) : null,
    green_area_percent: counts ? percentOf(greenCrownArea(counts), coverage.seen_m2) : null,
  };
}
