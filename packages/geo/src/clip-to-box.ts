/** Clips rings to a box. Sutherland and Hodgman, Reentrant polygon clipping, 1974. */
import { type Areal, type Bbox, type Position, partsOf, type Ring } from "./geometry.ts";

/** 0: longitude, 1: latitude. */
type Axis = 0 | 1;

/**
 * The part of a closed ring inside the box. A bent ring may keep edges that run along the box to and fro:
 * by the even-odd rule they hold no area. Fewer than four positions: nothing is left.
 */
export function clipRing(ring: Ring, [west, south, east, north]: Bbox): Ring {
  let result = clipAt(ring, 0, west, 1);
  result = clipAt(result, 0, east, -1);
  result = clipAt(result, 1, south, 1);
  return clipAt(result, 1, north, -1);
}

/** Tells whether an area's outlines meet a box, which may be a line or a point; holes are passed over. */
export const meetsBox = (area: Areal, box: Bbox): boolean =>
  partsOf(area).some(([outline]) => outline !== undefined && clipRing(outline, box).length >= 4);

/** Keeps what is above (`side` 1) or below (-1) a limit on one axis. */
function clipAt(ring: Ring, axis: Axis, limit: number, side: 1 | -1): Ring {
  const isInside = (at: Position) => side * (at[axis] - limit) >= 0;
  if (ring.every(isInside)) return ring;
  const kept: Ring = [];
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1] as Position;
    const to = ring[i] as Position;
    if (isInside(from) !== isInside(to)) kept.push(crossingAt(from, to, axis, limit));
    if (isInside(to)) kept.push(to);
  }
  const [first] = kept;
  if (first) kept.push(first);
  return kept;
}

/** From the lower end up, so that two neighbours cut one shared edge at the same last bit. */
function crossingAt(from: Position, to: Position, axis: Axis, limit: number): Position {
  const [a, b] = from[axis] < to[axis] ? [from, to] : [to, from];
  const share = (limit - a[axis]) / (b[axis] - a[axis]);
  return axis === 0 ? [limit, a[1] + share * (b[1] - a[1])] : [a[0] + share * (b[0] - a[0]), limit];
}
