/** Distance of a position from an area. */
import { metersFrom } from "./flat-meters.ts";
import { type MultiPolygon, type Position, partsOf } from "./geometry.ts";
import { pointInMultiPolygon } from "./polygon.ts";

/**
 * Metres from a position to the nearest edge of an area, 0 inside; Infinity for an area without edges. Measured in
 * the plane that touches the position, where a degree of longitude is as long as there: good to one per cent within
 * 100 km.
 */
export function distanceToAreaM(lon: number, lat: number, area: MultiPolygon): number {
  if (pointInMultiPolygon(lon, lat, area)) return 0;
  const metres = metersFrom([lon, lat]);
  let nearest = Infinity;
  for (const ring of partsOf(area).flat())
    for (let i = 1; i < ring.length; i++)
      nearest = Math.min(
        nearest,
        toEdge(metres(ring[i - 1] as Position), metres(ring[i] as Position)),
      );
  return nearest;
}

/** From the origin to the segment from `a` to `b`. */
function toEdge([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}
