import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import { type Bounds, boundsTouch, type View } from "../data/map-view-state.ts";

/**
 * Of images in view, newest first, the one to name with the trees that count: the newest that shows ground under the
 * middle of the view, else the newest that shows any.
 */
export function newestOf(
  images: readonly Pick<MosaicImage, "id" | "bbox" | "shows">[],
  view: View | undefined,
) {
  const shown = images.filter(({ shows }) => shows);
  if (!view) return shown[0];
  const { longitude, latitude } = view;
  const middle: Bounds = [longitude, latitude, longitude, latitude];
  return shown.find(({ bbox }) => boundsTouch(bbox, middle)) ?? shown[0];
}
