import type { ImageFacts } from "@nihol/vision/ingest/raster-metadata";
import type { Stretch } from "@nihol/vision/raster/stretch";

/**
 * What `whole_image.facts` holds: the COG's facts, and how its 16 bits become 8, measured once so
 * that every fragment and tile is seen alike (null for 8-bit pictures).
 */
export type PictureFacts = ImageFacts & {
  stretch: Stretch | null;
};
