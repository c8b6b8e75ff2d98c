import { bboxSchema } from "../geometry.ts";
import { idSchema, pageQuerySchema, pageSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { changedTreesShape } from "../statistics.ts";
import {
  comparisonStates,
  registrationMethods,
  treeChanges,
  unseenReasons,
} from "../values/imagery/image-compare.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { tileParamsSchema } from "./trees.ts";

const year = z.coerce.number().int().min(1900).max(2200);
const id = z.coerce.number().int().positive();
const areaShape = { garden: id.optional(), district: id.optional(), region: id.optional() };

/** Two years over one garden, district or region; or two whole images, cut to an area when one is given. */
const compareQuerySchema = z.object({
  ...areaShape,
  from: year.optional(),
  to: year.optional(),
  before: id.optional(),
  after: id.optional(),
});
export type CompareQuery = z.output<typeof compareQuerySchema>;
const compareStartSchema = compareQuerySchema.extend({
  /** Compare every two neighbouring years in between too, for the chart. */
  steps: z.boolean().default(false),
});

/** A count with its 90 % range, the crowns' area, and how many of the trees are a guess. */
const changeFigureSchema = z.object({
  ...changedTreesShape,
  area_m2: z.number(),
  unsure: z.number().int(),
});
export type ChangeFigure = z.output<typeof changeFigureSchema>;
/** The trees that one image found, by what became of them; `found_in_both` and these parts add up to its trees. */
const foundTreesSchema = z.object({
  total: z.number().int(),
  /** Found in this image alone, and standing in the other one nevertheless. */
  kept: z.number().int(),
  /** Lost, of the earlier image; planted, of the later one. */
  changed: z.number().int(),
  not_visible: z.number().int(),
});
export type FoundTrees = z.output<typeof foundTreesSchema>;
const changeTotalsSchema = z.object({
  kept: changeFigureSchema,
  planted: changeFigureSchema,
  lost: changeFigureSchema,
  not_visible: changeFigureSchema,
  /** Trees that each image found, from which the figures follow. */
  found_in_both: z.number().int(),
  found_before: foundTreesSchema,
  found_after: foundTreesSchema,
  /** Trees found in both images: crown area in the earlier and in the later one, m². */
  kept_before_m2: z.number(),
  kept_after_m2: z.number(),
  /** An image of unfamiliar ground, whose sample plots are to be counted first; null where there is none. */
  unfamiliar_image: idSchema.nullable(),
  /** Trees that are not visible, by the reason. */
  reasons: z.record(z.enum(unseenReasons), z.number().int()),
});
export type ChangeTotals = z.output<typeof changeTotalsSchema>;

const compareImageSchema = z.object({
  id: idSchema,
  date: z.iso.date(),
  gsd_m: z.number(),
  has_nir: z.boolean(),
  /** Credit to the owner of the image; empty where nothing was written. */
  attribution: z.string(),
  bbox: bboxSchema,
  file_name: z.string(),
  model: z.string().nullable(),
});
export type CompareImage = z.output<typeof compareImageSchema>;

export const registrationSchema = z.object({
  method: z.enum(registrationMethods),
  /** The later image's ground lies so far to the east and south, metres. */
  east_m: z.number(),
  south_m: z.number(),
  /** Standard error of the shift, metres: of the whole ground. */
  error_m: z.number(),
  /** Where it is smallest and where it is largest, as measured there; null where that could not be measured. */
  error_span_m: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** 0 to 1. */
  confidence: z.number(),
});

const comparePairSchema = z.object({
  before: compareImageSchema,
  after: compareImageSchema,
  comparison: idSchema.nullable(),
  status: z.enum(comparisonStates),
  /** 0 to 100. */
  state_percentage: z.number(),
  message: z.object({ code: z.string(), detail: z.string() }).nullable(),
  registration: registrationSchema.nullable(),
  /** Share of the trees standing there that the detector finds, as the pair itself shows; 0 to 1. */
  recall: z.object({ before: z.number(), after: z.number() }).nullable(),
  /** Days of the year between both dates: leaves differ between seasons. */
  season_days: z.number().int(),
  totals: changeTotalsSchema.nullable(),
});
export type ComparePair = z.output<typeof comparePairSchema>;

const progressShape = {
  status: z.enum(comparisonStates),
  state_percentage: z.number(),
  totals: changeTotalsSchema.nullable(),
};

const compareStepSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  ...progressShape,
});
export type CompareStep = z.output<typeof compareStepSchema>;

/** GET and POST /image-compare. */
const imageCompareSchema = z
  .object({
    area: z
      .object({
        kind: z.enum(["garden", "district", "region"]),
        ...referenceSchema.shape,
        /** Without a border nobody can say which images show the area. */
        has_border: z.boolean(),
      })
      .nullable(),
    bbox: bboxSchema.nullable(),
    from: z.number().int().nullable(),
    to: z.number().int().nullable(),
    /** Years with an image of the area. */
    years: z.array(z.number().int()),
    ...progressShape,
    /** Comparisons that come before those of the pairs that wait; null where none waits. */
    ahead: z.number().int().nullable(),
    pairs: z.array(comparePairSchema),
    steps: z.array(compareStepSchema),
    /** True in `compare` where the reader may have pairs compared that were not yet. */
    can: z.object({ compare: z.boolean() }),
  })
  .meta({ id: "ImageCompare" });
export type ImageCompare = z.output<typeof imageCompareSchema>;

/** `comparison`: numbers, joined by commas, as the pairs of an answer give them. */
const comparisonList = z.string().regex(/^\d{1,9}(,\d{1,9}){0,49}$/, { error: "invalid" });
const changeQuerySchema = pageQuerySchema.extend({
  ...areaShape,
  /** Left out: those whose later image is of these days, as reports add them up. */
  comparison: comparisonList.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  state: z.enum(treeChanges).optional(),
});
export const changeOrderings = ["chance", "area_m2", "id"] as const;
const changeTileQuerySchema = z.object({
  ...areaShape,
  comparison: comparisonList,
});

const changedTreeSchema = z
  .object({
    /** The tree in the later image, or in the earlier one where the later one has none. */
    id: idSchema,
    before_tree: idSchema.nullable(),
    comparison: idSchema,
    state: z.enum(treeChanges),
    reason: z.enum(unseenReasons).nullable(),
    unsure: z.boolean(),
    /** Probability that it was planted or lost in between, 0 to 1. */
    chance: z.number(),
    position: z.tuple([z.number(), z.number()]),
    before_m2: z.number().nullable(),
    after_m2: z.number().nullable(),
    garden: idSchema.nullable(),
  })
  .meta({ id: "ChangedTree" });
export type ChangedTree = z.output<typeof changedTreeSchema>;

export const imageCompare = call({
  method: "GET",
  path: paths.imageCompare,
  access: "wholeimage.view",
  query: compareQuerySchema,
  answer: imageCompareSchema,
});
/** Asks for the pairs that were not compared yet. */
export const imageCompareStart = call({
  method: "POST",
  path: paths.imageCompare,
  access: "wholeimage.view",
  body: compareStartSchema,
  answer: imageCompareSchema,
});
export const changedTrees = call({
  method: "GET",
  path: `${paths.imageCompare}/tree`,
  access: "wholeimage.view",
  query: changeQuerySchema,
  answer: pageSchema(changedTreeSchema),
});
export const changedTreeTile = call({
  method: "GET",
  path: `${paths.imageCompare}/tile/:z/:x/:y.mvt`,
  access: "wholeimage.view",
  params: tileParamsSchema,
  query: changeTileQuerySchema,
});
