import { usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import type { Stretch } from "@nihol/contract/values/imagery/raster-metadata";
import { sharp } from "../native/image-library.ts";
import type { PixelRect } from "../raster/fragment-grid.ts";
import type { Raster } from "../raster/raster.ts";
import { readWindow } from "../raster/raster-window.ts";
import { viewed } from "./image-view.ts";
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
  /** Colouring of the image below; as it is when left out. */
  view?: ViewSettings;
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
  const colours = await viewed(raster, pixels, options.view ?? usualView, options.stretch ?? null);
  const image = sharp(colours, { raw: { width, height, channels: 4 } });
  if (options.layer !== "original" && (options.trees?.length || options.places?.length)) {
    const view = { x, y, scale, width, height };
    const svg = treeOverlay(options.trees ?? [], options.layer, view, options.places);
    image.composite([{ input: Buffer.from(svg) }]);
  }
  if (options.format === "jpeg")
    return await image.flatten({ background: "#8a8a8a" }).jpeg({ quality: 88 }).toBuffer();
  return await image.webp({ quality: 85, effort: 2 }).toBuffer();
}
