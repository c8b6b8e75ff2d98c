/** A window of a raster as an image file of its own. */

import { sharp } from "../native/image-library.ts";
import type { PixelRect } from "./fragment-grid.ts";
import { openRaster, readPixels } from "./raster.ts";
import { toBytes } from "./stretch.ts";

type Facts = Parameters<typeof openRaster>[1] & { stretch: Parameters<typeof toBytes>[1] };

/**
 * Writes a window, in source pixels, as 8 bits a band without loss: TIFF when there is near
 * infrared, which PNG would take for transparency, else PNG.
 */
export async function writeWindow(
  path: string,
  facts: Facts,
  window: PixelRect,
  file: string,
): Promise<void> {
  const raster = await openRaster(path, facts);
  const pixels = await readPixels(raster, window.x, window.y, window.width, window.height);
  const { width, height, bands } = pixels;
  const image = sharp(toBytes(pixels, facts.stretch), { raw: { width, height, channels: bands } });
  await (bands === 4 ? image.tiff({ compression: "deflate" }) : image.png()).toFile(file);
}
