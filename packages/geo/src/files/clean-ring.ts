import type { Position, Ring } from "../geometry.ts";
import { twiceSignedArea } from "../polygon.ts";

/** Repairs of a ring that do not change its area. */
export type RingFix =
  | "ring_closed"
  | "duplicate_points_removed"
  | "spikes_removed"
  | "orientation_corrected"
  | "altitude_dropped";

export interface CleanRing {
  ring: Ring;
  fixes: RingFix[];
}

const same = (a: Position | undefined, b: Position | undefined) =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];

/**
 * Closes a ring, drops altitudes, repeated positions and spikes (there and back the same way),
 * and turns it as RFC 7946 wants: outer rings counter-clockwise, holes clockwise.
 * The ring is empty when fewer than three places are left.
 */
export function cleanRing(source: Ring, isOuter: boolean): CleanRing {
  const fixes: RingFix[] = [];
  if (source.some((position) => position.length > 2)) fixes.push("altitude_dropped");
  const isClosed = source.length > 1 && same(source[0], source.at(-1));
  if (!isClosed) fixes.push("ring_closed");
  const open: Ring = (isClosed ? source.slice(0, -1) : source).map(([lon, lat]) => [lon, lat]);
  const distinct = withoutRepeats(open);
  if (distinct.length < open.length) fixes.push("duplicate_points_removed");
  const smooth = withoutSpikes(distinct);
  if (smooth.length < distinct.length) fixes.push("spikes_removed");
  if (smooth.length < 3) return { ring: [], fixes };
  const ring = [...smooth, smooth[0] as Position];
  const area = twiceSignedArea(ring);
  if (area !== 0 && area > 0 !== isOuter) {
    ring.reverse();
    fixes.push("orientation_corrected");
  }
  return { ring, fixes };
}

function withoutRepeats(ring: Ring): Ring {
  return ring.filter((position, i) => ring.length === 1 || !same(position, ring.at(i - 1)));
}

/** Takes out positions from which the ring goes straight back to where it came from. */
function withoutSpikes(ring: Ring): Ring {
  const kept: Ring = [];
  for (const position of ring) {
    kept.push(position);
    while (kept.length > 2 && same(kept.at(-1), kept.at(-3))) kept.length -= 2;
  }
  // The same around the place where the ring begins and ends.
  while (kept.length > 2 && same(kept.at(-1), kept[1])) kept.splice(0, 2);
  while (kept.length > 2 && same(kept.at(-2), kept[0])) kept.length -= 2;
  return kept;
}
