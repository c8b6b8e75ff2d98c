import { stretchedViews, usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { refuseField } from "../../http/problem.ts";

/**
 * Colouring asked for an image, and what tells it apart in an ETag: nothing where it is shown as it is.
 * @throws {FieldProblem} for infrared of an image that has none
 */
export function askedView(
  { view, low, high, gamma }: ViewSettings,
  image: ImageMetadata,
): { view: ViewSettings; tag: string } {
  if (view === "infrared" && image.roles.nir === null) refuseField("view", "invalid");
  if (!stretchedViews.includes(view))
    return { view: { ...usualView, view }, tag: view === "natural" ? "" : `-${view}` };
  return { view: { view, low, high, gamma }, tag: `-${view}-${low}-${high}-${gamma}` };
}
