/** One garden's figures: its trees now, on each capture, and by the size of their crowns. */
import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import type { Database } from "@nihol/db/tables";
import { combineCounts, crownArea, type ImageCount } from "@nihol/db/tree-count";
import type { Areal } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import type { Kysely } from "kysely";
import {
  type CaptureRow,
  countByCrown,
  countGardenTrees,
  listGardenCaptures,
} from "./analytics-queries.ts";

/** Square metres: crowns of about 1.6, 2.5, 3.6, 5, 7 and 10 m across. */
const crownBounds = [0, 2, 5, 10, 20, 40, 80] as const;

interface Capture extends CaptureRow {
  /** Of the garden, 0 to 1. */
  covered: number;
}

async function capturesOf(db: Kysely<Database>, garden: Garden): Promise<Capture[]> {
  const { boundary, bbox, id } = garden;
  if (!boundary || !bbox) return [];
  const rows = await listGardenCaptures(db, id, bbox);
  return rows
    .map((row) => ({ ...row, covered: sharedFraction(boundary as Areal, row.coverage as Areal) }))
    .filter((row) => row.covered > 0);
}

/** Weighted by how much of the garden each picture covers; of several indices the one that covers most. */
function greenLevelOf(captures: Capture[]): GardenAnalytics["green_level"] {
  const sums = new Map<string, { weight: number; level: number }>();
  for (const { green_level, green_index, covered } of captures) {
    if (green_level === null || green_index === null) continue;
    const sum = sums.get(green_index) ?? { weight: 0, level: 0 };
    sums.set(green_index, {
      weight: sum.weight + covered,
      level: sum.level + covered * green_level,
    });
  }
  const [most] = [...sums].sort(([, a], [, b]) => b.weight - a.weight);
  return most ? { percent: (most[1].level / most[1].weight) * 100, index: most[0] } : null;
}

/** Where a picture shows no tree, that is a count too: zero, with the picture's date. */
function withEmptyPicture(current: ImageCount[], captures: Capture[]): ImageCount[] {
  const [newest] = captures;
  if (current.length > 0 || !newest) return current;
  return [{ ...newest, n: 0, green: 0, not_green: 0, unsure: 0, area_m2: 0, green_area_m2: 0 }];
}

/** The figures of a garden within reach; areas in square metres, percentages 0 to 100. */
export async function findAnalytics(
  db: Kysely<Database>,
  garden: Garden,
): Promise<GardenAnalytics> {
  const [counted, captures, by_crown_m2] = await Promise.all([
    countGardenTrees(db, garden.id),
    capturesOf(db, garden),
    countByCrown(db, garden.id, crownBounds),
  ]);
  const current = withEmptyPicture(counted, captures);
  const shown = new Set(current.map((row) => row.whole_image_id));
  const tree_area_m2 = crownArea(current);
  return {
    garden: garden.id,
    area_m2: garden.area_m2,
    trees: combineCounts(current),
    tree_area_m2,
    tree_area_percent: garden.area_m2 ? Math.min(100, (tree_area_m2 / garden.area_m2) * 100) : null,
    green_level: greenLevelOf(captures.filter((row) => shown.has(row.whole_image_id))),
    captures: captures.map((row) => ({
      whole_image: row.whole_image_id,
      date: row.captured_on,
      gsd_m: row.gsd_m,
      model: row.model ?? "",
      trees: combineCounts([row]),
      tree_area_m2: row.area_m2,
      covered_percent: row.covered * 100,
    })),
    by_crown_m2,
  };
}
