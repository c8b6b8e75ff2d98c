/** Reading and writing the columns that regions and districts share. */

import type { Bbox, MultiPolygon } from "@nihol/contract/values/geometry";
import type { Names } from "@nihol/contract/values/languages";
import type { Areal } from "@nihol/geo/geometry";
import { refuseField } from "../../http/problem.ts";
import { type BoundaryColumns, boundaryShape } from "./boundary-shape.ts";
import { checkBoundaryInThread } from "./boundary-threads.ts";

const nothing: BoundaryColumns = { boundary: null, bbox: null, area_m2: null, center: null };

// What people draw is one part of fewer corners and takes a millisecond; joining parts and large shapes take seconds.
const maxPositionsHere = 500;
const hasParts = (sent: Areal) => sent.type === "MultiPolygon" && sent.coordinates.length > 1;

const positionsOf = (sent: Areal) =>
  (sent.type === "Polygon" ? sent.coordinates : sent.coordinates.flat()).reduce(
    (sum, ring) => sum + ring.length,
    0,
  );

/**
 * The columns that follow from a boundary; null empties all of them but the centre. To be called before a
 * transaction begins: a large shape is checked in a thread and may take seconds. `asker` is the caller's id.
 * @throws {FieldProblem} under `field` saying what is wrong and where
 * @throws {Problem} 503 while too many are being checked, 429 while too many of the asker's are
 */
export async function boundaryColumns(
  sent: Areal | null,
  asker: number,
  field = "boundary",
): Promise<BoundaryColumns> {
  if (!sent) return nothing;
  const positions = positionsOf(sent);
  const answer =
    positions > maxPositionsHere || hasParts(sent)
      ? await checkBoundaryInThread(sent, positions, asker)
      : boundaryShape(sent);
  if ("columns" in answer) return answer.columns;
  return refuseField(field, answer.refusal.code, answer.refusal.params);
}

interface SharedRow {
  id: number;
  code: string;
  name: Names;
  boundary?: MultiPolygon | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
  garden_count: number;
  updating: boolean;
}

/** The fields of the contract that regions and districts share. */
export function sharedTerritory(row: SharedRow) {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    boundary: row.boundary ?? null,
    bbox: row.bbox,
    area_m2: row.area_m2,
    center: row.center,
    garden_count: Number(row.garden_count),
    updating: row.updating,
  };
}
