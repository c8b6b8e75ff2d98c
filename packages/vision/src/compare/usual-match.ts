/** Usual values of a pair of images: the measure by which a single place is scored. */
import type { OwnAndOther, PlaceMeasurement } from "./place.ts";

/** Of trees that stand in both images. */
export type UsualMatch = {
  residualContrast: number;
  crossCorrelation: number;
  /** As the first and as the second image show them. */
  looks: readonly [UsualLook, UsualLook];
};

/**
 * Look of trees in an image: vegetation index and brightness of crowns, and the index of the barest ground around them.
 */
export type UsualLook = { crownPlant: number; crownLight: number; barePlant: number };

/** A place that one of the images (`side`) has a tree at. */
type MeasuredPlace = { side: 0 | 1; measurement: PlaceMeasurement | undefined };

/** Fewer trees say nothing of what is usual. */
const MIN_MATCHED = 8;
/** Ground of this share of the places is bare: half of the trees may stand in a lawn. */
const BARE_SHARE = 0.2;

/** The value below which a share of the values lies. */
function quantile(values: readonly number[], share: number, otherwise: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? otherwise;
}

/** The middle value, the upper of two. */
export const median = (values: readonly number[], otherwise: number): number =>
  quantile(values, 0.5, otherwise);

/** As one image shows crowns: those found in both, or where they are few those that this image alone has. */
function usualLook(side: 0 | 1, matched: MeasuredPlace[], singles: MeasuredPlace[]): UsualLook {
  const values = (places: MeasuredPlace[], of: (measurement: PlaceMeasurement) => OwnAndOther) =>
    places.flatMap((place) =>
      place.measurement ? [of(place.measurement)[place.side === side ? 0 : 1]] : [],
    );
  const own = singles.filter((place) => place.side === side);
  const crowns = matched.length < MIN_MATCHED ? [...matched, ...own] : matched;
  return {
    crownPlant: median(
      values(crowns, ({ crown }) => crown.plant),
      0,
    ),
    crownLight: median(
      values(crowns, ({ crown }) => crown.light),
      0,
    ),
    barePlant: quantile(
      values([...matched, ...singles], ({ groundPlant }) => groundPlant),
      BARE_SHARE,
      0,
    ),
  };
}

/** Usual values, from some matched trees and all that only one image has; cautious guesses where matched ones are few. */
export function usualMatch(matched: MeasuredPlace[], singles: MeasuredPlace[]): UsualMatch {
  const known = matched.length < MIN_MATCHED ? [] : matched;
  const of = (name: "residualContrast" | "crossCorrelation", otherwise: number) =>
    median(
      known.flatMap(({ measurement }) => measurement?.[name] ?? []),
      otherwise,
    );
  return {
    residualContrast: Math.max(0.25, of("residualContrast", 0.9)),
    crossCorrelation: Math.max(0.15, of("crossCorrelation", 0.6)),
    looks: [usualLook(0, matched, singles), usualLook(1, matched, singles)],
  };
}
