/** What is stored of a boundary. Runs where it may take its time: see boundary-threads.ts. */
import { cleanMultiPolygon } from "@nihol/geo/files/clean-polygon";
import type { Areal } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import type { Params } from "../../http/problem.ts";

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

/** A boundary that is of no use: what is wrong, and where. */
export interface BoundaryRefusal {
  refusal: { code: string; params: Params };
}

/** The columns that follow from a boundary, or why it is refused. */
export function boundaryShape(sent: SentBoundary): { columns: BoundaryColumns } | BoundaryRefusal {
  const { multiPolygon, problems } = cleanMultiPolygon(sent as Areal);
  if (!multiPolygon) {
    const problem = problems.find(({ isFault }) => isFault);
    const [longitude, latitude] = problem?.at ?? [0, 0];
    const params = {
      longitude: longitude.toFixed(6),
      latitude: latitude.toFixed(6),
      count: problem?.count ?? 0,
    };
    return { refusal: { code: problem?.code ?? "bad_boundary", params } };
  }
  return {
    columns: {
      boundary: JSON.stringify(multiPolygon),
      bbox: bboxOf(multiPolygon),
      area_m2: geodesicAreaM2(multiPolygon),
      center: centroidOf(multiPolygon),
    },
  };
}
