import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { type Bounds, boundsTouch, type View } from "../data/map-view-state.ts";

/**
 * Of images in view, newest first, the one to show with the trees that count: the newest published one under the
 * middle of the view, else the newest published one. Images whose trees do not count are shown when chosen.
 */
export function newestOf(
  images: readonly WholeImage[],
  view: View | undefined,
): WholeImage | undefined {
  const counted = images.filter((one) => one.counts);
  if (!view) return counted[0];
  const { longitude, latitude } = view;
  const middle: Bounds = [longitude, latitude, longitude, latitude];
  return counted.find((one) => boundsTouch(one.bbox, middle)) ?? counted[0];
}
