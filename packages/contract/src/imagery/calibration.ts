import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import {
  calibrationLimits,
  calibrationStates,
  calibrationWindowStates,
} from "../values/imagery/calibration.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Source pixels, x and y, from the top left corner of the sample plot. */
const pointSchema = z.tuple([z.number(), z.number()]);

/** Sample plot: a square of the image that is drawn at random, and in which a person counts. `window` is its name in the API. */
const calibrationWindowSchema = z.object({
  n: z.number().int(),
  state: z.enum(calibrationWindowStates),
  /** Address of its image with a margin around it: a WebP of `shown` pixels of the image. */
  picture: z.string(),
  /** Side of the plot, and where it lies in what is shown, all in source pixels. */
  side: z.number().int(),
  shown: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  marks: z.array(pointSchema),
  /** Finds of the detector here; null until the plot is counted, so that nobody is led by them, and where the image could not be read. */
  found: z.array(pointSchema).nullable(),
  counted_by: z.string().nullable(),
  counted_at: z.iso.datetime().nullable(),
});
export type CalibrationWindow = z.output<typeof calibrationWindowSchema>;

/** Scores of a threshold in the sample plots that were counted. */
const thresholdScoreSchema = z.object({
  threshold: z.number(),
  found: z.number().int(),
  matched: z.number().int(),
  /** Precision: share of detections that were annotated; recall: share of annotations that were detected; 0..1. */
  precision: z.number(),
  recall: z.number(),
});
export type ThresholdScore = z.output<typeof thresholdScoreSchema>;

/** Sample plots that a range rests on: how many images and plots, and those images that the reader may see. */
const plotSourceSchema = z.object({
  images: z.number().int(),
  windows: z.number().int(),
  listed: z.array(
    z.object({
      id: idSchema,
      file_name: z.string(),
      date: z.iso.date(),
      windows: z.number().int(),
    }),
  ),
});
export type PlotSource = z.output<typeof plotSourceSchema>;

/** Forecast of the trees that counting the next sample plots gives: a 90 % range. */
const plotForecastSchema = z.object({
  /** Sample plots to be counted, and the seconds that is expected to take. */
  plots: z.number().int(),
  seconds: z.number(),
  low: z.number().int(),
  high: z.number().int(),
});
export type PlotForecast = z.output<typeof plotForecastSchema>;

/** The same as it was said when plots were asked for, and what came true once they were done. */
const keptForecastSchema = plotForecastSchema.extend({
  /** Sample plots in all by then. */
  windows: z.number().int(),
  from_low: z.number().int().nullable(),
  from_high: z.number().int().nullable(),
  true_low: z.number().int(),
  true_high: z.number().int(),
});
export type KeptForecast = z.output<typeof keptForecastSchema>;

const calibrationSchema = z
  .object({
    whole_image: idSchema,
    state: z.enum(calibrationStates),
    /** Side of a sample plot, metres. */
    side_m: z.number().nullable(),
    windows: z.array(calibrationWindowSchema),
    counted: z.number().int(),
    /** Trees annotated in the counted plots, and trees of the image's count in the same plots. */
    marked: z.number().int(),
    in_count: z.number().int(),
    /** The image's count with its 90 % range; `from_windows`: the image's own plots gave that range. */
    total: z.number().int(),
    /** Trees found one by one. */
    found: z.number().int(),
    low: z.number().int().nullable(),
    high: z.number().int().nullable(),
    from_windows: z.boolean(),
    /**
     * Other images of its kind (one source, season and resolution) whose plots give the range; null where it is its own or
     * the model's.
     */
    from_kind: plotSourceSchema.nullable(),
    /** Of the open plots, and of further ones with them; none where the range cannot be told before. */
    next: z.array(plotForecastSchema),
    /** True where the seconds follow from people's own pace, false where they rest on an assumption. */
    pace_known: z.boolean(),
    /** In the order in which plots were asked for. */
    came_true: z.array(keptForecastSchema),
    /** Precision and recall at the threshold of the present count, and at the best one; null until enough is counted. */
    now: thresholdScoreSchema.nullable(),
    best: thresholdScoreSchema.nullable(),
    /** `more`: further windows may be asked for, and the image has some. */
    can: z.object({
      change: z.boolean(),
      /** The same once the image is no longer worked on. */
      change_once_counted: z.boolean(),
      recount: z.boolean(),
      more: z.boolean(),
    }),
  })
  .meta({ id: "Calibration" });
export type Calibration = z.output<typeof calibrationSchema>;

export const calibrationAnnotationsSchema = z.object({
  marks: z.array(pointSchema).max(calibrationLimits.annotations, { error: "too_many" }),
  /** It cannot be seen what stands there: cloud, shade, no data. */
  skipped: z.boolean().default(false),
});
const calibrationRecountSchema = z.object({ threshold: z.number().min(0.05).max(0.95) });

const calibrationPath = `${paths.wholeImage}/:id/calibration` as const;
const windowParams = idParamsSchema.extend({ n: z.coerce.number().int().positive() });

export const calibration = call({
  method: "GET",
  path: calibrationPath,
  access: "wholeimage.view",
  params: idParamsSchema,
  answer: calibrationSchema,
});
/** Chooses windows, or further ones. */
export const calibrationBegin = call({
  ...calibration,
  method: "POST",
  access: "wholeimage.change",
});
export const calibrationEnd = call({
  ...calibrationBegin,
  method: "DELETE",
  answer: z.null(),
  status: 204,
});
export const calibrationAnnotations = call({
  ...calibrationBegin,
  method: "PUT",
  path: `${calibrationPath}/:n`,
  params: windowParams,
  body: calibrationAnnotationsSchema,
});
/** Counts the image anew at another threshold. */
export const calibrationRecount = call({
  ...calibrationBegin,
  path: `${calibrationPath}/recount`,
  andOneOf: ["satelliteimagery.change"],
  body: calibrationRecountSchema,
});
export const calibrationWindowImage = call({
  method: "GET",
  path: `${calibrationPath}/:n/picture`,
  access: "wholeimage.view",
  params: windowParams,
});
