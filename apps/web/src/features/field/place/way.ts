/** Distance and direction to a place. */
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { positionsOf } from "@nihol/contract/values/planting/report-place";
import { distanceToAreaM } from "@nihol/geo/area-distance";
import { metersFrom } from "@nihol/geo/flat-meters";
import { geodesicAreaM2 } from "@nihol/geo/polygon";

export interface Place {
  latitude: number;
  longitude: number;
}

const metresTo = (from: Place, to: Place) =>
  metersFrom([from.longitude, from.latitude])([to.longitude, to.latitude]);

/** Metres from one place to another, and where it lies: 0 north, 1 north-east, and so on to 7. */
export function wayTo(from: Place, to: Place): { metres: number; eighth: number } {
  const [east, north] = metresTo(from, to);
  const turn = (Math.atan2(east, north) / (2 * Math.PI) + 1) % 1;
  return { metres: Math.hypot(east, north), eighth: Math.round(turn * 8) % 8 };
}

/** The middle of the bounds of an area: where the way leads. */
export function middleOf(area: MultiPolygon): Place {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of area.coordinates.flat(2)) {
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

/** Metres to the nearest edge of an area, 0 inside. */
export const metresToArea = ({ longitude, latitude }: Place, area: MultiPolygon): number =>
  distanceToAreaM(longitude, latitude, area);

/** The address that opens the map of the phone (RFC 5870). */
export const geoAddress = ({ latitude, longitude }: Place): string =>
  `geo:${latitude.toFixed(6)},${longitude.toFixed(6)}`;

/** Metres of a line, from each position to the next. */
function lengthOf(line: readonly (readonly [number, number])[]): number {
  return line.slice(1).reduce((sum, position, index) => {
    const [east, north] = metersFrom(line[index] ?? position)(position);
    return sum + Math.hypot(east, north);
  }, 0);
}

/** Size of a place: metres of a line, square metres of an area; nothing of a point. */
export function sizeOf(place: ReportPlace): { metres?: number; areaM2?: number } {
  if (place.type === "LineString") return { metres: lengthOf(positionsOf(place)) };
  return place.type === "Polygon" ? { areaM2: geodesicAreaM2(place) } : {};
}
