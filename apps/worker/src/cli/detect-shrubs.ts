/** Shrubs of dry land in the output of the detector: beside the trees, not among them. */
import { text } from "@nihol/locales/text";
import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";
import type { Shrub } from "@nihol/vision/shrubs/dry-land";
import { rounded } from "./rounded.ts";

type ShrubRun = { shrubs?: readonly Shrub[] };

function middleOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  return middle === undefined ? null : rounded(middle, 2);
}

/** A sentence on shrubs; undefined where there are none. */
export function shrubsText({ shrubs = [] }: ShrubRun): string | undefined {
  return shrubs.length > 0 ? text("en", "coverage.shrubs", { n: shrubs.length }) : undefined;
}

/** Their number, the width and height of the middle one in metres, and where they stand: pixels, or longitude and latitude. */
export function shrubFields(run: ShrubRun, georeference?: Georeference) {
  const { shrubs } = run;
  if (!shrubs) return {};
  const heights = shrubs.flatMap(({ heightMeters }) => heightMeters ?? []);
  const placeOf = ({ x, y }: Shrub): number[] =>
    georeference
      ? pixelToLonLat(georeference, x, y).map((v) => rounded(v, 8))
      : [rounded(x, 2), rounded(y, 2)];
  return {
    shrubs: {
      count: shrubs.length,
      width_m: middleOf(shrubs.map(({ widthMeters }) => widthMeters)),
      height_m: middleOf(heights),
      text: shrubsText(run) ?? null,
      places: shrubs.map(placeOf),
    },
  };
}
