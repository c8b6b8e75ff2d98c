import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { Names } from "@nihol/contract/values/languages";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { EvidenceFlag } from "@nihol/contract/values/planting/evidence-flags";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { distanceToAreaM } from "@nihol/geo/area-distance";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { elsewhereM } from "@nihol/store/evidence/flag-limits";
import type { Actor } from "../../http/actor.ts";
import { reportCan } from "../../policies/planting.ts";
import { photoPath } from "../../shared/planting/photo-path.ts";

export interface ReportRow {
  id: number;
  tree_type_id: number;
  tree_type_name: Names;
  count: number;
  stock_height_cm: number | null;
  plant_date: string;
  image_date: string | null;
  photo_key: string | null;
  latitude: number | null;
  longitude: number | null;
  place: ReportPlace | null;
  accuracy_m: number | null;
  image_date_from_photo: boolean;
  position_from_photo: boolean;
  created_by: number | null;
  created_at: Date;
}

/** Facts of a task that a row is checked against. */
export interface ReportTask {
  id: number;
  status: TaskStatus;
  boundary: MultiPolygon | null;
}

export function reportOf(
  actor: Actor,
  task: ReportTask,
  row: ReportRow,
  flags: EvidenceFlag[] = [],
): PlantTreeReport {
  const { latitude, longitude } = row;
  const hasPosition = latitude !== null && longitude !== null;
  return {
    id: row.id,
    tree_type: { id: row.tree_type_id, name: row.tree_type_name },
    count: row.count,
    stock_height_cm: row.stock_height_cm,
    plant_date: row.plant_date,
    image: photoPath(task.id, row.id, row.photo_key),
    image_date: row.image_date,
    position: hasPosition ? { latitude, longitude } : null,
    place: row.place,
    accuracy_m: row.accuracy_m,
    from_photo: { image_date: row.image_date_from_photo, position: row.position_from_photo },
    in_garden:
      hasPosition && task.boundary
        ? distanceToAreaM(longitude, latitude, task.boundary) <= elsewhereM.note
        : null,
    flags,
    created_at: row.created_at.toISOString(),
    can: reportCan(actor, task.status, row),
  };
}
