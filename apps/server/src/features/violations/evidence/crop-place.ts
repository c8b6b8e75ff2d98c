/** Where the two crops of a case lie: the same square of ground in the earlier and in the later image. No database here. */

import type { Registration } from "@nihol/contract/values/imagery/image-compare";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { ComparisonEvidence } from "@nihol/contract/values/violations";
import { metersFrom, movedBy } from "@nihol/geo/flat-meters";
import { lonLatToPixel } from "@nihol/vision/coordinates/projection";
import type { PixelRect } from "@nihol/vision/raster/fragment-grid";

/** Metres: the smallest shows some trees around a lost one, the largest still shows crowns on paper. */
const side = { min: 60, max: 300 };

interface CropImage {
  cog_key: string;
  facts: ImageMetadata;
  width: number;
  height: number;
  date: string;
}

/** Of a stored image what its crops need. */
export const cropImage = ({
  captured_on,
  ...image
}: Omit<CropImage, "date"> & { captured_on: string }): CropImage => {
  const { cog_key, facts, width, height } = image;
  return { cog_key, facts, width, height, date: captured_on };
};

/** Crop to be made. */
export interface CropOrder {
  side: "before" | "after";
  image: CropImage;
  area: PixelRect;
}

type Place = [lon: number, lat: number];

/** Pixels of a square of ground; undefined where the image shows too little of it. */
function pixelsOf(image: CropImage, center: Place, sideM: number): PixelRect | undefined {
  const half = sideM / 2;
  const corners = [
    [-half, half],
    [half, half],
    [half, -half],
    [-half, -half],
  ].map(([east = 0, north = 0]) => lonLatToPixel(image.facts, ...movedBy(center, east, north)));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const area = {
    x: Math.floor(Math.min(...xs)),
    y: Math.floor(Math.min(...ys)),
    width: Math.ceil(Math.max(...xs) - Math.min(...xs)),
    height: Math.ceil(Math.max(...ys) - Math.min(...ys)),
  };
  return clipped(area, image);
}

/** Cuts a rectangle to the image; undefined when less than half of it lies within. */
function clipped({ x, y, width, height }: PixelRect, image: CropImage): PixelRect | undefined {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const inside = {
    x: left,
    y: top,
    width: Math.min(image.width, x + width) - left,
    height: Math.min(image.height, y + height) - top,
  };
  if (inside.width < 1 || inside.height < 1) return undefined;
  return inside.width * inside.height * 2 < width * height ? undefined : inside;
}

/** A square around trees: their middle, and a side that holds them with some ground around. */
function groundAround(trees: readonly { lon: number; lat: number }[]) {
  const lons = trees.map(({ lon }) => lon);
  const lats = trees.map(({ lat }) => lat);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const center: Place = [middle(lons), middle(lats)];
  const toMetres = metersFrom(center);
  // The middle lies halfway, so the farthest is half the extent away.
  const extent = 2 * Math.max(...toMetres([Math.max(...lons), Math.max(...lats)]));
  const sideM = Math.round(Math.min(side.max, Math.max(side.min, 1.25 * extent)));
  return { center, sideM, extent, toMetres };
}

/**
 * The crops around lost trees, the surest first: around all of them, or around the surest where they lie too far apart.
 * The later image's is shifted as the comparison has laid it on the earlier one.
 */
export function cropAround(
  trees: readonly { lon: number; lat: number }[],
  before: CropImage,
  after: CropImage,
  { east_m, south_m }: Pick<Registration, "east_m" | "south_m">,
): { center: Place; crop: ComparisonEvidence["crop"]; crops: CropOrder[] } {
  const all = groundAround(trees);
  const { center, sideM, toMetres } = all.extent > side.max ? groundAround(trees.slice(0, 1)) : all;
  const early = pixelsOf(before, center, sideM);
  const late = pixelsOf(after, movedBy(center, east_m, -south_m), sideM);
  if (!early || !late) return { center, crop: null, crops: [] };
  const lost_at = trees
    .map(({ lon, lat }): [number, number] => {
      const [east, north] = toMetres([lon, lat]);
      return [0.5 + east / sideM, 0.5 - north / sideM];
    })
    .filter((place) => place.every((share) => share >= 0 && share <= 1));
  return {
    center,
    crop: { center, side_m: sideM, lost_at },
    crops: [
      { side: "before", image: before, area: early },
      { side: "after", image: after, area: late },
    ],
  };
}
