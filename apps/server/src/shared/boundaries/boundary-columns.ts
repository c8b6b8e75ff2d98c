/** Reading and writing the columns that regions and districts share. */

import type { Bbox, MultiPolygon } from "@nihol/contract/values/geometry";
import type { Names } from "@nihol/contract/values/languages";
import { type JsonText, json } from "@nihol/db/json";
import type { Areal } from "@nihol/geo/geometry";
import { FieldProblem } from "../../http/problem.ts";
import { type BoundaryShape, boundaryShape } from "./boundary-shape.ts";
import { checkBoundaryInThread } from "./boundary-threads.ts";

/** Columns that are stored of a boundary. */
export interface BoundaryColumns {
  boundary: JsonText<MultiPolygon> | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
}

/** The columns that follow from a boundary; none of them holds anything where there is none. */
export const columnsOf = (shape: BoundaryShape | null): BoundaryColumns =>
  shape
    ? { ...shape, boundary: json(shape.boundary) }
    : { boundary: null, bbox: null, area_m2: null, center: null };

// A drawn shape is one part of fewer corners and takes a millisecond; joining parts and large shapes take seconds.
const maxPositionsHere = 500;
const hasParts = (sent: Areal) => sent.type === "MultiPolygon" && sent.coordinates.length > 1;

const positionsOf = (sent: Areal) =>
  (sent.type === "Polygon" ? sent.coordinates : sent.coordinates.flat()).reduce(
    (sum, ring) => sum + ring.length,
    0,
  );

/**
 * A boundary as it is stored, with what follows from it; null for none. To be called before a transaction begins: a
 * large shape is checked in a thread and may take seconds. `asker` is the caller's id.
 * @throws {FieldProblem} under `field` saying what is wrong and where
 * @throws {Problem} 503 while too many are being checked or the machine is too busy, 429 while too many of the
 * asker's are
 */
export async function checkedBoundary(
  sent: Areal | null,
  asker: number,
  field = "boundary",
): Promise<BoundaryShape | null> {
  if (!sent) return null;
  const positions = positionsOf(sent);
  const answer =
    positions > maxPositionsHere || hasParts(sent)
      ? await checkBoundaryInThread(sent, positions, asker)
      : boundaryShape(sent);
  if ("shape" in answer) return answer.shape;
  const { refusal, part } = answer;
  const where = part === undefined ? [] : [{ code: "boundary_part", params: { part } }];
  throw new FieldProblem({ [field]: [...where, refusal] });
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
