/** The place of a report's row: whether it can be one, and the one position that stands for it. */
import { isDeepStrictEqual } from "node:util";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { positionsOf, reportPlaceLimits } from "@nihol/contract/values/planting/report-place";
import { bboxDistanceM } from "@nihol/geo/bbox-distance";
import { cleanMultiPolygon } from "@nihol/geo/files/clean-polygon";
import { metersFrom } from "@nihol/geo/flat-meters";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, pointInMultiPolygon } from "@nihol/geo/polygon";
import { refuseField } from "../../http/problem.ts";

const boundsOf = (place: ReportPlace): Bbox =>
  bboxOf({ type: "Polygon", coordinates: [positionsOf(place)] });

/** An area as RFC 7946 wants it, in one ring as it was walked or drawn; one that crosses itself, or has no area, is none. */
function soundArea(place: ReportPlace & { type: "Polygon" }): ReportPlace {
  const parts = cleanMultiPolygon(place, { keepTouching: true }).multiPolygon?.coordinates ?? [];
  const [rings, ...others] = parts;
  if (!rings || others.length > 0 || rings.length !== 1)
    return refuseField("place", "place_invalid");
  return {
    type: "Polygon",
    coordinates: rings.map((ring) => ring.map(([lon, lat]): [number, number] => [lon, lat])),
  };
}

/**
 * The place as it is stored.
 * @param boundary of the task's garden, where it is known
 * @throws {FieldProblem} under `place`: `place_invalid` for a shape that is none, `place_too_large`, `place_far_away`
 */
export function checkedPlace(place: ReportPlace, boundary: MultiPolygon | null): ReportPlace {
  const sound = place.type === "Polygon" ? soundArea(place) : place;
  const bounds = boundsOf(sound);
  const [east, north] = metersFrom([bounds[0], bounds[1]])([bounds[2], bounds[3]]);
  const extent = Math.hypot(east, north);
  if (sound.type === "LineString" && extent === 0) refuseField("place", "place_invalid");
  const { extentMaxM, farM } = reportPlaceLimits;
  if (extent > extentMaxM) refuseField("place", "place_too_large", { max: extentMaxM / 1000 });
  if (boundary && bboxDistanceM(bounds, bboxOf(boundary)) > farM)
    refuseField("place", "place_far_away", { max: farM / 1000 });
  return sound;
}

/**
 * The place that a correction writes: null takes it away, undefined leaves it as it is.
 * @throws as checkedPlace does
 */
export function correctedPlace(
  wanted: ReportPlace | null | undefined,
  before: ReportPlace | null,
  boundary: MultiPolygon | null,
): ReportPlace | null | undefined {
  if (wanted === undefined || isDeepStrictEqual(wanted, before)) return undefined;
  return wanted && checkedPlace(wanted, boundary);
}

/** The middle of a walked line and of a drawn area; where that lies beside a bent area, its first corner. */
export function positionOn(place: ReportPlace): { longitude: number; latitude: number } {
  const positions = positionsOf(place);
  let at = positions[Math.floor(positions.length / 2)] as [number, number];
  if (place.type === "Polygon") {
    const middle = centroidOf(place);
    const isInside = pointInMultiPolygon(...middle, {
      type: "MultiPolygon",
      coordinates: [place.coordinates],
    });
    at = isInside ? middle : (positions[0] as [number, number]);
  }
  const [longitude, latitude] = at;
  return { longitude, latitude };
}
