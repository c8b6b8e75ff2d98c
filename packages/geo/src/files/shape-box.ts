/** The box around shapes that come one after the other. */
import type { Bbox } from "../geometry.ts";
import { bboxOf } from "../polygon.ts";
import type { Shape } from "./write-boundary.ts";

/** The box of a shape that is not empty, in degrees. */
export function boxOfShape(shape: Shape): Bbox {
  if (shape.type === "MultiPolygon") return bboxOf(shape);
  const [lon, lat] = shape.coordinates;
  return [lon, lat, lon, lat];
}

/** The box around two boxes. */
export function boxAround(a: Bbox | undefined, b: Bbox): Bbox {
  if (!a) return b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Tells whether a shape has a place at all. */
export const hasPlace = (shape: Shape | null): shape is Shape =>
  shape !== null && (shape.type === "Point" || shape.coordinates.length > 0);
