/** The ground in which the plots of a task are drawn: what its report says was planted, or the whole garden. */

import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { smallestPlotGroundM2 } from "@nihol/counting/plot-plan";
import type { Db } from "@nihol/db/connection";
import { bboxPolygon, type MultiPolygon, type Polygon } from "@nihol/geo/geometry";
import { intersection, intersects, unionOf } from "@nihol/geo/overlay";
import { bboxOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { listReportedPlaces } from "./survival-queries.ts";

/** Where plots may lie. */
interface PlotGround {
  ground: MultiPolygon;
  areaM2: number;
  /** Other tasks of the garden whose trees may stand there too; null for the whole garden. */
  sharing: number[] | null;
}

interface GardenTask {
  id: number;
  garden_id: number;
  boundary: MultiPolygon | null;
  area_m2: number | null;
}

const isArea = (place: ReportPlace | null): place is Extract<ReportPlace, { type: "Polygon" }> =>
  place?.type === "Polygon";

/**
 * Every row of the report must name an area: trees of a row without one stand anywhere in the garden. What lies outside
 * the garden is left out.
 * @returns undefined where the garden has no boundary
 */
export async function plotGround(
  db: Db,
  { id, garden_id, boundary, area_m2 }: GardenTask,
): Promise<PlotGround | undefined> {
  if (!boundary || !area_m2) return undefined;
  const garden = { ground: boundary, areaM2: area_m2, sharing: null };
  const tasks = Map.groupBy(await listReportedPlaces(db, garden_id), ({ task_id }) => task_id);
  const areasOf = (task: number): Polygon[] | undefined => {
    const places = (tasks.get(task) ?? []).map(({ place }) => place);
    const areas = places.filter(isArea);
    return areas.length > 0 && areas.length === places.length ? areas : undefined;
  };
  const own = areasOf(id);
  if (!own) return garden;
  const ground = intersection(unionOf(own), boundary);
  const areaM2 = geodesicAreaM2(ground);
  // A report cannot keep its trees from being counted by naming a spot.
  if (areaM2 < smallestPlotGroundM2) return garden;
  const around = bboxPolygon(bboxOf(ground));
  const sharing = [...tasks.keys()].filter(
    (task) =>
      task !== id &&
      (areasOf(task)?.some((area) => intersects(area, around) && intersects(area, ground)) ?? true),
  );
  return { ground, areaM2, sharing };
}
