import type { Stretch } from "@nihol/contract/values/raster-metadata";
import { sharp } from "../native/image-library.ts";
import type { PixelRect } from "../raster/fragment-grid.ts";
import type { Pixels, Raster } from "../raster/raster.ts";
import { readWindow } from "../raster/raster-window.ts";
import { toBytes } from "../raster/stretch.ts";
import { type OverlayLayer, type OverlayPlace, type OverlayTree, treeOverlay } from "./overlay.ts";

/** `format` is WebP unless JPEG is asked for, which has grey where there is no data. `width` of the image in pixels (the fragment's own by default); trees in pixels of the whole image. */
export type FragmentOptions = {
  layer: "original" | OverlayLayer;
  trees?: OverlayTree[];
  /** Places of plantings, pixels of the whole image. */
  places?: OverlayPlace[];
  width?: number;
  format?: "webp" | "jpeg";
  stretch?: Stretch | null;
};

/** A part of the image as WebP or JPEG, transparent where there is no data, with the wanted layer drawn over it. */
export async function renderFragment(
  raster: Raster,
  area: PixelRect,
  options: FragmentOptions,
): Promise<Buffer> {
  const width = Math.max(1, Math.min(options.width ?? area.width, area.width));
  const scale = width / area.width;
  const height = Math.max(1, Math.round(area.height * scale));
  const { x, y } = area;
  const pixels = await readWindow(raster, {
    x,
    y,
    width: area.width,
    height: area.height,
    outWidth: width,
    outHeight: height,
  });
  const image = sharp(withAlpha(pixels, options.stretch ?? null), {
    raw: { width, height, channels: 4 },
  });
  if (options.layer !== "original" && (options.trees?.length || options.places?.length)) {
    const view = { x, y, scale, width, height };
    const svg = treeOverlay(options.trees ?? [], options.layer, view, options.places);
    image.composite([{ input: Buffer.from(svg) }]);
  }
  if (options.format === "jpeg")
    return await image.flatten({ background: "#8a8a8a" }).jpeg({ quality: 88 }).toBuffer();
  return await image.webp({ quality: 85, effort: 2 }).toBuffer();
}

/** Red, green, blue and alpha in 8 bits. */
export function withAlpha(pixels: Pixels, stretch: Stretch | null): Uint8Array {
  const bytes = toBytes(pixels, stretch);
  const count = pixels.width * pixels.height;
  const out = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const from = i * pixels.bands;
    out[i * 4] = bytes[from] ?? 0;
    out[i * 4 + 1] = bytes[from + 1] ?? 0;
    out[i * 4 + 2] = bytes[from + 2] ?? 0;
    out[i * 4 + 3] = pixels.valid[i] === 1 ? 255 : 0;
  }
  return out;
}
