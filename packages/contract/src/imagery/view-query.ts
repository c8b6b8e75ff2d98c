import { imageViews, viewBounds } from "../values/imagery.ts";
import { z } from "../z.ts";

const { cut, gamma } = viewBounds;
const cutSchema = z.coerce.number().min(cut.min).max(cut.max).multipleOf(cut.step);

/** Colouring of an image: the query of its tiles and of its fragments' images. */
export const viewQueryShape = {
  view: z.enum(imageViews).default("natural"),
  /** Percent of the darkest pixels that become black, and of the brightest that become white. */
  low: cutSchema.default(cut.usual),
  high: cutSchema.default(cut.usual),
  /** Above 1 lightens what is dark. */
  gamma: z.coerce.number().min(gamma.min).max(gamma.max).default(gamma.usual),
};
