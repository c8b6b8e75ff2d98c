/** Where a label may stand around its place: the first of them that is free is taken. */
import type { VariableAnchorOffsetCollectionSpecification } from "maplibre-gl";

const by = (right: number, down: number): [number, number] => [right, down];

/** Below, above and beside a place, then at its corners, so many ems away from it. */
function ring(away: number): VariableAnchorOffsetCollectionSpecification {
  const corner = 0.75 * away;
  return [
    ...["top", by(0, away), "bottom", by(0, -away)],
    ...["left", by(away, 0), "right", by(-away, 0)],
    ...["top-left", by(corner, corner), "top-right", by(-corner, corner)],
    ...["bottom-left", by(corner, -corner), "bottom-right", by(-corner, -corner)],
  ];
}

/** As `labelsAround`, first of all beside the place, as the names of settlements stand. */
export const labelsBeside = (
  near: number,
  ...away: number[]
): VariableAnchorOffsetCollectionSpecification => [
  ...["left", by(near, 0), "right", by(-near, 0)],
  ...labelsAround(near, ...away),
];

/**
 * Rings around a place, the nearest first. Symbols of records are always drawn and take room from labels: a label
 * with few places to go to would be left out beside them.
 * @param away ems between the place and the label, of each ring
 */
export const labelsAround = (...away: number[]): VariableAnchorOffsetCollectionSpecification =>
  away.flatMap(ring);

/** Above a place, so many ems away from it, or beside that. */
export const labelsAbove = (...away: number[]): VariableAnchorOffsetCollectionSpecification =>
  away.flatMap((up) => [
    ...["bottom", by(0, -up)],
    ...["bottom-left", by(0.5, -up), "bottom-right", by(-0.5, -up)],
  ]);

/** In the middle of an area, or a way off it. */
export const labelsWithin = (...away: number[]): VariableAnchorOffsetCollectionSpecification => [
  "center",
  by(0, 0),
  ...labelsAround(...away),
];
