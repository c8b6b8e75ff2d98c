/** What is stored of a boundary. Runs where it may take its time: see boundary-threads.ts. */
import { type JsonText, json } from "@nihol/db/json";
import { cleanMultiPolygon } from "@nihol/geo/files/clean-polygon";
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import type { Params } from "../../http/problem.ts";

export interface BoundaryColumns {
  boundary: JsonText<MultiPolygon> | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
}

/** A boundary that is of no use: what is wrong, and where. */
export interface BoundaryRefusal {
  refusal: { code: string; params: Params };
}

/** The columns that follow from a boundary, or why it is refused. */
export function boundaryShape(sent: Areal): { columns: BoundaryColumns } | BoundaryRefusal {
  const { multiPolygon, problems } = cleanMultiPolygon(sent);
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
      boundary: json(multiPolygon),
      bbox: bboxOf(multiPolygon),
      area_m2: geodesicAreaM2(multiPolygon),
      center: centroidOf(multiPolygon),
    },
  };
}
