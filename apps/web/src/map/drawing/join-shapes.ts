import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { unionOf } from "@nihol/geo/overlay";
import { bboxOf } from "@nihol/geo/polygon";
import type { Bounds } from "../data/map-view-state.ts";

/** Several shapes as one, with its bounds; one alone stays as it is. Throws RangeError when there is none. */
export function joinShapes(shapes: readonly MultiPolygon[]): {
  shape: MultiPolygon;
  bounds: Bounds;
} {
  const [first] = shapes;
  if (!first) throw new RangeError("no shape to join");
  const joined = shapes.length === 1 ? first : unionOf([...shapes]);
  return { shape: joined, bounds: bboxOf(joined) };
}
