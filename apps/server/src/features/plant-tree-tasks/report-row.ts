import type { PlantTreeReport } from "@nihol/contract/plant-tree-reports";
import type { Names } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { pointInMultiPolygon } from "@nihol/geo/polygon";
import type { Actor } from "../../http/actor.ts";
import { reportCan } from "../../policies/planting.ts";

export interface ReportRow {
  id: number;
  tree_type_id: number;
  tree_type_name: Names;
  count: number;
  plant_date: string;
  image_date: string | null;
  photo_key: string | null;
  latitude: number | null;
  longitude: number | null;
  image_date_from_photo: boolean;
  position_from_photo: boolean;
  created_by: number | null;
  created_at: Date;
}

/** What a row is checked against. */
export interface ReportTask {
  id: number;
  status: TaskStatus;
  boundary: MultiPolygon | null;
}

// A phone under trees is exact to some tens of metres: this near the edge counts as inside.
const slackMetres = 30;
const metresPerDegree = 111_320;

function isInGarden(latitude: number, longitude: number, boundary: MultiPolygon): boolean {
  const dLat = slackMetres / metresPerDegree;
  const dLon = dLat / Math.cos((latitude * Math.PI) / 180);
  return [-1, 0, 1].some((x) =>
    [-1, 0, 1].some((y) =>
      pointInMultiPolygon(longitude + x * dLon, latitude + y * dLat, boundary),
    ),
  );
}

export function reportOf(actor: Actor, task: ReportTask, row: ReportRow): PlantTreeReport {
  const { latitude, longitude, photo_key } = row;
  const hasPosition = latitude !== null && longitude !== null;
  const photo = `${paths.plantTreeTask}/${task.id}/report/${row.id}/photo`;
  return {
    id: row.id,
    tree_type: { id: row.tree_type_id, name: row.tree_type_name },
    count: row.count,
    plant_date: row.plant_date,
    image: photo_key && `${photo}?v=${photo_key.split("/").at(-1)?.slice(0, 8)}`,
    image_date: row.image_date,
    position: hasPosition ? { latitude, longitude } : null,
    from_photo: { image_date: row.image_date_from_photo, position: row.position_from_photo },
    in_garden: hasPosition && task.boundary ? isInGarden(latitude, longitude, task.boundary) : null,
    created_at: row.created_at.toISOString(),
    can: reportCan(actor, task.status, row),
  };
}
