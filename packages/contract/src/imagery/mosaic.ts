/** Images as a map shows them: the newest one of each place. */
import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { treeFilterShape } from "../statistics.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const mosaicImageSchema = z.object({
  id: idSchema,
  file_name: z.string(),
  date: z.iso.date(),
  gsd_m: z.number(),
  bbox: bboxSchema,
  /** Credit to the owner of the image; empty where nothing was written. */
  attribution: z.string(),
  /** True where some ground of the requested place counts in the period by this image: no newer one of the period shows it. */
  shows: z.boolean(),
});
export type MosaicImage = z.output<typeof mosaicImageSchema>;

const mosaicSchema = z
  .object({
    /** Those that touch the box, of all dates, newest first: `limits.imagesOnMap` at most, those that show ground before the others. */
    images: z.array(mosaicImageSchema),
    /** Number of images. */
    count: z.number().int(),
    /** Days on which those were taken whose trees count, ascending; the last `limits.imagesOnMap` of them. */
    dates: z.array(z.iso.date()),
  })
  .meta({ id: "ImageMosaic" });
export type ImageMosaic = z.output<typeof mosaicSchema>;

/** The images of a box, in degrees, and which of them are seen from above when the newest of the period lies uppermost. */
export const imageMosaic = call({
  method: "GET",
  path: paths.imageMosaic,
  access: "wholeimage.view",
  summary: "Images in a box, and which of them show ground that no newer one of the period shows",
  query: z.object({ ...treeFilterShape, bbox: z.string().max(200) }),
  answer: mosaicSchema,
});

const seenGroundSchema = z
  .object({
    /**
     * Outline of each published image of a box, whenever it was taken; none where there are more than
     * `limits.footprintsOnMap`.
     */
    footprints: z.array(multiPolygonSchema),
    too_many: z.boolean(),
  })
  .meta({ id: "SeenGround" });
export type SeenGround = z.output<typeof seenGroundSchema>;

/** Ground of a box, in degrees, that any image has ever shown: the rest was never seen. */
export const seenGround = call({
  method: "GET",
  path: paths.seenGround,
  access: "wholeimage.view",
  summary: "Outlines of all published images in a box, of whatever date",
  query: z.object({ bbox: z.string().max(200) }),
  answer: seenGroundSchema,
});
