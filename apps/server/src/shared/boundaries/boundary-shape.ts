/** Works out what follows from a boundary. Runs where it may take its time: see boundary-threads.ts. */
import { cleanMultiPolygon } from "@nihol/geo/files/clean-polygon";
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import type { Params } from "../../http/problem.ts";

/** A sound boundary with its bounds (degrees), its area and the middle of it. */
export interface BoundaryShape {
  boundary: MultiPolygon;
  bbox: Bbox;
  area_m2: number;
  center: [number, number];
}

/** A boundary that is of no use: what is wrong, and where; of one of several parts, in which. */
export interface BoundaryRefusal {
  refusal: { code: string; params: Params };
  part?: number;
}

/** The boundary, sound and measured, or why it is refused. */
export function boundaryShape(sent: Areal): { shape: BoundaryShape } | BoundaryRefusal {
  const { multiPolygon, problems } = cleanMultiPolygon(sent);
  if (!multiPolygon) {
    const problem = problems.find(({ isFault }) => isFault);
    const [longitude, latitude] = problem?.at ?? [0, 0];
    const params = {
      longitude: longitude.toFixed(6),
      latitude: latitude.toFixed(6),
      count: problem?.count ?? 0,
    };
    const refusal = { code: problem?.code ?? "bad_boundary", params };
    const isOfParts = sent.type === "MultiPolygon" && sent.coordinates.length > 1;
    if (!isOfParts || problem?.polygon === undefined) return { refusal };
    return { refusal, part: problem.polygon + 1 };
  }
  const area_m2 = geodesicAreaM2(multiPolygon);
  // A ring round the whole globe encloses as much on the one side as on the other.
  if (!(area_m2 > 0)) return { refusal: { code: "no_area", params: {} } };
  return {
    shape: {
      boundary: multiPolygon,
      bbox: bboxOf(multiPolygon),
      area_m2,
      center: centroidOf(multiPolygon),
    },
  };
}
