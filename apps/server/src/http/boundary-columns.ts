/** Reading and writing the columns that regions and districts share. */
import type { MultiPolygon } from "@nihol/contract/geometry";
import type { Names } from "@nihol/contract/names";
import { cleanMultiPolygon } from "@nihol/geo/clean-polygon";
import type { Areal } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { refuseField } from "./problem.ts";

/** Polygon or MultiPolygon as it was sent. */
export type SentBoundary =
  | { type: "MultiPolygon"; coordinates: number[][][][] }
  | { type: "Polygon"; coordinates: number[][][] };

export interface BoundaryColumns {
  boundary: string | null;
  bbox: number[] | null;
  area_m2: number | null;
  center: number[] | null;
}

/**
 * The columns that follow from a boundary; null empties all of them but the centre.
 * @throws {FieldProblem} under `boundary` saying what is wrong and where
 */
export function boundaryColumns(sent: SentBoundary | null): BoundaryColumns {
  if (!sent) return { boundary: null, bbox: null, area_m2: null, center: null };
  const { multiPolygon, problems } = cleanMultiPolygon(sent as Areal);
  const problem = problems.find(({ isFault }) => isFault);
  if (!multiPolygon) {
    const [longitude, latitude] = problem?.at ?? [0, 0];
    return refuseField("boundary", problem?.code ?? "bad_boundary", {
      longitude: longitude.toFixed(6),
      latitude: latitude.toFixed(6),
    });
  }
  return {
    boundary: JSON.stringify(multiPolygon),
    bbox: bboxOf(multiPolygon),
    area_m2: geodesicAreaM2(multiPolygon),
    center: centroidOf(multiPolygon),
  };
}

interface SharedRow {
  id: number;
  code: string;
  name: unknown;
  boundary?: unknown;
  bbox: number[] | null;
  area_m2: number | null;
  center: number[] | null;
  garden_count: number;
}

/** The fields of the contract that regions and districts share. */
export function sharedTerritory(row: SharedRow) {
  return {
    id: row.id,
    code: row.code,
    name: row.name as Names,
    boundary: (row.boundary ?? null) as MultiPolygon | null,
    bbox: row.bbox as [number, number, number, number] | null,
    area_m2: row.area_m2,
    center: row.center as [number, number] | null,
    garden_count: Number(row.garden_count),
  };
}
