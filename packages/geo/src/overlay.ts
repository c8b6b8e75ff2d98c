/** Overlay of areas in the plane of longitude and latitude, by polyclip-ts (exact arithmetic). */
import * as polyclip from "polyclip-ts";
import { type Areal, type MultiPolygon, partsOf, type Ring } from "./geometry.ts";
import { bboxesTouch, bboxOf, geodesicAreaM2 } from "./polygon.ts";

type ClipShape = [number, number][][][];

function toClip(parts: Ring[][]): ClipShape {
  return parts.map((rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon, lat])));
}

/** The common area; no coordinates when there is none. */
export function intersection(a: Areal, b: Areal): MultiPolygon {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left.length === 0 || right.length === 0 || !bboxesTouch(bboxOf(a), bboxOf(b))) {
    return { type: "MultiPolygon", coordinates: [] };
  }
  return { type: "MultiPolygon", coordinates: polyclip.intersection(toClip(left), toClip(right)) };
}

/** Tells whether two areas have area in common (a shared border is not enough). */
export function intersects(a: Areal, b: Areal): boolean {
  return intersection(a, b).coordinates.length > 0;
}

/** Union of areas: all that is in any of them, as one. */
export function unionOf(areas: Areal[]): MultiPolygon {
  const [first, ...rest] = areas.map((area) => toClip(partsOf(area)));
  return { type: "MultiPolygon", coordinates: first ? polyclip.union(first, ...rest) : [] };
}

/** Difference of two areas: what of `a` is not in `b`. */
export function difference(a: Areal, b: Areal): MultiPolygon {
  return {
    type: "MultiPolygon",
    coordinates: polyclip.difference(toClip(partsOf(a)), toClip(partsOf(b))),
  };
}

/** The share (0 to 1) of the ellipsoidal area of `a` that lies in `b`. 0 when `a` has no area. */
export function overlapShare(a: Areal, b: Areal): number {
  const whole = geodesicAreaM2(a);
  return whole === 0 ? 0 : Math.min(1, geodesicAreaM2(intersection(a, b)) / whole);
}
