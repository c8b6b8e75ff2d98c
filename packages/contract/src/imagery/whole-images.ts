import { bboxSchema, multiPolygonSchema } from "../geometry.ts";
import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "../paging.ts";
import { addressTokenShape } from "../people/access-tokens.ts";
import { call, resource } from "../resource.ts";
import { treeCountsSchema } from "../statistics.ts";
import { mendings } from "../values/imagery/raster-metadata.ts";
import { imageFiles, processStates, wholeImageOrderings } from "../values/imagery.ts";
import { paths } from "../values/paths.ts";
import { placeStates } from "../values/planting/place-range.ts";
import { z } from "../z.ts";
import { unusedGroundSchema, usedLessonsSchema } from "./grounds.ts";
import { tileParamsSchema } from "./trees.ts";
import { bandRolesSchema } from "./uploads.ts";
import { viewQueryShape } from "./view-query.ts";

/** Rows at one spacing: metres between places, how many there are, and those that hold a tree with the 90 % range. */
const plantingRowsSchema = z
  .object({
    short_m: z.number(),
    long_m: z.number(),
    places: z.number().int(),
    occupied: z.number().int(),
    low: z.number().int(),
    high: z.number().int(),
    /** Of the places those that were dug and hold no plant; told on images of a few centimetres a pixel alone. */
    pits: z.number().int(),
  })
  .meta({ id: "PlantingRows" });

/** Hectares of the ground that was counted: all of it, under crowns, under closed canopy with the trees found in that. */
const canopySchema = z
  .object({
    ground_ha: z.number(),
    crown_ha: z.number(),
    closed_ha: z.number(),
    trees: z.number().int(),
    /** True where crowns under closed canopy are told apart: where not, the hectares are what is known. */
    countable: z.boolean(),
    /**
     * The rest of the ground by its pixels: under single trees and open wood, grass and other low plants, and bare, built or
     * dry; null for images that were counted before pixels were looked at.
     */
    cover: z
      .object({ open_canopy_ha: z.number(), low_plants_ha: z.number(), bare_ha: z.number() })
      .nullable(),
  })
  .meta({ id: "Canopy" });

const wholeImageSchema = z
  .object({
    id: idSchema,
    process: idSchema,
    file_name: z.string(),
    date: z.iso.date(),
    date_hash: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    gsd_m: z.number(),
    /** Metres a pixel of the coarser image that this one was blown up from; null where nothing says that it was. */
    shown_gsd_m: z.number().nullable(),
    /** Colours were stored at half resolution (JPEG with chroma subsampling), which takes small trees away. */
    half_colours: z.boolean(),
    has_nir: z.boolean(),
    /** Bands of the uploaded file by the role they were read in, and what said so; null for images from before this was kept. */
    bands: bandRolesSchema.nullable(),
    /** Changes to the uploaded file that were needed to read it. */
    mended: z.array(z.enum(mendings)),
    /** Tells whether `original` is the file as it was sent; false where one that was converted long ago took its place. */
    sent_file: z.boolean(),
    bbox: bboxSchema,
    footprint: multiPolygonSchema,
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    gardens: z.array(referenceSchema),
    /** Where it comes from; null where a person sent it without saying, or the source is gone. */
    source: referenceSchema.nullable(),
    /** Credit to the owner of the image, and its licence, as written at its source; empty where nothing was. */
    attribution: z.string(),
    licence: z.string(),
    model: z.string().nullable(),
    /** Lessons of people's labels that its trees were counted by; null: by the detector alone. */
    lessons: usedLessonsSchema.nullable(),
    /** A ground whose lessons its last count did not use. */
    ground_unused: unusedGroundSchema.nullable(),
    /** Lowest score that counts as a tree, where a person set it: who and when. */
    threshold_set: z
      .object({
        threshold: z.number(),
        /** Null where the account is gone. */
        by: z.string().nullable(),
        at: z.iso.datetime().nullable(),
      })
      .nullable(),
    fragment_count: z.number().int(),
    status: z.enum(processStates),
    /** True where its trees count: it is published, and not too coarse to distinguish trees. */
    counts: z.boolean(),
    /** Its pixels are too large for counting trees: it shows how green the ground is, and no number of trees. */
    too_coarse: z.boolean(),
    /** None of its ground lies in a region of the country: it is in no figure of the country. */
    outside_country: z.boolean(),
    trees: treeCountsSchema,
    /** Where the range rests on sample plots of other images of its kind: how many. */
    plots_of: z.object({ images: z.number().int(), windows: z.number().int() }).nullable(),
    /** Young trees in rows on the ground of planting tasks, found by their pattern; counted apart from `trees`. */
    rows: z.array(plantingRowsSchema),
    /** Null where no trees were counted, and on images counted before it was measured. */
    canopy: canopySchema.nullable(),
    /** Shrubs of dry land, which are not among `trees`; null on images counted before they were told apart. */
    shrubs: z.number().int().nullable(),
    /** Where its newest run says otherwise than people who corrected its trees, and nobody has decided yet. */
    conflicts: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "WholeImage" });
