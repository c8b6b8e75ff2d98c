/** Distance of two boxes. */
import { METERS_PER_DEGREE } from "./flat-meters.ts";
import type { Bbox } from "./geometry.ts";

/**
 * Metres between the nearest edges of two boxes; 0 where they touch. Longitude counts by the cosine of the latitude
 * between them and the short way round: good to a few per cent below 1,000 km, as "far away" needs.
 */
export function bboxDistanceM(a: Bbox, b: Bbox): number {
  const north = Math.max(0, a[1] - b[3], b[1] - a[3]);
  const apart = Math.max(0, a[0] - b[2], b[0] - a[2]);
  const around = Math.max(0, 360 - (Math.max(a[2], b[2]) - Math.min(a[0], b[0])));
  const east = Math.min(apart, around);
  const latitude = (Math.max(a[1], b[1]) + Math.min(a[3], b[3])) / 2;
  return METERS_PER_DEGREE * Math.hypot(north, east * Math.cos((latitude * Math.PI) / 180));
}
