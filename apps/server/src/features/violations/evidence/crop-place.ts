/** Where the two crops of a case lie: the same square of ground in the earlier and in the later image. No database here. */

import type { Registration } from "@nihol/contract/values/imagery/image-compare";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { ComparisonEvidence } from "@nihol/contract/values/violations";
import { metersFrom, movedBy } from "@nihol/geo/flat-meters";
import { lonLatToPixel } from "@nihol/vision/coordinates/projection";
import type { PixelRect } from "@nihol/vision/raster/fragment-grid";

/** Metres: the smallest shows some trees around a lost one, the largest still shows crowns on paper. */
export const side = { min: 60, max: 300 };

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

/** Pixels of a square of ground; undefined where the image does not show the whole of it. */
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
  const x = Math.floor(Math.min(...xs));
  const y = Math.floor(Math.min(...ys));
  const width = Math.ceil(Math.max(...xs) - Math.min(...xs));
  const height = Math.ceil(Math.max(...ys) - Math.min(...ys));
  const isWhole = x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height;
  return isWhole ? { x, y, width, height } : undefined;
}

const steps = [-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4];
/** Moves of a square off an image's edge, in shares of its side, the least first; what it is made around stays in it. */
const moves = steps
  .flatMap((east) => steps.map((north) => ({ east, north })))
  .sort((a, b) => Math.hypot(a.east, a.north) - Math.hypot(b.east, b.north));

/** The square itself, or moved or made smaller, so that both images show the whole of it: rings are laid on shares of it. */
function cropWithin(
  { center, sideM }: { center: Place; sideM: number },
  before: CropImage,
  after: CropImage,
  { east_m, south_m }: Pick<Registration, "east_m" | "south_m">,
) {
  for (let sideNow = sideM; sideNow >= side.min; sideNow = Math.floor(sideNow * 0.8))
    for (const { east, north } of moves) {
      const at: Place = movedBy(center, east * sideNow, north * sideNow);
      const early = pixelsOf(before, at, sideNow);
      const late = early && pixelsOf(after, movedBy(at, east_m, -south_m), sideNow);
      if (early && late) return { at, sideM: sideNow, early, late };
    }
  return undefined;
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
  return { center, sideM, extent };
}

/**
 * The crops around lost trees, the surest first: around all of them, or around the surest where they lie too far apart.
 * The later image's is shifted as the comparison has laid it on the earlier one.
 */
export function cropAround(
  trees: readonly { lon: number; lat: number }[],
  before: CropImage,
  after: CropImage,
  moved: Pick<Registration, "east_m" | "south_m">,
): { center: Place; crop: ComparisonEvidence["crop"]; crops: CropOrder[] } {
  const all = groundAround(trees);
  const wished = all.extent > side.max ? groundAround(trees.slice(0, 1)) : all;
  const within = cropWithin(wished, before, after, moved);
  if (!within) return { center: wished.center, crop: null, crops: [] };
  const { at: center, sideM, early, late } = within;
  const toMetres = metersFrom(center);
  const lost_at = trees
    .map(({ lon, lat }): [number, number] => {
      const [east, north] = toMetres([lon, lat]);
      return [0.5 + east / sideM, 0.5 - north / sideM];
    })
    .filter((place) => place.every((share) => share >= 0 && share <= 1));
  return {
    center: wished.center,
    crop: { center, side_m: sideM, lost_at },
    crops: [
      { side: "before", image: before, area: early },
      { side: "after", image: after, area: late },
    ],
  };
}
