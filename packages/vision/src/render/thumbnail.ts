import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { sharp } from "../native/image-library.ts";
import { type Raster, readPixels } from "../raster/raster.ts";
import { withAlpha } from "./image-view.ts";

/** Pixels of the longer side. */
const side = 512;

/**
 * The whole image as WebP of at most 512 × 512 pixels in its own projection, transparent where there is no data; from
 * the coarsest overview that is no smaller. A RangeError where the image is large and has none.
 */
export async function renderThumbnail(raster: Raster, stretch: Stretch | null): Promise<Buffer> {
  const level =
    raster.levels.filter(({ width, height }) => Math.max(width, height) >= side).at(-1) ??
    raster.levels[0];
  if (!level) throw new Error("The image has no pixels.");
  const { width, height } = level;
  const pixels = await readPixels(raster, 0, 0, width, height, level);
  return await sharp(withAlpha(pixels, stretch), { raw: { width, height, channels: 4 } })
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
