import {
  booleanQuerySchema,
  canSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { treeFilterShape } from "../statistics.ts";
import { unseenReasons } from "../values/imagery/image-compare.ts";
import { paths } from "../values/paths.ts";
import { greenStates, treeHistoryStates, treeReviews } from "../values/trees.ts";
import { z } from "../z.ts";
import { treeCreateSchema, treePatchSchema } from "./tree-corrections.ts";

const treeSchema = z
  .object({
    id: idSchema,
    date: z.iso.date(),
    position: z.tuple([z.number(), z.number()]),
    detection: z.object({
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      score: z.number(),
    }),
    segmentation: z.object({
      area_m2: z.number(),
      crown: z.array(z.tuple([z.number(), z.number()])),
    }),
    green: z.enum(greenStates),
    index: z.number().nullable(),
    index_name: z.string().nullable(),
    garden: idSchema.nullable(),
    district: idSchema.nullable(),
    region: idSchema.nullable(),
    whole_image: idSchema,
    fragment: z.number().int(),
    /** State of its review by people. */
    review: z.enum(treeReviews),
    /** To be sent with a correction: whether it was made of the newest state. */
    version: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "Tree" });
export type Tree = z.output<typeof treeSchema>;
const treeQuerySchema = pageQuerySchema.extend({
  ...treeFilterShape,
  whole_image: z.coerce.number().int().optional(),
  fragment: z.coerce.number().int().optional(),
  green: z.enum(greenStates).optional(),
  /** Trees of any garden, or those in none. */
  in_garden: booleanQuerySchema.optional(),
  bbox: z.string().max(200).optional(),
});
/** Trees in a box, in degrees; the bounds of a map. */
const treeDatesQuerySchema = z.object({ ...treeFilterShape, bbox: z.string().max(200) });
/** Capture dates of the oldest and the newest image that the trees counted in a box stand in; null without trees. */
const treeDatesSchema = z
  .object({ captured_from: z.iso.date().nullable(), captured_to: z.iso.date().nullable() })
  .meta({ id: "TreeDates" });
export type TreeDates = z.output<typeof treeDatesSchema>;
/** Events at the place of a tree, one an image; its crown and state where the tree was detected in that image. */
const treeHistorySchema = z
  .object({
    events: z.array(
      z.object({
        whole_image: idSchema,
        date: z.iso.date(),
        /** "stands": not detected there by itself, but seen when its place was looked at again. */
        state: z.enum(treeHistoryStates),
        /** The detected tree of that image. */
        tree: idSchema.nullable(),
        area_m2: z.number().nullable(),
        green: z.enum(greenStates).nullable(),
        /** Probability that the tree came or went between the images compared. */
        chance: z.number().nullable(),
        unsure: z.boolean(),
        /** Reason why nothing can be said of it there. */
        reason: z.enum(unseenReasons).nullable(),
      }),
    ),
  })
  .meta({ id: "TreeHistory" });
export type TreeHistory = z.output<typeof treeHistorySchema>;
const treeOrderings = ["date", "score", "area_m2"] as const;
/** `whole_image` shows one image's own trees, whether or not a newer image has replaced them. */
const treeTileQuerySchema = z.object({
  ...treeFilterShape,
  whole_image: z.coerce.number().int().optional(),
  green: z.enum(greenStates).optional(),
});
export const tileParamsSchema = z.object({
  z: z.coerce.number().int().min(0).max(22),
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
});

export const trees = resource({
  name: "planttreedetail",
  rights: "planttreedetail",
  path: paths.plantTreeDetail,
  row: treeSchema,
  create: treeCreateSchema,
  patch: treePatchSchema,
  query: treeQuerySchema,
  orderings: treeOrderings,
  order: "-date",
});
export const treeDates = call({
  method: "GET",
  path: paths.treeDates,
  access: "planttreedetail.view",
  query: treeDatesQuerySchema,
  answer: treeDatesSchema,
});
/** Follows one tree through the images that were compared, the oldest first. */
export const treeHistory = call({
  method: "GET",
  path: `${paths.plantTreeDetail}/:id/history`,
  access: "planttreedetail.view",
  // Comparisons of images say what became of it.
  andOneOf: ["wholeimage.view"],
  summary: "One tree through the images that were compared, the oldest first",
  params: idParamsSchema,
  answer: treeHistorySchema,
});
export const treeTile = call({
  method: "GET",
  path: `${paths.treeTiles}/:z/:x/:y.mvt`,
  access: "planttreedetail.view",
  params: tileParamsSchema,
  query: treeTileQuerySchema,
});