export type WholeImage = z.output<typeof wholeImageSchema>;
const wholeImageQuerySchema = pageQuerySchema.extend({
  garden: z.coerce.number().int().optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /**
   * Images of which the newest look at some ground of the place counts in the period: as covered, or as measured for
   * the green level. Place and days are then those of the ground.
   */
  shows: z.enum(["ground", "green"]).optional(),
  bbox: z.string().max(200).optional(),
  /** Images of which fragments wait for a second opinion. */
  opinion: z.literal("waiting").optional(),
});

export const wholeImages = resource({
  name: "wholeimage",
  rights: "wholeimage",
  path: paths.wholeImage,
  row: wholeImageSchema,
  query: wholeImageQuerySchema,
  orderings: wholeImageOrderings,
  order: "-date",
});
/** Ground counts by whole images, wherever they end; who may open an image is asked of the image. */
export const imagesOutOfScope = call({
  method: "GET",
  path: `${paths.wholeImage}/out-of-scope`,
  access: "wholeimage.view",
  summary: "How many images count on ground of the reader's scope that are not in their list",
  query: wholeImageQuerySchema
    .pick({ garden: true, region: true, district: true, from: true, to: true })
    .extend({ shows: wholeImageQuerySchema.shape.shows.unwrap() }),
  answer: z.object({ count: z.number().int() }).meta({ id: "ImagesOutOfScope" }),
});
const imageParams = z.object({ id: z.coerce.number().int().positive() });
/** The image as it is kept (a Cloud Optimized GeoTIFF) or as it was uploaded; ranges of bytes are answered. */
export const imageFile = call({
  method: "GET",
  path: `${paths.wholeImage}/:id/file/:file`,
  access: "wholeimage.view",
  personalToken: "header",
  summary: "The file of an image, whole or by ranges of bytes",
  params: imageParams.extend({ file: z.enum(imageFiles) }),
});
const plantingPlacesSchema = z
  .object({
    /** Of the whole image, as the image itself says. */
    rows: z.array(plantingRowsSchema),
    /** In the box; none where it holds more than `limits.placesOnMap`, for a part would look like the whole. */
    places: z.array(
      z.object({
        longitude: z.number(),
        latitude: z.number(),
        /** Probability that a tree stands there, 0 to 1. */
        chance: z.number(),
        state: z.enum(placeStates),
      }),
    ),
    too_many: z.boolean(),
  })
  .meta({ id: "PlantingPlaces" });
export type PlantingPlaces = z.output<typeof plantingPlacesSchema>;
/** Where the trees of the found rows stand, are missing, or cannot be told. */
export const imagePlaces = call({
  method: "GET",
  path: `${paths.wholeImage}/:id/planting-places`,
  access: "wholeimage.view",
  summary: "Planting places of the rows that were found on an image",
  params: imageParams,
  query: z.object({ bbox: z.string().max(200).optional() }),
  answer: plantingPlacesSchema,
});
export const imageThumbnail = call({
  method: "GET",
  path: `${paths.wholeImage}/:id/thumbnail`,
  access: "wholeimage.view",
  personalToken: "header",
  summary: "An image as a small picture (WebP)",
  params: imageParams,
});
export const imageTile = call({
  method: "GET",
  path: `${paths.imageTiles}/:image/:z/:x/:y`,
  access: "wholeimage.view",
  personalToken: "address",
  params: tileParamsSchema.extend({ image: z.coerce.number().int().positive() }),
  query: z.object({ ...addressTokenShape, ...viewQueryShape }),
});
